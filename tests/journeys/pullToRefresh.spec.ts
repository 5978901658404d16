/** Pull to refresh in an iPhone's home-screen app. No test browser is one: the page is told that it is. */
import { expect, type Page, test } from '@playwright/test';
import { endpoints } from '../../src/contract/endpoints.ts';
import { pulling } from '../../src/messages/jaPulling.ts';
import { narrow } from '../../src/messages/jaSearch.ts';
import { photoSelection } from '../../src/messages/jaSelection.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { galleryUrl } from './support/fan.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';

/** Without the number of the list. */
const [LIST_PATH = ''] = endpoints.getPublicList.path.split('{');

let product: Product;
let phone: Phone;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.stop());
test.beforeEach(async () => {
  phone = await openPhone({ hasWorker: false });
});
test.afterEach(() => phone.close());

const beHomeScreenApp = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'standalone', { value: true }));

/** How often the page asks for the beginning of a list of photos. */
function countLists(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes(LIST_PATH) && !request.url().includes('cursor='))
      count += 1;
  });
  return () => count;
}

/** One finger from below the header down and sideways. Returns what lifts it. */
async function hold(page: Page, down: number, right = 0): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) => {
    const touchPoints = type === 'touchEnd' ? [] : [{ x: 120 + right * part, y: 300 + down * part }];
    await session.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  await touch('touchStart', 0);
  for (let step = 1; step <= 8; step++) await touch('touchMove', step / 8);
  return async () => {
    await touch('touchEnd', 1);
    await session.detach();
  };
}

const pull = async (page: Page, down: number, right = 0) => (await hold(page, down, right))();

const pill = (page: Page, text: string) => page.locator('[data-phase]').getByText(text);

async function openList(page: Page, path = galleryUrl()): Promise<void> {
  await page.goto(product.url + path);
  await expect(page.locator('#main [data-photo]').nth(5)).toBeVisible();
  await page.waitForLoadState('networkidle');
}

test('FAN-17c pulling a list down at its top asks for it again, and says so', async () => {
  const { page } = phone;
  await beHomeScreenApp(page);
  for (const path of [galleryUrl(), `/${LEAGUE}/gallery.html`, `/${CLUB}/`])
    await test.step(path, async () => {
      await openList(page, path);
      const lists = countLists(page);
      await pull(page, 50);
      await expect(page.locator('[data-phase]')).toHaveCount(0);
      expect(lists()).toBe(0);
      const letGo = await hold(page, 60);
      await expect(pill(page, pulling.pull)).toBeVisible();
      await letGo();
      const release = await hold(page, 160);
      await expect(pill(page, pulling.release)).toBeVisible();
      expect(lists()).toBe(0);
      await release();
      await expect.poll(lists).toBeGreaterThan(0);
      await expect(page.getByRole('status').filter({ hasText: pulling.done })).toBeAttached();
      await expect(page.locator('[data-phase]')).toHaveCount(0);
    });
});

test('FAN-17c a list that cannot be loaded again stays, and the fan is told', async () => {
  const { page } = phone;
  await beHomeScreenApp(page);
  await openList(page);
  await page.route('**/*', (route) => route.abort());
  await pull(page, 160);
  await expect(page.getByText(pulling.failed)).toBeVisible();
  await expect(page.locator('[data-phase]')).toHaveCount(0);
  await expect(page.locator('#main [data-photo]').nth(5)).toBeVisible();
});

test('FAN-17c no pull sideways, amid the list, below a panel or while photos are selected', async () => {
  const { page } = phone;
  await beHomeScreenApp(page);
  await openList(page);
  const lists = countLists(page);
  await pull(page, 160, 220);
  await page.evaluate(() => scrollTo(0, 500));
  await pull(page, 160);
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole('button', { name: photoSelection.select, exact: true }).tap();
  await expect(page.locator('[data-selecting]')).toBeAttached();
  await pull(page, 160);
  await page.getByRole('button', { name: photoSelection.select, exact: true }).tap();
  await page.getByRole('button', { name: narrow.open }).tap();
  await expect(page.getByRole('dialog')).toBeVisible();
  await pull(page, 160);
  expect(lists()).toBe(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await pull(page, 160);
  await expect.poll(lists).toBeGreaterThan(0);
});

test('FAN-17c nothing in a browser, whose own gesture it is; no motion where less is wanted', async () => {
  const { page } = phone;
  await openList(page);
  const lists = countLists(page);
  const letGo = await hold(page, 160);
  await expect(page.locator('[data-phase]')).toHaveCount(0);
  await letGo();
  expect(lists()).toBe(0);
  await beHomeScreenApp(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openList(page);
  await hold(page, 60);
  await expect(pill(page, pulling.pull)).toHaveCSS('transform', 'none');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect(pill(page, pulling.pull)).not.toHaveCSS('transform', 'none');
});
