/** A match the browser fetches by itself (Background Fetch): it goes on without a page, and what the sheet says stays true. */
import { expect, type Page, test } from '@playwright/test';
import { keepButton } from '../../src/messages/jaKeepButton.ts';
import { kept } from '../../src/messages/jaKept.ts';
import { untilWorkerControls } from './support/fan.ts';
import { buttonNamed as button, pressKeep, keepSheet as sheet, storedCount, untilStored } from './support/keepSheet.ts';
import { type Asked, type Line, openLine } from './support/line.ts';
import { type LongMatch, longMatch } from './support/longMatch.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';
import { systemFetches } from './support/systemFetches.ts';

const PHOTOS = 40;
let product: Product;
let match: LongMatch;
let line: Line;
let phone: Phone;

test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.stop());
test.beforeEach(async () => {
  match = await longMatch(product.url, PHOTOS);
  line = await openLine(product.url);
  line.decide = slowly;
  phone = await openPhone({ isWhole: true });
  await openMatch();
  await untilWorkerControls(phone.page);
});
test.afterEach(async () => {
  await phone.close();
  await line.close();
});

const isKeptPicture = ({ path }: Asked) => path.includes('/variant/1600/');
/** Slow enough that there is a while in which to do something. */
const slowly: Line['decide'] = (asked) => {
  const answer = match.answer(asked);
  return isKeptPicture(asked) && typeof answer === 'object' && 'body' in answer ? { ...answer, afterMs: 200 } : answer;
};
const askedPictures = () => line.asked.filter(isKeptPicture).length;
const openMatch = () => phone.page.goto(line.url + match.path);

async function startKeeping(page: Page): Promise<void> {
  await pressKeep(page);
  await expect(sheet(page).getByText(kept.runningBySystem)).toBeVisible();
}

/** Of this origin, and none of the product's scripts runs in it. */
const openNothing = () => phone.page.goto(`${line.url}/config.json`);

test('KEP-03a the page left, the browser fetches on and the worker takes in all of it', async () => {
  await startKeeping(phone.page);
  await untilStored(phone.page, 3);
  await openNothing();
  await untilStored(phone.page, PHOTOS);
  await expect.poll(() => systemFetches(phone.page)).toBe(0);
  const asked = askedPictures();
  await openMatch();
  await expect(button(phone.page, keepButton.keptAlready)).toBeVisible();
  expect(askedPictures(), 'nothing is fetched twice').toBe(asked);
});

test('KEP-03a killed in the midst, the browser goes on when it starts, without a page of the match', async () => {
  await startKeeping(phone.page);
  await untilStored(phone.page, 3);
  await phone.kill();
  await phone.open();
  await openNothing();
  await untilStored(phone.page, PHOTOS);
  await openMatch();
  await expect(button(phone.page, keepButton.keptAlready)).toBeVisible();
});

test('KEP-03c paused, nothing more is fetched; resumed, what is missing alone; removed, nothing stays', async () => {
  const { page } = phone;
  await startKeeping(page);
  await untilStored(phone.page, 5);
  await sheet(page).getByRole('button', { name: kept.pause }).click();
  await expect(sheet(page).getByText(kept.pausedText)).toBeVisible();
  await expect.poll(() => systemFetches(page)).toBe(0);
  const paused = askedPictures();
  const stored = await storedCount(page);
  expect(stored).toBeLessThan(PHOTOS);
  await sheet(page).getByRole('button', { name: kept.resume }).click();
  await expect(sheet(page).getByText(kept.whole)).toBeVisible({ timeout: 90_000 });
  expect(await storedCount(page)).toBe(PHOTOS);
  // What was on its way at the pause.
  expect(askedPictures() - paused).toBeLessThanOrEqual(PHOTOS - stored + 4);

  await sheet(page).getByRole('button', { name: kept.remove, exact: true }).press('Enter');
  await expect(sheet(page)).toHaveCount(0);
  await button(page, keepButton.keep).click();
  await sheet(page).getByRole('button', { name: kept.start, exact: true }).click();
  await untilStored(phone.page, 3);
  await sheet(page).getByRole('button', { name: kept.remove, exact: true }).press('Enter');
  await expect.poll(() => systemFetches(page)).toBe(0);
  await expect.poll(() => storedCount(page)).toBe(0);
});

test('KEP-03b where the fan has refused it, the page fetches as before', async () => {
  const { page } = phone;
  const devTools = await page.context().newCDPSession(page);
  const permission = { name: 'background-fetch' };
  await devTools.send('Browser.setPermission', { permission, setting: 'denied', origin: line.url });
  await button(page, keepButton.keep).click();
  await sheet(page).getByRole('button', { name: kept.start, exact: true }).click();
  await expect(sheet(page).getByText(kept.running)).toBeVisible();
  expect(await systemFetches(page)).toBe(0);
  await expect(sheet(page).getByText(kept.whole)).toBeVisible({ timeout: 90_000 });
  expect(await storedCount(page)).toBe(PHOTOS);
});
