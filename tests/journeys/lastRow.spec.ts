/** The end of a grid of photos: no small photo stands there alone. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { gallery } from '../../src/messages/ja.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { launchBrowser } from './support/browser.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let browser: Browser;
test.beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
});
test.afterAll(async () => {
  await browser.close();
  await product.stop();
});

const openPage = async (path: string, width: number, height = 844): Promise<Page> => {
  const page = await browser.newPage({ viewport: { width, height }, locale: 'ja-JP', serviceWorkers: 'block' });
  await page.goto(product.url + path);
  return page;
};

interface Row {
  readonly photos: number;
  readonly height: number;
  /** Width that is left at its end, in pixels. */
  readonly rest: number;
}

/** Rows of photos of the first grid of the page. */
const rowsOf = (page: Page): Promise<Row[]> =>
  page.evaluate(() => {
    const grid = document.querySelector('#main ul[data-size="medium"]:not([data-row])') as HTMLElement;
    const { right } = grid.getBoundingClientRect();
    const rows = new Map<number, DOMRect[]>();
    for (const cell of grid.querySelectorAll(':scope > [data-photo]')) {
      const box = cell.getBoundingClientRect();
      const top = Math.round(box.top);
      rows.set(top, [...(rows.get(top) ?? []), box]);
    }
    return [...rows.values()].map((row) => ({
      photos: row.length,
      height: row[0]?.height ?? 0,
      rest: right - (row.at(-1)?.right ?? 0),
    }));
  });

const setMarginOfTied = (page: Page, margin: string) =>
  page.evaluate((value) => {
    for (const cell of document.querySelectorAll<HTMLElement>('[data-tied]')) cell.style.marginInline = value;
  }, margin);

test('FAN-16a FAN-16b on wide screens the last row of a match’s photos has two at least, at every width', async () => {
  const page = await openPage(`/${CLUB}/event-detail.html?e=${CLUB}-today`, 1440, 900);
  const cells = page.locator('#main ul[data-size="medium"]:not([data-row]) > [data-photo]');
  await expect(cells.nth(8)).toBeAttached();
  await expect(page.getByText(gallery.end(await cells.count()))).toBeAttached();
  let lonely = 0;
  for (let width = 800; width <= 1720; width += 10) {
    await page.setViewportSize({ width, height: 900 });
    const rows = nonEmpty(await rowsOf(page));
    expect(rows.at(-1)?.photos, `${width} px`).toBeGreaterThanOrEqual(2);
    for (const { rest, height } of rows) expect(rest < 2 || height > 400, `${width} px`).toBe(true);
    for (const { rest } of rows) expect(rest, `${width} px`).toBeGreaterThan(-1);
    // What would be without the tie.
    await setMarginOfTied(page, '0');
    if ((await rowsOf(page)).at(-1)?.photos === 1) lonely += 1;
    await setMarginOfTied(page, '');
  }
  expect(lonely, 'widths at which one photo would be left over').toBeGreaterThan(0);
  await page.close();
});

test('FAN-16c below home’s grid a button says how many photos are left and leads to all', async () => {
  for (const [club, width] of [
    [CLUB, 390],
    [CLUB, 1440],
    [LEAGUE, 320],
    [LEAGUE, 1440],
  ] as const) {
    const page = await openPage(`/${club}/`, width);
    const list = page.getByRole('list', { name: gallery.newest });
    const head = page.locator('#newest').locator('..');
    const total = Number.parseInt((await head.getByText(/^\d+枚$/).textContent()) ?? '', 10);
    const shown = await list.locator('[data-photo]').count();
    const others = page.getByRole('link', { name: gallery.others(total - shown) });
    await others.scrollIntoViewIfNeeded();
    const [box, grid] = await Promise.all([others.boundingBox(), list.boundingBox()]);
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    expect(box?.y).toBeGreaterThan((grid?.y ?? 0) + (grid?.height ?? 0));
    // The last row has no white at its end.
    for (const { rest } of nonEmpty(await rowsOf(page))) expect(rest).toBeLessThan(2);
    await others.click();
    await expect(page).toHaveURL(`${product.url}/${club}/gallery.html`);
    await page.close();
  }
});
