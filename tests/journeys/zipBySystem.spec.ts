/** The photos of a ZIP the browser fetches by itself (Background Fetch): it goes on without a page, and what the card says stays true. */
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { photoSelection as texts, photoZip as zip } from '../../src/messages/jaSelection.ts';
import { UNFINISHED_ZIP } from '../../src/platform/storage/unfinishedZip.ts';
import { CLUB } from '../support/tenants.ts';
import { galleryUrl, untilWorkerControls } from './support/fan.ts';
import { type Asked, type Line, openLine } from './support/line.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';
import { photosOf } from './support/published.ts';
import { systemFetches } from './support/systemFetches.ts';
import { namesIn, withoutFilePicker } from './support/zips.ts';

const PHOTOS = 12;
let product: Product;
let line: Line;
let phone: Phone;

test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.stop());
test.beforeEach(async () => {
  line = await openLine(product.url);
  // Slow enough that there is a while in which to do something.
  line.decide = (asked) => (isOriginal(asked) ? { delayMs: 400 } : 'pass');
  phone = await openPhone({ isWhole: true });
  await phone.context.addInitScript(withoutFilePicker);
  await openGallery();
  await untilWorkerControls(phone.page);
});
test.afterEach(async () => {
  await phone.close();
  await line.close();
});

const isOriginal = ({ path }: Asked) => path.includes('/original/');
const askedOriginals = () => line.asked.filter(isOriginal).map(({ path }) => path);
const openGallery = () => phone.page.goto(line.url + galleryUrl());
/** Of this origin, and none of the product's scripts runs in it. */
const openNothing = () => phone.page.goto(`${line.url}/config.json`);
const card = (page: Page) => page.getByRole('region', { name: zip.label });
const pressSave = (page: Page) =>
  card(page)
    .getByRole('button', { name: /^ZIPを保存/ })
    .click();

async function askForZip(page: Page): Promise<void> {
  const keys = (await photosOf(product.url, CLUB))
    .filter(({ usepermit }) => usepermit)
    .map(({ media_url }) => media_url)
    .slice(0, PHOTOS);
  await page.getByRole('button', { name: texts.select, exact: true }).click();
  for (const key of keys) await page.locator(`li[data-photo="${key}"]`).getByRole('checkbox').click();
  await page.getByRole('region', { name: texts.group }).getByRole('button', { name: texts.save, exact: true }).click();
}

/** Pictures on the device; the list of the photos stands beside them. */
const keptCount = (page: Page): Promise<number> =>
  page.evaluate(
    async (name) => ((await caches.has(name)) ? (await (await caches.open(name)).keys()).length - 1 : 0),
    UNFINISHED_ZIP,
  );
const untilKept = (atLeast: number): Promise<void> =>
  expect.poll(() => keptCount(phone.page), { timeout: 60_000 }).toBeGreaterThanOrEqual(atLeast);

async function expectWholeZip(page: Page): Promise<void> {
  await expect(card(page).getByRole('button', { name: /^ZIPを保存/ })).toBeVisible({ timeout: 90_000 });
  const saving = page.waitForEvent('download');
  await pressSave(page);
  expect(namesIn(await readFile(await (await saving).path()))).toHaveLength(PHOTOS);
  await expect(card(page).getByRole('status')).toHaveText(zip.done(PHOTOS));
  expect(await page.evaluate((name) => caches.has(name), UNFINISHED_ZIP)).toBe(false);
}

test('KEP-03e the page left, the browser fetches on, and the next page offers the ZIP at once', async () => {
  await askForZip(phone.page);
  await expect(card(phone.page)).toContainText(zip.bySystem);
  await untilKept(2);
  await openNothing();
  await untilKept(PHOTOS);
  await expect.poll(() => systemFetches(phone.page)).toBe(0);
  await openGallery();
  await expectWholeZip(phone.page);
  const asked = askedOriginals();
  expect([asked.length, new Set(asked).size], 'none is fetched twice').toEqual([PHOTOS, PHOTOS]);
});

test('KEP-03e killed in the midst, the browser goes on when it starts, and the card with it', async () => {
  await askForZip(phone.page);
  await untilKept(2);
  await phone.kill();
  await phone.open();
  await phone.context.addInitScript(withoutFilePicker);
  await openGallery();
  // No press is needed.
  await expectWholeZip(phone.page);
});

test('KEP-03f given up, nothing is fetched any more and nothing stays', async () => {
  const { page } = phone;
  // However long the way to the button: some are left to be given up.
  line.decide = (asked) => (isOriginal(asked) && askedOriginals().length > 4 ? 'hang' : 'pass');
  await askForZip(page);
  await untilKept(2);
  await card(page).getByRole('button', { name: zip.giveUp }).click();
  await expect(card(page)).toHaveCount(0);
  await expect.poll(() => systemFetches(page)).toBe(0);
  const asked = askedOriginals().length;
  expect(asked).toBeLessThan(PHOTOS);
  await expect.poll(() => page.evaluate((name) => caches.has(name), UNFINISHED_ZIP)).toBe(false);
  await page.reload();
  await expect(page.getByRole('button', { name: texts.select, exact: true })).toBeVisible();
  await expect(card(page)).toHaveCount(0);
  // What was on its way.
  expect(askedOriginals().length - asked).toBeLessThanOrEqual(4);
});

test('KEP-03f where the fan has refused it, the page fetches as before and says so', async () => {
  const { page } = phone;
  const devTools = await page.context().newCDPSession(page);
  const permission = { name: 'background-fetch' };
  await devTools.send('Browser.setPermission', { permission, setting: 'denied', origin: line.url });
  await askForZip(page);
  await expect(card(page).getByRole('status')).toHaveText(zip.fetching);
  await untilKept(2);
  await expect(card(page)).not.toContainText(zip.bySystem);
  expect(await systemFetches(page)).toBe(0);
  await expectWholeZip(page);
});
