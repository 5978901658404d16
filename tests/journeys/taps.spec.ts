/** Fingers are quicker than overlays: the second tap of a double tap is meant for what stood there at the first. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { ui } from '../../src/messages/ja.ts';
import { login } from '../../src/messages/jaAccount.ts';
import { shell } from '../../src/messages/jaShell.ts';
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

/** Pauses between the two taps of quick and slow fingers, in milliseconds. */
const GAPS = [60, 120, 200] as const;

/** Two taps on the same place. `at`: share of its height, from above. */
async function doubleTap(page: Page, target: Locator, gap: number, at = 0.5): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error('nothing to tap');
  const [x, y] = [box.x + box.width / 2, box.y + box.height * at];
  await page.touchscreen.tap(x, y);
  await pause(gap);
  await page.touchscreen.tap(x, y);
}

test('PHO-02a PHO-02c a double tap on a card opens its photo and stays with it; one step back closes it', async () => {
  const { page } = phone;
  await page.goto(product.url + galleryUrl());
  const cards = page.getByRole('main').locator('li[data-photo]');
  await expect(page.getByRole('navigation', { name: shell.mainNav })).toBeVisible();
  const pages = new Set<string>();
  page.on('framenavigated', (frame) => pages.add(new URL(frame.url()).pathname));
  for (const [index, at] of [
    [0, 0.5],
    [2, 0.9],
    [4, 0.2],
    [5, 0.5],
  ] as const)
    for (const gap of GAPS)
      await test.step(`card ${index}, ${gap} ms`, async () => {
        const card = cards.nth(index);
        const key = await card.getAttribute('data-photo');
        await doubleTap(page, card.getByRole('link'), gap, at);
        await expect(page.getByRole('dialog').locator('[data-photo-detail]')).toBeVisible();
        // What a tap that got through would have done is done by now: the photo's page answers presses again.
        await expect.poll(() => page.evaluate(() => document.querySelectorAll('dialog[open]').length)).toBe(1);
        await pause(500);
        expect(new URL(page.url()).searchParams.get('q')).toBe(key);
        await page.goBack();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        expect(new URL(page.url()).searchParams.get('q')).toBeNull();
        await expect(card.getByRole('link')).toBeFocused();
      });
  await test.step('both taps before anything opens: one entry in the history', async () => {
    const before = await page.evaluate(() => history.length);
    await cards
      .first()
      .getByRole('link')
      .evaluate((link: HTMLElement) => {
        link.click();
        link.click();
      });
    await expect(page.getByRole('dialog').locator('[data-photo-detail]')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // Entries ahead of a place are replaced by the next one.
    expect(await page.evaluate(() => history.length)).toBe(before);
  });
  expect([...pages]).toEqual([galleryUrl()]);
});

test('OVL-01c MOD-02 a double tap opens menu, login and search once, and chooses nothing in them', async () => {
  const { page } = phone;
  await page.goto(product.url + galleryUrl());
  for (const gap of GAPS) {
    for (const [opener, title] of [
      [page.getByRole('button', { name: shell.menu }), shell.menu],
      [page.getByRole('button', { name: shell.login, exact: true }), login.title],
      [page.getByRole('button', { name: shell.myPage }), login.title],
      [page.getByRole('button', { name: shell.search, exact: true }), shell.search],
    ] as const)
      await test.step(`${title}, ${gap} ms`, async () => {
        await doubleTap(page, opener, gap);
        await expect(page.getByRole('dialog', { name: title })).toBeVisible();
        await pause(500);
        await expect(page.getByRole('dialog')).toHaveCount(1);
        await page.getByRole('dialog').getByRole('button', { name: ui.close, exact: true }).tap();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await pause(500);
      });
  }
});

test('OVL-01d a double tap on the close control presses nothing that lies below it', async () => {
  const { page } = phone;
  await page.goto(product.url + galleryUrl());
  for (const gap of GAPS) {
    await page.getByRole('main').locator('li[data-photo]').first().getByRole('link').tap();
    const close = page.getByRole('dialog').getByRole('button', { name: ui.close, exact: true });
    await expect(close).toBeVisible();
    await pause(500);
    await doubleTap(page, close, gap);
    await pause(500);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(product.url + galleryUrl());
  }
});
