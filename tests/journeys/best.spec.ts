/** The best photos of a match, above its list. */
import { expect, type Page, test } from '@playwright/test';
import type { PhotoPage } from '../../src/contract/entities.ts';
import { BEST_OF_EVENT } from '../../src/contract/limits.ts';
import { gallery } from '../../src/messages/ja.ts';
import { event as texts } from '../../src/messages/jaEvent.ts';
import { photoRow } from '../../src/messages/jaPhotoRow.ts';
import { players } from '../../src/messages/jaPlayers.ts';
import { findTenant } from '../../tenants/index.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import { CLUB } from '../support/tenants.ts';
import { launchBrowser } from './support/browser.ts';
import { demoFan, openPostForm, pickPhotos, signIn, submitPost, untilPrepared } from './support/fan.ts';
import { watchShifts } from './support/firstFrame.ts';
import { expectDrawn, openCold, untilPhotos, visitUntilKept } from './support/kept.ts';
import { openLine } from './support/line.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';
import { photosOf } from './support/published.ts';

let product: Product;
let phone: Phone;
/** Photos a phone posts at once. */
const AT_ONCE = 5;
test.beforeAll(async () => {
  product = await startProduct();
  await fillMatch();
});
test.afterAll(() => product.stop());
test.afterEach(() => phone.close());

const config = findTenant(CLUB)?.config;
const title = texts.best(config?.eventTitle ?? '');
const strip = (page: Page) => page.getByRole('list', { name: title, exact: true });
const namesIn = (page: Page) =>
  strip(page)
    .getByRole('listitem')
    .evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).dataset.photo ?? ''));

/** The demo's match has too few photos for the row: a fan posts the others. */
async function fillMatch(): Promise<void> {
  const eventId = `${CLUB}-today`;
  const files = await lightPictures(2 * AT_ONCE);
  const countNow = async () => (await photosOf(product.url, CLUB)).filter((photo) => photo.event_id === eventId).length;
  const poster = await openPhone({ hasWorker: false });
  const { page } = poster;
  await signIn(page, product.url, demoFan('fan'));
  for (const from of [0, AT_ONCE]) {
    const before = await countNow();
    await page.goto(`${product.url}/${CLUB}/event-detail.html?e=${eventId}`);
    await openPostForm(page);
    await pickPhotos(page, files.slice(from, from + AT_ONCE));
    await untilPrepared(page, AT_ONCE);
    await submitPost(page);
    await expect.poll(countNow, { timeout: 60_000 }).toBe(before + AT_ONCE);
  }
  expect(await countNow()).toBeGreaterThanOrEqual(BEST_OF_EVENT.photosMin);
  await poster.close();
}

/** The newest match of the demo, and its best photos as the server has them. */
async function bestMatch() {
  const headers = { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB };
  const ask = async (path: string) =>
    (await (await fetch(`${product.url}/f/media/public/list/items/${path}`, { headers })).json()) as PhotoPage;
  const e = (await ask('all')).media_list[0]?.event_id ?? '';
  const { media_list } = await ask(`event?e=${e}&best=true`);
  return { path: `/${CLUB}/event-detail.html?e=${e}`, photos: media_list.map(({ media_url }) => media_url) };
}

test('FAN-18d the best photos of a match come with its HTML, nothing moves, and one is turned to the next', {
  tag: '@core',
}, async () => {
  phone = await openPhone({ hasWorker: false });
  const { page } = phone;
  const match = await bestMatch();
  expect(match.photos.length).toBeGreaterThanOrEqual(BEST_OF_EVENT.min);
  const html = await (await fetch(product.url + match.path)).text();
  const drawn = html.slice(html.indexOf('<div id="root"'), html.indexOf(gallery.listLabel));
  expect([drawn.includes(title), match.photos.filter((name) => !drawn.includes(name))]).toEqual([true, []]);

  const shifts = await watchShifts(page);
  await page.goto(product.url + match.path);
  await expect.poll(() => namesIn(page)).toEqual(match.photos);
  await untilPhotos(page);
  // Before a photo is opened: its detail is another for each photo, and a busy machine draws it late after the key.
  expect(await shifts()).toBeLessThan(0.02);
  await strip(page).getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(`q=${encodeURIComponent(match.photos[0] ?? '-')}`));
  await expectDrawn(page.getByRole('dialog').locator('figure img').first());
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(new RegExp(`q=${encodeURIComponent(match.photos[1] ?? '-')}`));
  await page.goBack();
  await expect(strip(page)).toBeVisible();
});

test('FAN-18b a list that is narrowed has no such row, a widened one has it again', async () => {
  phone = await openPhone({ hasWorker: false });
  const { page } = phone;
  const { path, photos } = await bestMatch();
  await page.goto(product.url + path);
  await expect.poll(() => namesIn(page)).toEqual(photos);
  const chip = page
    .getByRole('list', { name: players.shown(config?.playerlabel ?? '') })
    .getByRole('link')
    .first();
  await chip.click();
  await expect(page).toHaveURL(/cp=/);
  await expect(strip(page)).toHaveCount(0);
  await chip.click();
  await expect.poll(() => namesIn(page)).toEqual(photos);
});

test('FAN-18d without signal the row shows what was seen', async () => {
  const line = await openLine(product.url);
  phone = await openPhone();
  const { path, photos } = await bestMatch();
  await visitUntilKept(phone.page, line.url + path);
  await expect.poll(() => namesIn(phone.page)).toEqual(photos);
  await openCold(phone, line, path);
  await expect.poll(() => namesIn(phone.page)).toEqual(photos);
  await line.close();
});

test('FAN-28b on a desktop the row ends with the content, fades where it goes on, and an arrow turns it', async () => {
  phone = await openPhone({ hasWorker: false });
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: { width: 1000, height: 900 }, serviceWorkers: 'block' });
  const { path } = await bestMatch();
  await page.goto(product.url + path);
  const row = strip(page);
  const on = page.getByRole('button', { name: photoRow.on });
  await expect(on).toBeVisible();
  const [box, head] = await Promise.all([row.boundingBox(), page.locator('#event-photos').locator('..').boundingBox()]);
  expect(box?.x).toBeCloseTo(head?.x ?? 0, 0);
  expect(box?.width).toBeCloseTo(head?.width ?? 0, 0);
  const maskOf = () => row.evaluate((list) => getComputedStyle(list).maskImage);
  expect(await maskOf()).toContain('linear-gradient');
  await expect(page.getByRole('button', { name: photoRow.back })).toHaveCount(0);
  await expect(async () => {
    if (await on.isVisible()) await on.click();
    await expect(on).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  await expect(page.getByRole('button', { name: photoRow.back })).toBeVisible();
  await browser.close();
});
