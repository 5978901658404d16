/** A fan's later posts with signal (FAN-26): a toast in place of the sheet, from 'posted' to 'public'. */
import { expect, type Page, test } from '@playwright/test';
import { arrival } from '../../src/messages/jaArrival.ts';
import { outbox } from '../../src/messages/jaOutbox.ts';
import { postForm } from '../../src/messages/jaPost.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import { CLUB } from '../support/tenants.ts';
import { violationsOf } from './support/axe.ts';
import {
  galleryUrl,
  newFan,
  openPostForm,
  pickPhotos,
  queuedKeys,
  signUpAndAgree,
  submitPost,
  untilPrepared,
} from './support/fan.ts';
import { isPut, type Line, openLine } from './support/line.ts';
import { noteOutlined, outlined } from './support/outlined.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let line: Line;
let phone: Phone;
let files: string[];

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  files = await lightPictures(8);
  product = await startProduct();
  line = await openLine(product.url);
  phone = await openPhone({ hasWorker: false });
  await phone.context.addInitScript(noteFlights);
  await phone.context.addInitScript(noteTaps);
  await phone.context.addInitScript(noteOutlined);
  await signUpAndAgree(phone.page, line.url, product, newFan('二度目の花子'));
  await postFirst(phone.page);
});
test.afterAll(async () => {
  await phone.close();
  await line.close();
  await product.stop();
});

const toast = (page: Page) => page.getByRole('region', { name: arrival.label });
const sheet = (page: Page, name: string) => page.getByRole('dialog', { name });
/** Every photo that flew since the page was loaded, and whether it takes a press. */
const flights = (page: Page) => page.evaluate(() => (window as unknown as { flights: string[] }).flights);
function noteFlights(): void {
  const flown: string[] = [];
  Object.assign(window, { flights: flown });
  const note = (changes: MutationRecord[]) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof HTMLElement && 'flight' in node.dataset) flown.push(node.style.pointerEvents);
  };
  new MutationObserver(note).observe(document, { childList: true, subtree: true });
}

/** How long each tap was that the hand felt since the page was loaded, in ms. */
const taps = (page: Page) => page.evaluate(() => (window as unknown as { taps: number[] }).taps);
function noteTaps(): void {
  const felt: number[] = [];
  Object.assign(window, { taps: felt });
  Object.defineProperty(navigator, 'vibrate', { value: (ms: number) => felt.push(ms) > 0 });
}

/** Photos go nowhere until the line passes again. */
const holdPhotos = () => {
  line.decide = (asked) => (isPut(asked) ? 'hang' : 'pass');
};
const letPhotosPass = () => {
  line.decide = () => 'pass';
  line.release();
};

async function fillForm(page: Page, photos: readonly string[]): Promise<void> {
  await page.goto(line.url + galleryUrl());
  await openPostForm(page);
  await pickPhotos(page, photos);
  await untilPrepared(page, photos.length);
}

/** The fan's first post here, which is told by the sheet (FAN-26c). Nothing of it flies. */
async function postFirst(page: Page): Promise<void> {
  await fillForm(page, files.slice(0, 1));
  await submitPost(page);
  await expect(sheet(page, arrival.title)).toBeVisible({ timeout: 60_000 });
  await expect(toast(page)).toHaveCount(0);
  expect(await flights(page)).toEqual([]);
  await sheet(page, arrival.title).getByRole('button', { name: arrival.album }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('FAN-26a FAN-26e a second post leads to the event at once, told by a toast, which opens the sheet', {
  tag: '@core',
}, async () => {
  const { page } = phone;
  await fillForm(page, files.slice(1, 3));
  holdPhotos();
  await submitPost(page);
  await expect(page).toHaveURL(/event-detail\.html\?e=[^&]+$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(toast(page).getByRole('status')).toContainText('写真の投稿が完了しました。');
  await expect(toast(page).getByRole('status')).toContainText(arrival.sent.sending.text(2));
  // Under the pointer it stays, however slow the machine is.
  await toast(page).hover();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await test.step('axe finds nothing', async () => expect(await violationsOf(page)).toEqual([]));
  const details = toast(page).getByRole('button', { name: arrival.details });
  expect(await toast(page).evaluate((card) => card.contains(document.activeElement)), 'takes no focus').toBe(false);
  await page.locator('footer a').last().focus();
  // Past the bar of the phone.
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(details, 'the keyboard reaches it').toBeFocused({ timeout: 200 });
  }).toPass({ timeout: 10_000 });
  await page.keyboard.press('Enter');
  await expect(sheet(page, postForm.savedTitle)).toContainText('写真の投稿が完了しました。');
  await expect(toast(page)).toHaveCount(0);
  letPhotosPass();
  await expect(sheet(page, arrival.title)).toBeVisible({ timeout: 60_000 });
  await sheet(page, arrival.title).getByRole('button', { name: arrival.album }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await test.step('FAN-01b the sheet told it: no toast tells it again', () => expect(toast(page)).toHaveCount(0));
  await test.step('FAN-26d nothing flies for who asked for less motion', async () =>
    expect(await flights(page)).toEqual([]));
});

test('FAN-26b FAN-26d the toast tells that the line drops, then that the photo is public, and leads to it', {
  tag: '@core',
}, async () => {
  const { page } = phone;
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await fillForm(page, files.slice(3, 4));
  const before = await queuedKeys(page);
  holdPhotos();
  await submitPost(page);
  const [key] = (await queuedKeys(page)).filter((one) => !before.includes(one));
  await test.step('its thumbnail flies and is gone', async () => {
    await expect.poll(() => flights(page)).toEqual(['none']);
    await expect(page.locator('[data-flight]')).toHaveCount(0);
  });
  await test.step('FAN-15a the hand feels that it is saved', () => expect.poll(() => taps(page)).toEqual([12]));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const card = await toast(page).elementHandle();
  await phone.setOffline(true);
  await expect(toast(page).getByRole('status')).toContainText(arrival.sent.offline.text(1));
  letPhotosPass();
  await phone.setOffline(false);
  await expect(toast(page).getByRole('status')).toContainText(arrival.lead(1), { timeout: 60_000 });
  expect(await toast(page).evaluate((now, then) => now === then, card), 'the same toast').toBe(true);
  await test.step('FAN-15a nothing is felt by who asked for less motion', async () =>
    expect(await taps(page)).toEqual([12]));
  await toast(page).getByRole('button', { name: arrival.seePhoto }).click();
  await expect(page.locator('[data-photo-detail]')).toBeVisible();
  expect(new URL(page.url()).searchParams.get('q')).toBe(key);
  await expect(toast(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/event-detail\.html\?e=[^&]+$/);
});

test('FAN-26b several photos: the toast leads to them on the page of their event', async () => {
  const { page } = phone;
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await fillForm(page, files.slice(4, 6));
  const before = await queuedKeys(page);
  await submitPost(page);
  const keys = (await queuedKeys(page)).filter((one) => !before.includes(one));
  await expect(toast(page).getByRole('status')).toContainText(arrival.lead(2), { timeout: 60_000 });
  await test.step('FAN-15a the hand feels that it is saved, and that it is public', () =>
    expect.poll(() => taps(page)).toEqual([12, 12]));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('link', { name: shell.gallery }).first().click();
  await expect(page).toHaveURL(/gallery\.html/);
  await toast(page)
    .getByRole('button', { name: /で見る$/ })
    .click();
  await expect(page).toHaveURL(/event-detail\.html\?e=[^&]+$/);
  await expect.poll(async () => (await outlined(page, 'ever')).toSorted()).toEqual(keys.toSorted());
  await expect(toast(page)).toHaveCount(0);
});

test('FAN-26c a later post without signal is told by the sheet', async () => {
  const { page } = phone;
  await fillForm(page, files.slice(6, 7));
  await phone.setOffline(true);
  await submitPost(page);
  await expect(sheet(page, postForm.savedTitle)).toBeVisible();
  await expect(toast(page)).toHaveCount(0);
  await phone.setOffline(false);
  await expect(sheet(page, arrival.title)).toBeVisible({ timeout: 60_000 });
});

test('FAN-26b FAN-26e a post that is refused: the toast says so, stays, and leads to the queue', async () => {
  const { page } = phone;
  const userId = await page.evaluate(() => localStorage.getItem('USER_ID') ?? '');
  await fillForm(page, files.slice(7, 8));
  holdPhotos();
  await submitPost(page);
  await expect(toast(page)).toContainText(arrival.sent.sending.text(1));
  await product.admin('users', 'suspend', userId, '-t', CLUB, '--reason', '迷惑な投稿');
  letPhotosPass();
  await expect(toast(page).getByRole('status')).toContainText(arrival.sent.problem.lead, { timeout: 60_000 });
  await toast(page).getByRole('button', { name: postForm.seeOutbox }).click();
  await expect(page.getByRole('dialog').getByText(outbox.advice.SUSPENDED)).toBeVisible();
  await expect(toast(page)).toHaveCount(0);
});
