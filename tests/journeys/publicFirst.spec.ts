/** A post is public with its previews; its originals follow (PUB-01 …), with real pictures. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { previewKey } from '../../src/contract/pictureKeys.ts';
import { outboxPath } from '../../src/contract/workerPaths.ts';
import { ui } from '../../src/messages/ja.ts';
import { outbox } from '../../src/messages/jaOutbox.ts';
import { photoDetail } from '../../src/messages/jaPhoto.ts';
import { editPhoto } from '../../src/messages/jaPost.ts';
import { photoKeys } from '../../src/rules/objectKeys.ts';
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
import { type Asked, isPut, type Line, openLine } from './support/line.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';
import { bytesOf, photosOf } from './support/published.ts';

let product: Product;
let line: Line;
let phone: Phone;
let other: Phone;
let files: string[];
let userId = '';

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  files = await picturesWithPreview(2);
  expect(files).toHaveLength(2);
  product = await startProduct();
  line = await openLine(product.url);
  // Without a worker the page alone sends: what a test holds up goes by no other way.
  phone = await openPhone({ hasWorker: false });
  await phone.context.addInitScript(() => {
    const kept = () => sessionStorage.getItem('line') ?? 'wifi';
    const connection = Object.defineProperty(new EventTarget(), 'type', { get: kept });
    Object.defineProperty(navigator, 'connection', { value: connection });
  });
  await signUpAndAgree(phone.page, line.url, product, newFan('先に公開する花子'));
  other = await openPhone({ hasWorker: false, isMobile: false, viewport: { width: 1440, height: 900 } });
});
test.afterEach(() => {
  line.decide = () => 'pass';
});
test.afterAll(async () => {
  await phone?.close();
  await other?.close();
  await line?.close();
  await product?.stop();
});

const isOriginal = (asked: Asked): boolean => isPut(asked) && asked.path.includes('/original/');
const originalPuts = () => line.asked.filter(isOriginal).length;
/** Signal for previews, none for originals. */
const holdOriginals = () => {
  line.decide = (asked) => (isOriginal(asked) ? 'reset' : 'pass');
};
const setLine = (page: Page, type: string) =>
  page.evaluate((kind) => {
    sessionStorage.setItem('line', kind);
    (navigator as unknown as { connection: EventTarget }).connection.dispatchEvent(new Event('change'));
  }, type);

async function openOutbox(): Promise<Locator> {
  await phone.page.goto(line.url + outboxPath(CLUB));
  await expect(phone.page.getByRole('heading', { level: 1, name: outbox.title })).toBeVisible();
  return phone.page.getByRole('main');
}
const card = (scope: Locator): Locator => scope.getByRole('article').first();
const press = (scope: Locator, name: string) => scope.getByRole('button', { name, exact: true }).click();

/** Posts the pictures and waits until the product says that the post is complete. Gives the keys. */
async function postUntilPublic(message: string): Promise<string[]> {
  const { page } = phone;
  await page.goto(line.url + galleryUrl());
  await openPostForm(page);
  await pickPhotos(page, files, { message });
  await untilPrepared(page, files.length);
  const keys = await submitForKeys(page);
  userId ||= await userIdOf(page);
  // The toast of a later post says so while the photos are on their way (FAN-26b).
  await expect.poll(async () => (await pendingOf(keys)).length, { timeout: 60_000 }).toBe(keys.length);
  return keys;
}
const pendingOf = async (keys: readonly string[]) =>
  (await photosOf(product.url, CLUB, userId))
    .filter(({ media_url }) => keys.includes(media_url))
    .map(({ original_pending }) => original_pending);
const statusOf = async (key: string) => (await fetch(`${product.url}/s3/photos/${key}`)).status;
const detailOf = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('[data-photo-detail]') });
const openPicture = (page: Page) => detailOf(page).locator('[data-side="open"] img').first();
const shownSide = (page: Page) =>
  openPicture(page).evaluate((img: HTMLImageElement) => Math.max(img.naturalWidth, img.naturalHeight));

async function openPhoto(page: Page, origin: string, key: string): Promise<Locator> {
  await page.goto(`${origin}/${CLUB}/?q=${encodeURIComponent(key)}`);
  await expect(openPicture(page)).toHaveJSProperty('complete', true);
  return detailOf(page);
}

test('PUB-01a PUB-01c signal for previews alone: the post is public, others see it, its author is told', {
  tag: '@core',
}, async () => {
  holdOriginals();
  const keys = await postUntilPublic('先に公開');
  const [key = ''] = keys;
  expect(await pendingOf(keys)).toEqual([true, true]);

  const seen = await openPhoto(other.page, product.url, key);
  await expect(openPicture(other.page)).toHaveAttribute('src', new RegExp(previewKey(key)));
  await expect.poll(() => shownSide(other.page)).toBeGreaterThan(240);
  await expect(seen.getByText(/フル画質/)).toHaveCount(0);

  const own = await openPhoto(phone.page, line.url, key);
  await expect(own.getByText(/^公開中です。フル画質/)).toBeVisible();

  const page = await openOutbox();
  await expect(
    card(page)
      .getByText(/公開済み|フル画質を送信中/)
      .first(),
  ).toBeVisible();
  await expect(page.getByText(/^公開済み・フル画質/)).toBeVisible();
  for (const one of keys) expect(await statusOf(one)).toBe(404);

  await test.step('PUB-02a IMG-03b then the originals arrive, and zooming in shows one', async () => {
    line.decide = () => 'pass';
    await press(card(page), outbox.sendNow).catch(() => expect(page.getByText(outbox.summary.done)).toBeVisible());
    await expect(page.getByText(outbox.summary.done)).toBeVisible({ timeout: 90_000 });
    expect(await pendingOf(keys)).toEqual([false, false]);
    const asked = other.page.waitForRequest((request) => request.url().endsWith(key));
    await openPhoto(other.page, product.url, key);
    for (let step = 0; step < 3; step += 1) await other.page.keyboard.press('+');
    await asked;
    const full = detailOf(other.page).locator('[data-side="open"] img').nth(1);
    await expect(full).toBeVisible();
    await expect
      .poll(() => full.evaluate((img: HTMLImageElement) => Math.max(img.naturalWidth, img.naturalHeight)))
      .toBeGreaterThan(1600);
  });
});

test('PUB-02d PUB-03a full quality on Wi-Fi only: public over the mobile line, originals wait', async () => {
  const page = await openOutbox();
  await setLine(phone.page, 'cellular');
  await phone.page.reload();
  const choice = page.getByRole('radio', { name: outbox.onMeteredChoices.posts.label });
  await choice.check();
  await expect(choice).toBeChecked();
  const before = originalPuts();
  const keys = await postUntilPublic('フル画質はWi-Fiで');
  await openOutbox();
  await expect(page.getByText(outbox.summary.originalsMetered(keys.length))).toBeVisible();
  await expect(card(page).getByText(outbox.follows.metered)).toBeVisible();
  expect(originalPuts()).toBe(before);
  expect(await pendingOf(keys)).toEqual([true, true]);
  await setLine(phone.page, 'wifi');
  await expect(page.getByText(outbox.summary.done)).toBeVisible({ timeout: 90_000 });
  expect(await pendingOf(keys)).toEqual([false, false]);
});

test('PUB-03b a fan drops waiting originals after a question: the photos stay public as they are', async () => {
  holdOriginals();
  const keys = await postUntilPublic('フル画質はあきらめる');
  const page = await openOutbox();
  await press(card(page), outbox.more);
  await press(card(page), outbox.drop);
  const question = phone.page.getByRole('dialog', { name: ui.confirm });
  await expect(question.getByText(outbox.dropAsk(keys.length))).toBeVisible();
  await press(question, outbox.dropAction);
  await expect(phone.page.getByText(outbox.dropped)).toBeVisible();
  await expect(page.getByText(outbox.summary.done)).toBeVisible();
  expect(await pendingOf(keys)).toEqual([true, true]);
  for (const key of keys) expect((await bytesOf(product.url, previewKey(key))).byteLength).toBeGreaterThan(10_000);
});

test('PUB-02b a photo deleted between the stages takes all of it along, and nothing of it comes afterwards', async () => {
  holdOriginals();
  const [gone = '', stays = ''] = await postUntilPublic('消してしまう');
  const own = await openPhoto(phone.page, line.url, gone);
  await own.getByRole('button', { name: photoDetail.edit, exact: true }).click();
  const form = phone.page.getByRole('dialog', { name: editPhoto.title });
  await expect(form.getByText(editPhoto.downloadPreview)).toBeVisible();
  await press(form, editPhoto.remove);
  await press(phone.page.getByRole('dialog', { name: ui.confirm }), editPhoto.removeAction);
  await expect.poll(() => pendingOf([gone])).toEqual([]);
  line.decide = () => 'pass';
  const page = await openOutbox();
  await press(card(page), outbox.sendNow).catch(() => expect(page.getByText(outbox.summary.done)).toBeVisible());
  await expect(page.getByText(outbox.summary.done)).toBeVisible({ timeout: 90_000 });
  expect(await pendingOf([stays])).toEqual([false]);
  // A picture that was just being derived is taken away once it is.
  for (const key of photoKeys(gone).filter((one) => one !== gone))
    await expect.poll(() => statusOf(key), { message: key }).toBe(404);
});
