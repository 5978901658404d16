/** A fan's day with accounts and photos at another maker's cloud: moto plays Amazon Cognito and S3. */
import { execFileSync } from 'node:child_process';
import { expect, type Page, test } from '@playwright/test';
import { thumbnailKey } from '../../src/contract/pictureKeys.ts';
import { gallery, ui } from '../../src/messages/ja.ts';
import { event as eventTexts } from '../../src/messages/jaEvent.ts';
import { makeEvent } from '../../src/messages/jaMakeEvent.ts';
import { editPhoto } from '../../src/messages/jaPost.ts';
import { crop, leaving, profile } from '../../src/messages/jaSettings.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import { choosePeriod, formOf, submitEvent } from '../journeys/support/eventForm.ts';
import {
  galleryUrl,
  newFan,
  openPostForm,
  pickPhotos,
  signIn,
  signUpAndAgree,
  submitPost,
  untilPrepared,
} from '../journeys/support/fan.ts';
import { openPhone, type Phone } from '../journeys/support/phone.ts';
import { type Product, startProduct } from '../journeys/support/product.ts';
import { photosOf } from '../journeys/support/published.ts';
import { CLUB } from '../support/tenants.ts';
import { type MotoCloud, startMotoCloud } from './support/motoCloud.ts';

const program = process.env.MOTO_SERVER;
test.skip(program === undefined, 'no moto_server');

let cloud: MotoCloud;
let product: Product;
let phone: Phone;
let other: Phone;
let pictures: string[];

test.beforeAll(async () => {
  test.setTimeout(300_000);
  cloud = await startMotoCloud(program ?? '');
  product = await startProduct({ ...cloud.env, DEMO: '0' }, { isFresh: true });
  const desktop = { isMobile: false, viewport: { width: 1280, height: 900 }, hasWorker: false };
  [phone, other] = [await openPhone(desktop), await openPhone(desktop)];
  pictures = await lightPictures(3);
});
test.afterAll(async () => {
  await phone?.close();
  await other?.close();
  await product?.stop();
  await cloud?.stop();
});

const named = (keys: readonly string[], part: string) => keys.filter((key) => key.includes(part));

/** Any event the fan makes, with a picture; gives its id. */
async function makeOwnEvent(page: Page): Promise<string> {
  await page.goto(`${product.url}/${CLUB}/event-list.html`);
  await page.getByRole('main').getByRole('button', { name: eventTexts.make }).click();
  const form = formOf(page);
  await form.getByLabel(makeEvent.name).fill('雲の上の一枚');
  await form.getByLabel(makeEvent.overview).fill('よそのクラウドから');
  await choosePeriod(page);
  await form.getByLabel(`${makeEvent.thumbnail} ${makeEvent.choosePicture}`).setInputFiles(pictures[2] ?? '');
  await expect(form.locator('fieldset img')).toBeVisible({ timeout: 60_000 });
  await submitEvent(page, makeEvent.submit);
  const result = page.getByRole('dialog', { name: ui.result, exact: true });
  await expect(result).toContainText(makeEvent.created);
  await result.getByRole('button', { name: ui.ok, exact: true }).click();
  await expect(page).toHaveURL(/[?&]e=/);
  return new URL(page.url()).searchParams.get('e') ?? '';
}

const hasPixels = (page: Page, part: string) =>
  expect
    .poll(() =>
      page
        .locator(`img[src*="${part}"]`)
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth, undefined, { timeout: 5_000 })
        .catch(() => 0),
    )
    .toBeGreaterThan(0);

test('SAF-21 ACC-10a a fan’s day with accounts and photos at moto, from sign-up to leaving', async () => {
  const { page } = phone;
  const fan = newFan('雲のファン');

  await test.step('ACC-04b signs up; moto takes any code, so the account is confirmed once more by its API', async () => {
    const codeFor = async (email: string) => {
      await cloud.confirm(email);
      return '123456';
    };
    await signUpAndAgree(page, product.url, { ...product, codeFor }, fan);
    const attributes = await cloud.attributesOf(fan.email);
    expect(attributes).toMatchObject({ email: fan.email, nickname: fan.nickname, 'custom:tenants': `/${CLUB}/` });
  });
  const { sub = '' } = (await cloud.attributesOf(fan.email)) ?? {};

  const eventId = await test.step('EVT-03a makes an event; its picture is in the bucket', () => makeOwnEvent(page));
  await expect.poll(async () => named(await cloud.keys(), `ugc/${CLUB}/${eventId}/original/`)).toHaveLength(1);
  await hasPixels(page, `${cloud.endpoint}/photos/ugc/${CLUB}/${eventId}/original/`);

  await test.step('QUE-01d posts two photos to it; each arrives once', async () => {
    await page.goto(product.url + galleryUrl());
    await openPostForm(page);
    await pickPhotos(page, pictures.slice(0, 2), { message: 'よそのクラウドから', event: '雲の上の一枚' });
    await untilPrepared(page, 2);
    await submitPost(page);
    await expect
      .poll(async () =>
        (await photosOf(product.url, CLUB, sub)).map(({ original_pending }) => original_pending ?? false),
      )
      .toEqual([false, false]);
  });
  const photos = await photosOf(product.url, CLUB, sub);
  const keys = photos.map(({ media_url }) => media_url);
  expect(await cloud.keys()).toEqual(expect.arrayContaining([...keys, ...keys.map(thumbnailKey)]));
  await test.step('IMG-02 the server derives the smaller pictures in the bucket', async () => {
    const small = (all: readonly string[]) => all.filter((key) => key.includes('/variant/')).length;
    await expect.poll(async () => small(await cloud.keys()), { timeout: 90_000 }).toBeGreaterThan(0);
  });

  await test.step('another browser sees them, from the bucket', async () => {
    await other.page.goto(product.url + galleryUrl());
    const shown = other.page.getByRole('list', { name: gallery.listLabel }).getByRole('img');
    await expect(shown).toHaveCount(2);
    await hasPixels(other.page, `${cloud.endpoint}/photos/ugc/${CLUB}/`);
  });

  await test.step('PST-12a deletes one: it leaves the list and the bucket', async () => {
    await page.goto(product.url + galleryUrl());
    await page.getByRole('button', { name: '投稿を編集' }).first().click();
    await page.getByRole('button', { name: editPhoto.remove }).click();
    await page.getByRole('dialog', { name: ui.confirm }).getByRole('button', { name: '削除する' }).click();
    await expect.poll(async () => (await photosOf(product.url, CLUB, sub)).length).toBe(1);
    const [left] = await photosOf(product.url, CLUB, sub);
    const gone = keys.find((key) => key !== left?.media_url) ?? '';
    const name = gone.split('/').at(-1) ?? '';
    expect(name).not.toBe('');
    await expect.poll(async () => named(await cloud.keys(), name)).toEqual([]);
  });

  await test.step('ACC-11a another picture and another name of the fan', async () => {
    await page.goto(`${product.url}/common/settings.html?t=${CLUB}`);
    await page.getByLabel(profile.choose).setInputFiles(pictures[0] ?? '');
    await page.getByRole('dialog', { name: crop.title }).getByRole('button', { name: crop.use }).click();
    await expect(page.getByText(profile.avatarSaved)).toBeVisible();
    await hasPixels(page, `${cloud.endpoint}/photos/avatar/${CLUB}/${sub}/`);
    expect(named(await cloud.keys(), `avatar/${CLUB}/${sub}/`).length).toBeGreaterThan(0);
  });

  await test.step('ACC-02a another device signs in by SRP', async () => {
    await signIn(other.page, product.url, fan);
    await expect(other.page.getByRole('button', { name: '投稿を編集' })).toHaveCount(1);
  });

  await test.step('ACC-10a leaves: account, photos and picture are gone from pool and bucket', async () => {
    await page.goto(`${product.url}/common/delete-account.html?t=${CLUB}`);
    await page.getByRole('checkbox', { name: leaving.agree }).check();
    await page.getByRole('button', { name: leaving.submit, exact: true }).click();
    await page.getByRole('dialog', { name: ui.confirm }).getByRole('button', { name: leaving.submit }).click();
    await expect(page.getByText(leaving.done)).toBeVisible();
    expect(await cloud.attributesOf(fan.email)).toBeNull();
  });

  await test.step('ACC-10b the server takes the photos away once an operator asks it to look', async () => {
    execFileSync(process.execPath, ['server/admin/main.ts', 'users', 'check', '--tenant', CLUB], {
      env: { PATH: process.env.PATH, ...cloud.env, DATA_DIR: product.dataDir },
    });
    await expect
      .poll(async () => (await photosOf(product.url, CLUB)).length, { timeout: 150_000, intervals: [2_000] })
      .toBe(0);
    const names = keys.map((key) => key.split('/').at(-1) ?? '');
    const left = async () => {
      const stored = await cloud.keys();
      return [...names.flatMap((name) => named(stored, name)), ...named(stored, `avatar/${CLUB}/${sub}/`)];
    };
    await expect.poll(left).toEqual([]);
  });
});
