/** What operators take away: a photo for good, and for a while a fan's right to post. It is told, and nothing of a fan's own is lost. */
import { expect, type Page, test } from '@playwright/test';
import { noticesPath, outboxPath, photoPath } from '../../src/contract/workerPaths.ts';
import { outbox } from '../../src/messages/jaOutbox.ts';
import { photoDetail } from '../../src/messages/jaPhoto.ts';
import { postForm, postWindow } from '../../src/messages/jaPost.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { suspension } from '../../src/messages/jaSuspension.ts';
import { photoKeys } from '../../src/rules/objectKeys.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import { CLUB } from '../support/tenants.ts';
import {
  arriveAsFan,
  galleryUrl,
  newFan,
  openPostForm,
  pickPhotos,
  storedJobs,
  submitForKeys,
  untilPrepared,
  untilWorkerControls,
  userIdOf,
} from './support/fan.ts';
import { keptEntries } from './support/kept.ts';
import { type Line, openLine } from './support/line.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';
import { expectOnce, photosOf } from './support/published.ts';

const WHY = '権利者から申し立てがありました';
let product: Product;
let line: Line;
let author: Phone;
let visitor: Phone;
let files: string[];
let userId = '';
let taken = '';

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  files = await lightPictures(2);
  product = await startProduct();
  line = await openLine(product.url);
  author = await openPhone();
  visitor = await openPhone();
  await arriveAsFan(author.page, line.url, product, newFan('撮る花子'));
  [taken = ''] = await post(author.page, files.slice(0, 1));
  userId = await userIdOf(author.page);
  await expectOnce(product.url, CLUB, userId, [taken]);
});
test.afterAll(async () => {
  await author.close();
  await visitor.close();
  await line.close();
  await product.stop();
});

async function post(page: Page, photos: readonly string[]): Promise<string[]> {
  await openPostForm(page);
  await pickPhotos(page, photos);
  await untilPrepared(page, photos.length);
  return submitForKeys(page);
}

const onDevice = async (page: Page): Promise<string[]> =>
  (await keptEntries(page))
    .filter(
      ({ cache, url }) =>
        /^(thumbnails|previews|originals)$/.test(cache) && photoKeys(taken).some((key) => url.endsWith(key)),
    )
    .map(({ cache }) => cache);

test('OPR-02d a removed photo is gone everywhere, also from a phone that had it open and kept it', {
  tag: '@core',
}, async () => {
  const { page } = visitor;
  // Once more with the worker in between: what is looked at is kept.
  await page.goto(line.url + galleryUrl());
  await untilWorkerControls(page);
  await page.goto(line.url + photoPath(CLUB, taken));
  const picture = page.getByRole('dialog').locator('figure img').first();
  await expect(picture).toBeVisible();
  await expect.poll(() => onDevice(page)).not.toEqual([]);
  const address = (key: string) => `${product.url}/s3/photos/${key}`;
  const stored = await Promise.all(photoKeys(taken).map(async (key) => (await fetch(address(key))).status));
  expect(stored.filter((status) => status === 200).length).toBeGreaterThan(1);

  expect(await product.admin('photo', 'remove', taken, '--reason', WHY, '-t', CLUB)).toContain(`${taken} is removed`);
  // A picture that was just being derived is taken away once it is.
  for (const key of photoKeys(taken))
    await expect.poll(async () => (await fetch(address(key))).status, { message: key }).toBe(404);
  expect(await photosOf(product.url, CLUB, userId)).toEqual([]);
  const shared = await fetch(product.url + photoPath(CLUB, taken));
  expect(shared.status).toBe(404);
  expect(await shared.text()).not.toContain(taken.split('/').at(-1) ?? taken);

  await page.reload();
  await expect(page.getByRole('dialog', { name: photoDetail.gone })).toBeVisible();
  await expect.poll(() => onDevice(page)).toEqual([]);
  const pages = (await keptEntries(page)).filter(({ cache }) => cache.startsWith('pages-')).map(({ url }) => url);
  expect(pages).not.toContain(line.url + photoPath(CLUB, taken));
  await page.goto(line.url + galleryUrl());
  await expect(page.locator('#main li img').first()).toBeVisible();
  await visitor.setOffline(true);
  await page.reload();
  await expect(page.locator('#main li img').first()).toBeVisible();
  expect(await page.locator(`a[href*="${encodeURIComponent(taken)}"]`).count()).toBe(0);
});

test('OPR-03b a suspended fan is told before picking photos; a post waits safely and tells why', {
  tag: '@core',
}, async () => {
  const { page } = author;
  const words = ['users', 'suspend', userId, '-t', CLUB, '--reason', `<b>${WHY}</b>`, '--until', '2999-12-31'];
  await product.admin(...words);
  await page.goto(line.url + galleryUrl());
  await page.getByRole('button', { name: shell.post, exact: true }).first().click();
  const choices = page.getByRole('dialog', { name: postWindow.title });
  await expect(choices.getByText(suspension.reason(WHY))).toBeVisible();
  await expect(choices.getByText(suspension.end('2999-12-31'))).toBeVisible();
  await page.getByRole('button', { name: postWindow.photo }).click();
  const form = page.getByRole('dialog', { name: postForm.title });
  await expect(form.getByText(suspension.reason(WHY))).toBeVisible();
  await pickPhotos(page, files.slice(1));
  await untilPrepared(page, 1);
  const keys = await submitForKeys(page);
  await expect
    .poll(async () => (await storedJobs(page)).map(({ state, error }) => `${state} ${error}`), { timeout: 60_000 })
    .toContain('refused SUSPENDED');
  await page.goto(line.url + outboxPath(CLUB));
  const why = page.getByRole('main').getByRole('alert');
  await expect(why.getByText(suspension.reason(WHY))).toBeVisible();
  await expect(why.getByText(outbox.advice.SUSPENDED)).toBeVisible();
  expect(await photosOf(product.url, CLUB, userId)).toEqual([]);
  await page.goto(line.url + noticesPath(CLUB));
  await expect(page.getByText(suspension.title).first()).toBeVisible();

  await product.admin('users', 'unsuspend', userId, '-t', CLUB);
  await page.goto(line.url + outboxPath(CLUB));
  await page.getByRole('main').getByRole('button', { name: outbox.retry }).click();
  await expectOnce(product.url, CLUB, userId, keys);
  await page.goto(line.url + galleryUrl());
  await page.getByRole('button', { name: shell.post, exact: true }).first().click();
  await expect(page.getByRole('button', { name: postWindow.photo })).toBeVisible();
  await expect(page.getByText(suspension.title)).toBeHidden();
});
