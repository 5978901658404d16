/** Photos that come from the phone's share sheet (QUE-06): into the form of their tenant, with signal and without. */
import { expect, type Page, test } from '@playwright/test';
import { openPath, SHARE_FIELD, sharePath } from '../../src/contract/workerPaths.ts';
import { ui } from '../../src/messages/ja.ts';
import { postForm } from '../../src/messages/jaPost.ts';
import { shareTarget } from '../../src/messages/jaShareTarget.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import {
  arriveAsFan,
  fillLogin,
  galleryUrl,
  newFan,
  openPostForm,
  queuedKeys,
  submitPost,
  untilPrepared,
  userIdOf,
} from './support/fan.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';
import { expectOnce } from './support/published.ts';
import { share } from './support/shareSheet.ts';

let product: Product;
let phone: Phone;
let files: string[];
const fan = newFan('共有する次郎');

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  files = await lightPictures(3);
  product = await startProduct();
  phone = await openPhone();
  await arriveAsFan(phone.page, product.url, product, fan);
  // Seen once with signal: the events to post to are there without.
  await openPostForm(phone.page);
  await phone.page.keyboard.press('Escape');
});
test.afterAll(async () => {
  await phone.close();
  await product.stop();
});

const photosInForm = (page: Page) => page.getByRole('button', { name: /枚目の写真を外す/ });

test('QUE-06a the manifest names the share address of its own club', async () => {
  const manifest = await (await fetch(`${product.url}/${CLUB}/manifest.webmanifest`)).json();
  expect(manifest.share_target).toMatchObject({
    action: sharePath(CLUB),
    method: 'POST',
    enctype: 'multipart/form-data',
  });
  expect(manifest.share_target.params.files[0]).toMatchObject({ name: SHARE_FIELD });
});

test('QUE-06a shared with signal: the photos stand in the form and are posted', { tag: '@core' }, async () => {
  const { page } = phone;
  await share(page, files);
  await expect(photosInForm(page)).toHaveCount(files.length, { timeout: 45_000 });
  await expect(page).toHaveURL(`${product.url}/${CLUB}/`);
  await page.getByRole('combobox', { name: postForm.event }).selectOption({ index: 1 });
  await untilPrepared(page, files.length);
  await submitPost(page);
  await expectOnce(product.url, CLUB, await userIdOf(page), await queuedKeys(page));
});

test('QUE-06b T18 shared with no signal: kept, in the form, and still there after kill -9', {
  tag: '@core',
}, async () => {
  await phone.page.goto(product.url + galleryUrl());
  await phone.setOffline(true);
  await share(phone.page, files.slice(0, 2));
  await expect(photosInForm(phone.page)).toHaveCount(2);
  await untilPrepared(phone.page, 2);
  await phone.kill();
  await phone.open({ offline: true });
  const { page } = phone;
  await page.goto(product.url + galleryUrl());
  await expect(page.getByRole('heading').first()).toBeVisible();
  const form = page.getByRole('dialog', { name: postForm.title });
  // The form may come back by itself after a reload it did not expect.
  if (!(await form.isVisible())) await openPostForm(page);
  await expect(photosInForm(page)).toHaveCount(2);
  await form.getByRole('button', { name: postForm.discard }).first().click();
  await page.getByRole('dialog', { name: ui.confirm }).getByRole('button', { name: postForm.discard }).click();
  await expect(photosInForm(page)).toHaveCount(0);
  await phone.setOffline(false);
});

test('QUE-06b shared by somebody who is logged out: kept until after the login, and for that club only', async () => {
  const { page } = phone;
  await page.goto(product.url + galleryUrl());
  await page.getByRole('button', { name: 'メニュー' }).click();
  await page.getByRole('button', { name: 'ログアウト' }).click();
  await page.getByRole('button', { name: 'ログアウトする' }).click();
  await expect(page).toHaveURL(new RegExp(`/${CLUB}/index.html$`));
  await share(page, files.slice(0, 1), LEAGUE);
  await expect(page).toHaveURL(new RegExp(`/${LEAGUE}/`));
  await page.goto(product.url + galleryUrl());
  await share(page, files.slice(1, 3));
  await fillLogin(page, fan.email, fan.password);
  await expect(photosInForm(page)).toHaveCount(2);
});

test('QUE-06a a share that meets no worker ends in the product, with a word', async ({ request }) => {
  const answer = await request.post(product.url + sharePath(CLUB), {
    multipart: { [SHARE_FIELD]: { name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from([0xff, 0xd8]) } },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(303);
  expect(answer.headers().location).toBe(openPath(CLUB, 'share-failed'));
  const { page } = phone;
  await page.goto(product.url + openPath(CLUB, 'share-failed'));
  await expect(page.getByText(shareTarget.failed)).toBeVisible();
});
