/** A fan of a server whose accounts are its own and whose photos stand in a bucket behind it. */
import { expect, test } from '@playwright/test';
import { gallery } from '../../src/messages/ja.ts';
import { type StandInBucket, startStandInBucket } from '../fakes/standInBucket.ts';
import { picturesWithPreview } from '../fixtures/pictures.ts';
import { CLUB } from '../support/tenants.ts';
import {
  galleryUrl,
  newFan,
  openPostForm,
  pickPhotos,
  signUpAndAgree,
  submitForKeys,
  untilPrepared,
  userIdOf,
} from './support/fan.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';
import { bytesOf, expectOnce } from './support/published.ts';

let bucket: StandInBucket;
let product: Product;
let phone: Phone;
test.beforeAll(async () => {
  bucket = await startStandInBucket();
  product = await startProduct(bucket.env);
  phone = await openPhone({ hasWorker: false });
});
test.afterAll(async () => {
  await phone?.close();
  await product?.stop();
  await bucket?.close();
});

test('HLF-07a HLF-07c a fan’s post waits while the bucket is away, then is in it once and on the page', async () => {
  const { page } = phone;
  const files = await picturesWithPreview(2);
  await signUpAndAgree(page, product.url, product, newFan('バケツの花子'));
  await page.goto(product.url + galleryUrl());
  await openPostForm(page);
  await pickPhotos(page, files, { message: '雨でも満員' });
  await untilPrepared(page, files.length);
  bucket.fault = 'busy';
  const refused = page.waitForResponse((answer) => answer.url().includes('/s3/') && answer.status() === 503);
  const keys = await submitForKeys(page);
  await refused;
  expect(bucket.objects.size).toBe(0);
  bucket.fault = null;
  await expectOnce(product.url, CLUB, await userIdOf(page), keys);
  for (const key of keys)
    expect((await bytesOf(product.url, key)).equals(bucket.objects.get(key)?.bytes ?? Buffer.alloc(0))).toBe(true);
  expect(bucket.puts.toSorted()).toEqual([...new Set(bucket.puts)].toSorted());
  await page.goto(product.url + galleryUrl());
  const shown = page.getByRole('list', { name: gallery.listLabel }).locator(`[data-photo="${keys[0]}"] img`).first();
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});
