/** Files that are odd and good: names, types and endings of real devices, and their neighbours that are refused. */
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { openPath } from '../../src/contract/workerPaths.ts';
import { login } from '../../src/messages/jaAccount.ts';
import { errors } from '../../src/messages/jaErrors.ts';
import { photoProblems, postForm } from '../../src/messages/jaPost.ts';
import { shareTarget } from '../../src/messages/jaShareTarget.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { storageStuck } from '../../src/messages/jaStorage.ts';
import { testPictures } from '../fixtures/pictures.ts';
import { CLUB } from '../support/tenants.ts';
import {
  galleryUrl,
  newFan,
  openPostForm,
  signUpAndAgree,
  submitForKeys,
  untilPrepared,
  userIdOf,
} from './support/fan.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';
import { expectOnce } from './support/published.ts';

let product: Product;
let phone: Phone;
let page: Page;
const fan = newFan('めずらしい花子');

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  product = await startProduct();
  phone = await openPhone({ isMobile: false, viewport: { width: 1280, height: 900 } });
  page = phone.page;
  await signUpAndAgree(page, product.url, product, fan);
});
test.afterAll(async () => {
  await phone.close();
  await product.stop();
});

const form = () => page.getByRole('dialog', { name: postForm.title });
const alerts = () => form().getByRole('alert');
const photoButtons = () => form().getByRole('button', { name: /^\d+枚目 / });

async function openForm(): Promise<void> {
  await page.goto(product.url + galleryUrl());
  await openPostForm(page);
  await form().getByRole('combobox', { name: postForm.event }).selectOption({ index: 1 });
}

interface Picked {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}
const pick = (files: Picked[]) => form().getByLabel(postForm.choosePhotos).setInputFiles(files);
const colour = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** A real baseline photo, small. */
async function realPhoto(): Promise<Buffer> {
  const photos = (await testPictures())
    .filter(({ expected, type }) => expected.outcome === 'accept' && type === 'image/jpeg')
    .map(({ path }) => readFileSync(path))
    .filter((bytes) => bytes.length > 20_000 && bytes.includes(Buffer.from([0xff, 0xc0])))
    .sort((one, other) => one.length - other.length);
  const [photo] = photos;
  if (photo === undefined) throw new Error('no photo');
  return photo;
}

test('PST-07f PST-07g odd names and unclosed pictures are published; cut and narrow ones are refused', async () => {
  const EOI = Buffer.from([0xff, 0xd9]);
  await openForm();
  const whole = await realPhoto();
  const data = whole.subarray(0, -2);
  const scanAt = whole.indexOf(Buffer.from([0xff, 0xda]), whole.indexOf(Buffer.from([0xff, 0xc0])));
  const narrow = await sharp({ create: { width: 2, height: 3000, channels: 3, background: '#c33' } })
    .jpeg()
    .toBuffer();
  const taken = [
    { name: 'vertical\u000btab.jpg', mimeType: 'image/jpeg', buffer: await colour('#a11') },
    { name: `${'あ'.repeat(300)}.jpg`, mimeType: 'image/jpeg', buffer: await colour('#1a1') },
    { name: `${'あ'.repeat(300)}.jpg`, mimeType: 'image/jpeg', buffer: await colour('#11a') },
    { name: 'untyped.jpg', mimeType: 'application/octet-stream', buffer: await colour('#aa1') },
    { name: 'image:1000000123', mimeType: 'image/jpeg', buffer: await colour('#1aa') },
    { name: 'unclosed.jpg', mimeType: 'image/jpeg', buffer: data },
    { name: 'trailer.jpg', mimeType: 'image/jpeg', buffer: Buffer.concat([data, Buffer.from('a trailer')]) },
    {
      name: 'stray.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.concat([whole.subarray(0, scanAt), Buffer.from([0]), whole.subarray(scanAt)]),
    },
    {
      name: 'tiny.jpg',
      mimeType: 'image/jpeg',
      buffer: await sharp(narrow).resize(4, 400, { fit: 'fill' }).toBuffer(),
    },
  ];
  await pick(taken);
  await expect(form().getByRole('button', { name: new RegExp(`枚目 .* ${postForm.states.ready}$`) })).toHaveCount(
    taken.length,
  );
  await expect(alerts()).toHaveCount(0);
  await pick([
    { name: 'half.jpg', mimeType: 'image/jpeg', buffer: whole.subarray(0, scanAt + (whole.length - scanAt) / 2) },
    { name: 'narrow.jpg', mimeType: 'image/jpeg', buffer: narrow },
  ]);
  await expect(alerts().filter({ hasText: 'half.jpg' })).toContainText(errors.IMAGE_LOAD);
  await expect(alerts().filter({ hasText: 'narrow.jpg' })).toContainText(errors.IMAGE_TOO_NARROW);
  await expect(photoButtons()).toHaveCount(taken.length);
  // Closed after the cut: only its data tells.
  await pick([
    {
      name: 'closed.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.concat([whole.subarray(0, scanAt + (whole.length - scanAt) / 2), EOI]),
    },
  ]);
  await expect(alerts().filter({ hasText: 'closed.jpg' })).toContainText(errors.IMAGE_LOAD);
  await form()
    .getByRole('button', { name: postForm.removePhoto(taken.length + 1), exact: true })
    .click();
  await untilPrepared(page, taken.length);
  await phone.setOffline(true);
  const keys = await submitForKeys(page);
  await phone.setOffline(false);
  await expectOnce(product.url, CLUB, await userIdOf(page), keys);
  expect(keys).toHaveLength(taken.length);
});

test('PST-06f an address that is dropped on the form says so', async () => {
  await openForm();
  const transfer = await page.evaluateHandle(() => {
    const filled = new DataTransfer();
    filled.setData('text/uri-list', 'https://example.jp/photo.jpg');
    return filled;
  });
  const target = form().locator('form');
  for (const event of ['dragenter', 'dragover', 'drop']) await target.dispatchEvent(event, { dataTransfer: transfer });
  await expect(alerts()).toContainText(photoProblems.noFile);
  await expect(photoButtons()).toHaveCount(0);
});

test('QUE-06d a share without a photo says so and opens no form', async () => {
  await page.goto(product.url + openPath(CLUB, 'share-empty'));
  await expect(page.getByText(shareTarget.empty)).toBeVisible();
  await expect(form()).toBeHidden();
});

test('ACC-02g a login says that the storage does not answer, and ends', async () => {
  const other = await openPhone();
  await other.page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    // A request of another name that is never answered: what iOS does to an app that was in the background.
    IDBFactory.prototype.open = function (this: IDBFactory) {
      const request = open.call(this, 'unanswered');
      request.addEventListener = () => undefined;
      return request;
    };
  });
  await other.page.goto(product.url + galleryUrl());
  await other.page
    .getByRole('button', { name: new RegExp(`^(${shell.login}|${shell.join})$`) })
    .first()
    .click();
  const modal = other.page.getByRole('dialog', { name: login.title });
  await modal.getByLabel(login.email).fill(fan.email);
  await modal.getByRole('textbox', { name: login.password }).fill(fan.password);
  await modal.getByRole('button', { name: login.submit, exact: true }).click();
  await expect(modal.getByText(storageStuck)).toBeVisible({ timeout: 40_000 });
  await expect(modal.getByRole('button', { name: login.submit, exact: true })).toBeEnabled();
  await other.close();
});
