/** The story of the product, end to end, as a fan lives it. */
import { basename } from 'node:path';
import { expect, test } from '@playwright/test';
import { previewKey, thumbnailKey } from '../../src/contract/pictureKeys.ts';
import { gallery } from '../../src/messages/ja.ts';
import { waitingPhotos } from '../../src/messages/jaPending.ts';
import { inspectJpeg, testPictures, uprightSignature } from '../fixtures/pictures.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB } from '../support/tenants.ts';
import {
  galleryUrl,
  newFan,
  openPostForm,
  pickPhotos,
  queuedKeys,
  signUpAndAgree,
  storedJobs,
  submitPost,
  untilWorkerControls,
  userIdOf,
} from './support/fan.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';
import { bytesOf, expectOnce, photosOf } from './support/published.ts';

const PER_POST = 15;
let product: Product;
let phone: Phone;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  product = await startProduct({}, { isFresh: true });
  // A desktop's browser: it may post 15 photos at once, so all test pictures go out in a few posts.
  phone = await openPhone({ isWhole: true, isMobile: false, viewport: { width: 1280, height: 900 } });
});
test.afterAll(async () => {
  await phone.close();
  await product.stop();
});

test('QUE-01b PST-08c posts with no signal, survives kill -9, arrives once, upright, without GPS', {
  tag: '@core',
}, async () => {
  test.setTimeout(420_000);
  const pictures = (await testPictures()).filter(({ expected }) => expected.outcome === 'accept');
  const fan = newFan();
  await signUpAndAgree(phone.page, product.url, product, fan);
  await phone.page.goto(product.url + galleryUrl());
  await expect(phone.page.getByRole('list', { name: gallery.listLabel }).getByRole('img').first()).toBeVisible();
  await untilWorkerControls(phone.page);
  // Seen once with signal: the events to post to and the gallery are there without.
  await openPostForm(phone.page);
  await phone.page.keyboard.press('Escape');

  await phone.setOffline(true);
  const sources = new Map<string, string>();
  for (let at = 0; at < pictures.length; at += PER_POST) {
    const files = pictures.slice(at, at + PER_POST).map(({ path }) => path);
    await openPostForm(phone.page);
    await pickPhotos(phone.page, files, { message: `電波のないスタンドから ${at / PER_POST + 1}` });
    await expect(phone.page.getByRole('button', { name: /枚目の写真を外す/ })).toHaveCount(files.length, {
      timeout: 120_000,
    });
    await submitPost(phone.page);
    await phone.page.getByRole('dialog').getByRole('button', { name: '閉じる' }).last().click();
    const job = (await storedJobs(phone.page)).find(({ photos }) =>
      photos.every(({ mediaUrl }) => !sources.has(mediaUrl)),
    );
    for (const [index, { mediaUrl }] of (job?.photos ?? []).entries()) sources.set(mediaUrl, files[index] ?? '');
  }
  const keys = await queuedKeys(phone.page);
  expect(keys).toHaveLength(pictures.length);
  const userId = await userIdOf(phone.page);

  await phone.kill();
  await phone.open({ offline: true });
  await test.step('DAT-02a the gallery as last seen, the waiting photos on top', async () => {
    // A cold start with no network: the gallery as last seen, and the waiting photos on top of it.
    await phone.page.goto(product.url + galleryUrl());
    await expect(phone.page.getByRole('list', { name: gallery.listLabel }).getByRole('img').first()).toBeVisible();
    await expect(phone.page.getByRole('heading', { name: waitingPhotos.pendingTitle })).toBeVisible();
  });
  expect((await queuedKeys(phone.page)).sort()).toEqual([...keys].sort());
  expect(await photosOf(product.url, CLUB, userId)).toEqual([]);

  await test.step('QUE-01d every photo arrives once', async () => {
    await phone.setOffline(false);
    await expect
      .poll(async () => (await photosOf(product.url, CLUB, userId)).length, { timeout: 300_000, intervals: [1_000] })
      .toBe(keys.length);
    await expectOnce(product.url, CLUB, userId, keys);
  });

  for (const photo of nonEmpty(await photosOf(product.url, CLUB, userId))) {
    const source = sources.get(photo.media_url) ?? '';
    const picture = pictures.find(({ path }) => path === source);
    const name = basename(source);
    const original = await bytesOf(product.url, photo.media_url);
    const thumbnail = await bytesOf(product.url, thumbnailKey(photo.media_url));
    const preview = photo.has_preview ? await bytesOf(product.url, previewKey(photo.media_url)) : thumbnail;
    const facts = await inspectJpeg(original);
    expect(Math.abs(facts.width - (picture?.expected.width ?? 0)), `${name} width ${facts.width}`).toBeLessThanOrEqual(
      1,
    );
    expect(
      Math.abs(facts.height - (picture?.expected.height ?? 0)),
      `${name} height ${facts.height}`,
    ).toBeLessThanOrEqual(1);
    expect({ width: photo.width, height: photo.height }).toEqual({ width: facts.width, height: facts.height });
    for (const [kind, bytes] of Object.entries({ original, preview, thumbnail })) {
      const { hasExif, hasGps, orientation } = await inspectJpeg(bytes);
      expect({ hasExif, hasGps, isUpright: (orientation ?? 1) === 1 }, `${kind} of ${name}`).toEqual({
        hasExif: false,
        hasGps: false,
        isUpright: true,
      });
      const traces = ['Exif\0\0', 'http://ns.adobe.com/xap', 'GPSLatitude', '<script'].filter((mark) =>
        bytes.includes(mark),
      );
      expect(traces, `${kind} of ${name}`).toEqual([]);
    }
    const [published, picked] = await Promise.all([uprightSignature(original), uprightSignature(source)]);
    const distance =
      published.reduce((sum, value, i) => sum + Math.abs(value - (picked[i] ?? 0)), 0) / published.length;
    expect(distance, `${name} looks as it was taken`).toBeLessThan(14);
  }

  // Everybody finds them in the gallery, and again with no network.
  await phone.page.reload();
  const [newest] = await photosOf(product.url, CLUB, userId);
  const list = phone.page.getByRole('list', { name: gallery.listLabel });
  await expect(list.locator(`img[src*="${newest?.media_url.split('/').at(-1)}"]`)).toBeVisible();
  await expect(phone.page.getByRole('heading', { name: waitingPhotos.pendingTitle })).toBeHidden();
  await phone.setOffline(true);
  await phone.page.reload();
  await expect(list.locator(`img[src*="${newest?.media_url.split('/').at(-1)}"]`)).toBeVisible();
});
