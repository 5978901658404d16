/** The rankings: their periods, and the fan's own place that stays in view. */
import { expect, type Page, test } from '@playwright/test';
import { ranking, fanRanking as texts } from '../../src/messages/jaRanking.ts';
import { findTenant } from '../../tenants/index.ts';
import { LEAGUE } from '../support/tenants.ts';
import { demoFan, signIn } from './support/fan.ts';
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

const path = `/${LEAGUE}/ranking-list.html`;
const rows = (page: Page) => page.getByRole('list', { name: texts.list }).getByRole('listitem');
const likesOf = async (page: Page) =>
  (await rows(page).allTextContents()).map((row) => Number(/いいね (\d+)$/.exec(row)?.[1] ?? Number.NaN));

/** Goes to the fans of the running season: on whatever day of a month the test runs, there are more than four. */
async function gotoFansOfSeason(page: Page): Promise<void> {
  await page.goto(`${product.url}${path}?tab=fans`);
  const season = page.getByLabel(texts.period).locator(`optgroup[label="${texts.seasons}"] option`).first();
  await page.goto(`${product.url}${path}?tab=fans&s=${((await season.getAttribute('value')) ?? '').slice(2)}`);
}

test('FAN-19a FAN-19c fans by likes in a month, a season and a match, which the address names', {
  tag: '@core',
}, async () => {
  const { page } = phone;
  await page.goto(product.url + path);
  await page
    .getByRole('navigation', { name: texts.kinds })
    .getByRole('link', { name: texts.fans, exact: true })
    .click();
  await expect(page).toHaveURL(/tab=fans/);
  // The likes of a database that was just copied are added up in its first second.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(texts.signIn)).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await expect(rows(page).nth(2)).toBeVisible();
  const ofMonth = await likesOf(page);
  expect(ofMonth).toEqual(ofMonth.toSorted((a, b) => b - a));
  expect(ofMonth[0]).toBeGreaterThan(0);

  const period = page.getByLabel(texts.period);
  const groups = await period
    .locator('optgroup')
    .evaluateAll((all) => all.map((one) => (one as HTMLOptGroupElement).label));
  expect(groups).toEqual([texts.months, texts.seasons, findTenant(LEAGUE)?.config.eventTitle]);
  const season = (await period.locator('optgroup').nth(1).locator('option').first().getAttribute('value')) ?? '';
  await period.selectOption(season);
  await expect(page).toHaveURL(new RegExp(`[?&]s=${season.slice(2)}`));
  await expect.poll(async () => (await likesOf(page))[0]).toBeGreaterThanOrEqual(ofMonth[0] ?? 0);
  const match = (await period.locator('optgroup').nth(2).locator('option').first().getAttribute('value')) ?? '';
  await period.selectOption(match);
  await expect(page).toHaveURL(new RegExp(`[?&]e=${match.slice(2)}`));
  await expect(page).not.toHaveURL(/[?&]s=/);
  await expect(rows(page).first()).toBeVisible();
  await page.reload();
  await expect(period).toHaveValue(match);
});

test('FAN-19b the own row stays in view above and below its place, and covers no row that has the focus', async () => {
  const { page } = phone;
  await page.setViewportSize({ width: 390, height: 640 });
  await signIn(page, product.url, demoFan('fan'), LEAGUE);
  await gotoFansOfSeason(page);
  const own = rows(page).filter({ hasText: /あなたは/ });
  await expect(own).toContainText(/あなたは \d+位/);
  await expect(own).toContainText(texts.toNext(1).replace(/\d+$/, ''));
  const isInView = () =>
    own.evaluate((row) => {
      const { top, bottom, left } = row.getBoundingClientRect();
      const seen = document.elementFromPoint(left + 20, (top + bottom) / 2);
      return top >= 0 && bottom <= innerHeight && seen !== null && row.contains(seen);
    });
  const index = await rows(page).evaluateAll((all) => all.findIndex((row) => row.textContent?.includes('あなたは')));
  expect(index).toBeGreaterThan(3);
  const places = ['top', 'bottom'] as const;
  for (const place of places) {
    await rows(page)
      [place === 'top' ? 'first' : 'last']()
      .evaluate((row) => row.scrollIntoView({ block: 'center' }));
    await expect.poll(isInView, place).toBe(true);
  }
  // By the keyboard from the first row on: whoever has the focus is not covered.
  await rows(page).first().getByRole('link').focus();
  for (let i = 0; i < index; i++) {
    const isSeen = await page.evaluate(() => {
      const { top, bottom, left } = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
      const seen = document.elementFromPoint(left + 20, (top + bottom) / 2);
      return seen !== null && document.activeElement?.contains(seen) === true;
    });
    expect(isSeen, `row ${i}`).toBe(true);
    await page.keyboard.press('Tab');
  }
});

test('FAN-30a players by points of all time, a season or a match, which the address names', {
  tag: '@core',
}, async () => {
  const { page } = phone;
  const players = page.getByRole('list', { name: ranking.list }).getByRole('listitem');
  const points = async () =>
    (await players.allTextContents()).map((row) => Number(/([\d,]+)pt$/.exec(row)?.[1]?.replaceAll(',', '')));
  const sum = async () => (await points()).reduce((all, one) => all + one, 0);
  await page.goto(product.url + path);
  await expect(players.nth(2)).toBeVisible();
  const ofAllTime = await sum();
  const period = page.getByLabel(texts.period);
  await expect(period).toHaveValue('');
  await expect(period.locator('optgroup').nth(1)).toBeAttached();
  for (const [param, group] of [
    ['s', 0],
    ['e', 1],
  ] as const) {
    const option = period.locator('optgroup').nth(group).locator('option').first();
    const value = (await option.getAttribute('value')) ?? '';
    await period.selectOption(value);
    await expect.poll(() => new URL(page.url()).search).toBe(`?${param}=${value.slice(2)}`);
    await page.reload();
    await expect(period).toHaveValue(value);
    await expect(players.first()).toBeVisible();
    const ofPeriod = await points();
    expect(ofPeriod).toEqual(ofPeriod.toSorted((a, b) => b - a));
    // The demo's photos of the league are all of this season, and of several matches.
    expect((await sum()) < ofAllTime).toBe(param === 'e');
  }
  await period.selectOption('');
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await expect.poll(sum).toBe(ofAllTime);
});

test('FAN-33a both rankings begin with a podium, the first in the middle and highest; large text has rows', async () => {
  const { page } = phone;
  const boxesOf = (name: string) =>
    page
      .getByRole('list', { name })
      .getByRole('listitem')
      .evaluateAll((rows) => rows.slice(0, 4).map((row) => row.getBoundingClientRect().toJSON() as DOMRect));
  for (const [goto, name] of [
    [() => page.goto(product.url + path), ranking.list],
    [() => gotoFansOfSeason(page), texts.list],
  ] as const) {
    await goto();
    await expect(page.getByRole('list', { name }).getByRole('listitem').nth(3)).toBeVisible();
    const [first, second, third, fourth] = await boxesOf(name);
    expect([second?.x ?? 0, first?.x ?? 0, third?.x ?? 0]).toEqual(
      [second?.x ?? 0, first?.x ?? 0, third?.x ?? 0].toSorted((a, b) => a - b),
    );
    expect(first?.y).toBeLessThan(Math.min(second?.y ?? 0, third?.y ?? 0));
    expect(fourth?.y).toBeGreaterThan(Math.max(first?.bottom ?? 0, second?.bottom ?? 0, third?.bottom ?? 0));
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await expect.poll(async () => (await boxesOf(name)).map(({ x }) => x)).toEqual([16, 16, 16, 16]);
  }
});
