/** The running match is on the phone before the fan asks for it (FAN-09): a stadium has no signal when it begins. */
import { expect, test } from '@playwright/test';
import { CLUB } from '../support/tenants.ts';
import { untilWorkerControls } from './support/fan.ts';
import { expectDrawn, keptEntries } from './support/kept.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let phone: Phone;
const MATCH = `${CLUB}-today`;

test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.stop());
test.beforeEach(async () => {
  phone = await openPhone();
});
test.afterEach(() => phone.close());

test('FAN-09c home was seen with signal: the running match and its first photos open without', async () => {
  const { page } = phone;
  await page.goto(`${product.url}/${CLUB}/`);
  await untilWorkerControls(page);
  const kept = async () => (await keptEntries(page)).map(({ url }) => decodeURIComponent(url));
  // The last of what is loaded ahead: a photo as it is opened with.
  await expect
    .poll(async () => (await kept()).filter((url) => url.includes(`/${MATCH}/variant/1024/`)).length, {
      timeout: 60_000,
    })
    .toBe(4);
  await phone.setOffline(true);
  const main = page.getByRole('main');
  await main.locator(`a[href*="e=${MATCH}"]`).first().click();
  await expect(page).toHaveURL(/event-detail\.html/);
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  const cards = main.locator('li[data-photo]');
  await expectDrawn(cards.nth(0).locator('img'));
  await expectDrawn(cards.nth(5).locator('img'));
  await cards.first().getByRole('link').click();
  await expectDrawn(page.getByRole('dialog').locator('figure img').first());
});

test('FAN-09c who saves data gets nothing that was not asked for', async () => {
  const { page, context } = phone;
  await context.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  );
  const asked: string[] = [];
  context.on('request', (request) => asked.push(decodeURIComponent(request.url())));
  await page.goto(`${product.url}/${CLUB}/`);
  await untilWorkerControls(page);
  // What comes after the look at the line is asked for by every page: by then a match would have been, too.
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 12_000 })));
  await page.waitForLoadState('networkidle');
  expect(asked.length).toBeGreaterThan(5);
  // Once the match is over, from midnight in Tokyo on, home shows its best photos: those are asked for to be seen.
  const ahead = asked.filter((url) => !url.includes('/list/popular?'));
  expect(ahead.filter((url) => url.includes(`e=${MATCH}`) || url.includes(`/event/item/${MATCH}`))).toEqual([]);
});
