/** The ways to players, in taps of one hand. */
import { expect, type Page, test } from '@playwright/test';
import { players as texts } from '../../src/messages/jaPlayers.ts';
import { narrow, search } from '../../src/messages/jaSearch.ts';
import { tenants } from '../../tenants/index.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
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

const labelOf = (club: string) => tenants.find(({ id }) => id === club)?.config.playerlabel ?? '';
const photosOf = (page: Page) => page.getByRole('main').locator('li[data-photo]');
const tilesOf = (page: Page) => page.getByRole('region', { name: texts.from(labelOf(CLUB)) });
const chipsOf = (page: Page, club = CLUB) => page.getByRole('list', { name: texts.shown(labelOf(club)) });

test("FAN-04d a player's photos of the running match are two taps from home, and widen with a third", async () => {
  const { page } = phone;
  await page.goto(`${product.url}/${CLUB}/`);
  // Taps are counted where they arrive.
  let taps = 0;
  await page.exposeFunction('tapped', () => (taps += 1));
  await page.evaluate(() => document.addEventListener('click', () => Reflect.get(window, 'tapped')(), true));

  await page.getByRole('article').getByRole('link').first().tap();
  const chip = chipsOf(page).getByRole('link').nth(1);
  await chip.evaluate((element) => element.scrollIntoView({ block: 'center', inline: 'center' }));
  const top = (await chip.boundingBox())?.y ?? 0;
  const count = Number(/(\d+)枚$/.exec((await chip.textContent()) ?? '')?.[1]);
  await chip.tap();
  await expect(photosOf(page)).toHaveCount(count);
  await expect.poll(() => taps).toBe(2);

  await test.step('FAN-04e the fan stays where the chip is, and is told how many of how many', async () => {
    const all = Number(/\d+/.exec((await page.locator('#event-photos + *').first().textContent()) ?? '')?.[0]);
    await expect(
      page
        .getByRole('main')
        .getByRole('status')
        .filter({ hasText: search.count(count) }),
    ).toHaveText(`${search.count(count)} ${search.ofAll(all)}`);
    await expect(chip).toHaveAttribute('aria-current', 'true');
    await expect(chip).toBeInViewport();
    // No lower than the shorter page makes it, and never under the header.
    expect((await chip.boundingBox())?.y).toBeGreaterThanOrEqual(top - 1);
    await expect(chip).toBeFocused();
  });
  await chip.tap();
  await expect(chip).not.toHaveAttribute('aria-current');
  await expect.poll(() => photosOf(page).count()).toBeGreaterThan(count);
  await test.step('in place: one step back is home', async () => {
    await page.goBack();
    await expect(page).toHaveURL(`${product.url}/${CLUB}/`);
  });
});

test('FAN-04a FAN-04c home and search lead to every player; a number is enough', async () => {
  const { page } = phone;
  await page.goto(`${product.url}/${CLUB}/`);
  const tile = tilesOf(page).getByRole('link').first();
  await expect(tile).toHaveText(/^\d*\D+\d+枚$/);
  await expect(tile.locator('img')).toHaveJSProperty('complete', true);
  const href = (await tile.getAttribute('href')) ?? '';
  await tile.tap();
  await expect(page).toHaveURL(product.url + href);
  await expect(photosOf(page).first()).toBeVisible();

  await page.goBack();
  await tilesOf(page).getByRole('button', { name: texts.all }).tap();
  const panel = page.getByRole('dialog', { name: search.title });
  const rows = panel.getByRole('list', { name: texts.list(labelOf(CLUB)) }).getByRole('listitem');
  await expect(rows.getByRole('link').first()).toBeVisible();
  const first = await rows.count();
  await panel.getByRole('button', { name: /^ほか/ }).tap();
  await expect.poll(() => rows.count()).toBeGreaterThan(first);
  await expect(rows.nth(first).getByRole('link')).toBeFocused();
  await panel.getByRole('searchbox').fill('７');
  const found = panel.getByRole('region', { name: labelOf(CLUB), exact: true }).getByRole('link');
  await expect(found).toHaveCount(1);
  await expect(found).toContainText(/^7 /);
  await found.tap();
  await expect(page).toHaveURL(/player-detail\.html\?p=/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('FAN-04e FAN-04c in a league players stand by team, and the panel tells the number before the press', async () => {
  const { page } = phone;
  await page.goto(`${product.url}/common/search-result.html?t=${LEAGUE}`);
  await page.getByRole('main').getByRole('button', { name: search.openSearch }).tap();
  const panel = page.getByRole('dialog', { name: search.title });
  const rows = panel.getByRole('list', { name: texts.list(labelOf(LEAGUE)) }).getByRole('listitem');
  await expect(rows.getByRole('link').first()).toBeVisible();
  const all = await rows.count();
  await panel.getByRole('group', { name: texts.team }).getByRole('button').nth(1).tap();
  await expect.poll(() => rows.count()).toBeLessThan(all);

  await page.goto(`${product.url}/${LEAGUE}/gallery.html`);
  await page.getByRole('button', { name: narrow.open }).tap();
  const narrowing = page.getByRole('dialog', { name: narrow.title });
  const submit = narrowing.getByRole('button', { name: narrow.submit, exact: true });
  const events = narrowing.getByRole('combobox', { name: narrow.event, exact: true });
  const withPhotos = events.locator('option:enabled:not([value=""])').first();
  await events.selectOption(await withPhotos.getAttribute('value'));
  const told = narrowing.getByRole('status');
  await expect(told).toHaveText(/^[\d,]+枚/);
  const count = /^[\d,]+枚/.exec((await told.textContent()) ?? '')?.[0] ?? '';
  await expect(submit).toContainText(count);
  await submit.tap();
  const bar = page.getByRole('main').getByRole('status').filter({ hasText: count });
  await expect(bar).toHaveText(new RegExp(`^${count} / 全[\\d,]+枚$`));
  await expect(bar).toBeInViewport();
  await expect(page.getByRole('button', { name: narrow.open })).toBeFocused();
});
