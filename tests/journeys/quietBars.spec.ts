/** A phone's header and the toolbar of a list: away while the fan reads on, back while the fan scrolls up. */
import { expect, type Page, test } from '@playwright/test';
import { narrow, sorts } from '../../src/messages/jaSearch.ts';
import { photoSelection } from '../../src/messages/jaSelection.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { galleryUrl } from './support/fan.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';

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

const header = (page: Page) => page.getByRole('banner');
const toolbar = (page: Page) => page.locator('[data-toolbar]');
const state = (page: Page) => page.evaluate(() => document.documentElement.dataset.bars);
/** Lower edge of what covers the top of the list, in pixels of the screen. */
const covered = (page: Page) =>
  page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('header, [data-toolbar]')].map((bar) => bar.getBoundingClientRect().bottom),
    ),
  );

async function openList(page: Page, path = galleryUrl()): Promise<void> {
  await page.goto(product.url + path);
  await expect(page.getByRole('button', { name: photoSelection.select, exact: true })).toBeVisible();
  await expect.poll(() => state(page)).toBe('shown');
}

/** Scrolls in steps, each seen by the page in a frame of its own. */
const scroll = (page: Page, by: number, steps = 6) =>
  page.evaluate(
    async ([pixels, count]) => {
      for (let step = 0; step < count; step++) {
        scrollBy(0, pixels / count);
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
      }
    },
    [by, steps] as const,
  );

test('FAN-17a header and toolbar go while a fan scrolls down, return on the way up, and nothing else moves', async () => {
  const { page } = phone;
  for (const path of [galleryUrl(), `/${LEAGUE}/gallery.html`, `/${CLUB}/event-detail.html?e=${CLUB}-today`])
    await test.step(path, async () => {
      await openList(page, path);
      await page.evaluate(() => {
        const { dataset } = document.body;
        dataset.shifts = '0';
        new PerformanceObserver((list) => {
          dataset.shifts = String(Number(dataset.shifts) + list.getEntries().length);
        }).observe({ type: 'layout-shift' });
      });
      const row = await toolbar(page).evaluate((bar) =>
        [...bar.querySelectorAll('button, select')].map((one) => one.getBoundingClientRect().top),
      );
      expect(row.length).toBe(3);
      expect(Math.max(...row) - Math.min(...row)).toBeLessThan(2);
      await scroll(page, 1_400, 16);
      await expect.poll(() => state(page)).toBe('away');
      await expect.poll(() => covered(page)).toBeLessThanOrEqual(0);
      await scroll(page, -60);
      await expect.poll(() => state(page)).toBe('shown');
      await expect(toolbar(page)).toBeInViewport({ ratio: 1 });
      await expect.poll(async () => Math.round((await header(page).boundingBox())?.y ?? -1)).toBe(0);
      const [top, bottom] = [await toolbar(page).boundingBox(), await header(page).boundingBox()];
      expect(top?.y).toBeCloseTo((bottom?.y ?? 0) + (bottom?.height ?? 0), 0);
      await expect(page.locator('body')).toHaveAttribute('data-shifts', '0');
    });
});

test('FAN-17b the bars stay at the top, for the keyboard, below an overlay and while photos are selected', async () => {
  const { page } = phone;
  await openList(page);
  await test.step('at the top, also when it springs back', async () => {
    await scroll(page, 80);
    expect(await state(page)).toBe('shown');
    await scroll(page, 600);
    await expect.poll(() => state(page)).toBe('away');
    // An iPhone's page that is pulled beyond its top.
    await page.evaluate(async () => {
      scrollTo(0, 0);
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      const own = Object.getOwnPropertyDescriptor(window, 'scrollY') as PropertyDescriptor;
      for (const y of [-80, -40, -10, 0]) {
        Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
        dispatchEvent(new Event('scroll'));
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
      }
      Object.defineProperty(window, 'scrollY', own);
    });
    expect(await state(page)).toBe('shown');
  });
  await test.step('while photos are selected', async () => {
    await scroll(page, 600);
    await expect.poll(() => state(page)).toBe('away');
    await scroll(page, -100);
    const select = page.getByRole('button', { name: photoSelection.select, exact: true });
    await select.tap();
    await expect(select).toHaveAttribute('aria-pressed', 'true');
    await scroll(page, 600);
    await expect.poll(() => covered(page)).toBeGreaterThan(100);
    await expect(select).toBeInViewport({ ratio: 1 });
    await select.tap();
    await scroll(page, 300);
    await expect.poll(() => state(page)).toBe('away');
  });
  await test.step('below the narrowing panel', async () => {
    await scroll(page, -60);
    await page.getByRole('button', { name: narrow.open }).tap();
    await expect(page.getByRole('dialog')).toBeVisible();
    await scroll(page, 600);
    expect(await covered(page)).toBeGreaterThan(100);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('FAN-17b the keyboard brings the bars back, and what it reaches stands below them', async () => {
  const { page } = phone;
  await openList(page);
  await scroll(page, 1_200, 12);
  await expect.poll(() => state(page)).toBe('away');
  await page.keyboard.press('Tab');
  await page.getByRole('combobox', { name: sorts.label }).focus();
  await expect.poll(() => state(page)).toBe('shown');
  await expect(toolbar(page)).toBeInViewport({ ratio: 1 });
  const cells = page.locator('#main li[data-photo] > a');
  await cells.nth(12).focus();
  for (let back = 0; back < 10; back++) {
    await page.keyboard.press('Shift+Tab');
    await expect(async () => {
      const lower = await covered(page);
      const box = await page.evaluate(() => {
        const one = document.activeElement as Element;
        return { top: one.getBoundingClientRect().top, isBar: one.closest('header, [data-toolbar]') !== null };
      });
      expect(box.isBar || box.top >= lower).toBe(true);
    }).toPass();
  }
});

test('FAN-17a with less motion wanted the bars go and come without animation', async () => {
  const { page } = phone;
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openList(page);
  const seconds = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('header, [data-toolbar]')].map((bar) =>
        Number.parseFloat(getComputedStyle(bar).transitionDuration),
      ),
    );
  expect(Math.min(...(await seconds()))).toBeGreaterThan(0.1);
  expect(await seconds()).toHaveLength(2);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(Math.max(...(await seconds()))).toBeLessThan(0.001);
});
