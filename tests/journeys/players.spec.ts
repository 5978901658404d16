/** The ways to players, in taps of one hand. */
import { expect, type Page, test } from '@playwright/test';
import { logout } from '../../src/messages/jaAccount.ts';
import { favorites, players as texts } from '../../src/messages/jaPlayers.ts';
import { postForm } from '../../src/messages/jaPost.ts';
import { player as playerTexts } from '../../src/messages/jaRanking.ts';
import { narrow, search } from '../../src/messages/jaSearch.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { tenants } from '../../tenants/index.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { demoFan, signIn, tapUntil } from './support/fan.ts';
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
  let taps = 0;
  await page.exposeFunction('tapped', () => (taps += 1));
  // Counted where they arrive, also on a page that is loaded anew by a tap before its script ran.
  await page.addInitScript(() => document.addEventListener('click', () => Reflect.get(window, 'tapped')(), true));
  await page.goto(`${product.url}/${CLUB}/`);
  await expect(page.locator('#root')).not.toHaveAttribute('inert');
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

test('FAN-04a FAN-04c home and search lead to every player; a number is enough', { tag: '@core' }, async () => {
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
  const found = panel.getByRole('region', { name: labelOf(CLUB), exact: true }).getByRole('link');
  await test.step('FAN-25a a reading in Latin letters is enough', async () => {
    await panel.getByRole('searchbox').fill('takamine');
    await expect(found).toHaveText(/^7 高峰 蓮/);
  });
  await panel.getByRole('searchbox').fill('７');
  await expect(found).toHaveCount(1);
  await expect(found).toContainText(/^7 /);
  await found.tap();
  await expect(page).toHaveURL(/player-detail\.html\?p=/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('main').getByText('Ren Takamine')).toBeVisible();
});

test('FAN-04e FAN-04c in a league players stand by team, and the panel tells the number before the press', async () => {
  const { page } = phone;
  await page.goto(`${product.url}/common/search-result.html?t=${LEAGUE}`);
  await page.getByRole('main').getByRole('button', { name: search.openSearch }).tap();
  const panel = page.getByRole('dialog', { name: search.title });
  const rows = panel.getByRole('list', { name: texts.list(labelOf(LEAGUE)) }).getByRole('listitem');
  await expect(rows.getByRole('link').first()).toBeVisible();
  const rest = panel.getByRole('button', { name: /^ほか\d+人/ });
  const all = await rest.textContent();
  const team = panel.getByRole('group', { name: texts.team }).getByRole('button').nth(1);
  await tapUntil(
    () => team.tap(),
    async () => (await team.getAttribute('aria-pressed')) === 'true',
  );
  await expect(rest.filter({ hasText: all ?? '' })).toHaveCount(0);
  await expect(rows.getByRole('link').first()).toBeVisible();

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

const starOf = (page: Page) => page.getByRole('main').getByRole('button', { name: /を推しにする$/, pressed: false });
async function nameOf(page: Page): Promise<string> {
  await expect(page).toHaveURL(/[?&]p=/);
  return new URL(page.url()).searchParams.get('p') ?? '';
}

test('FAN-05a FAN-05e a favourite of the device comes first; the page has cover and matches', async () => {
  const { page } = phone;
  await page.goto(`${product.url}/${CLUB}/`);
  await tilesOf(page).getByRole('link').nth(3).tap();
  const name = await nameOf(page);
  await starOf(page).tap();
  await expect(page.getByRole('button', { name: favorites.add(name), pressed: true })).toBeVisible();
  await test.step('FAN-05e the best-liked photo opens, a match narrows in place', async () => {
    const cover = page.getByRole('link', { name: playerTexts.bestPhoto(name) });
    await cover.tap();
    await expect(page.getByRole('dialog').locator('[data-photo-detail]')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const matches = page.getByRole('navigation', { name: playerTexts.matches }).getByRole('link');
    await matches.nth(1).tap();
    await expect(page).toHaveURL(/&e=/);
    await expect(matches.nth(1)).toHaveAttribute('aria-current', 'true');
    await expect(page.getByRole('main').getByRole('status').filter({ hasText: '/ 全' })).toBeInViewport();
  });
  await page.goto(`${product.url}/${CLUB}/`);
  await expect(tilesOf(page).getByRole('link').first()).toContainText(name);
  await test.step('FAN-05c the newest photos of favourites on home', async () => {
    const strip = page.getByRole('main').getByRole('list', { name: favorites.title });
    await strip.scrollIntoViewIfNeeded();
    await expect(strip.locator('li[data-photo]').first()).toBeVisible();
  });
});

test('FAN-05b FAN-05d favourites join the account at the login, go at the logout, lead in the form', async () => {
  const { page } = phone;
  await page.goto(`${product.url}/${CLUB}/`);
  await tilesOf(page).getByRole('link').nth(2).tap();
  const name = await nameOf(page);
  const address = page.url();
  await starOf(page).tap();
  const joined = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().includes('/f/favorite/person/items'),
  );
  await signIn(page, product.url, demoFan('fan'));
  expect((await (await joined).json()).list).toContain(name);

  await page.goto(address);
  await page.getByRole('button', { name: playerTexts.postWith(labelOf(CLUB)) }).tap();
  const form = page.getByRole('dialog', { name: postForm.title });
  const chips = form.getByRole('group', { name: new RegExp(`^${labelOf(CLUB)}`) }).getByRole('button');
  await expect(chips.first()).toHaveText(new RegExp(`${name}$`));
  await expect(chips.first()).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);

  await page.getByRole('button', { name: shell.menu }).tap();
  await page.getByRole('dialog', { name: shell.menu }).getByRole('button', { name: shell.logout }).tap();
  await page.getByRole('dialog', { name: logout.title }).getByRole('button', { name: logout.action }).tap();
  await expect(page).toHaveURL(new RegExp(`/${CLUB}/(?:index\\.html)?$`));
  await expect(tilesOf(page).getByRole('link').first()).not.toContainText(favorites.mark);
});
