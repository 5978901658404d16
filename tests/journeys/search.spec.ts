/** Finding photos: by a word, by conditions, by rank, by person, and on one's own page. */
import { expect, type Page, test } from '@playwright/test';
import type { PhotoPage } from '../../src/contract/entities.ts';
import { pageTitles, ui } from '../../src/messages/ja.ts';
import { login } from '../../src/messages/jaAccount.ts';
import { mediasite, myPhoto } from '../../src/messages/jaMyPhoto.ts';
import { player, ranking } from '../../src/messages/jaRanking.ts';
import { narrow, sorts, search as texts } from '../../src/messages/jaSearch.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { findTenant } from '../../tenants/index.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { demoFan, fillLogin } from './support/fan.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';

const fan = demoFan('fan');

/** The photographers that are no fans, in the league's words. */
const staff = narrow.staff(findTenant(LEAGUE)?.config.playerlabel ?? '');

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

const panelOf = (page: Page) => page.getByRole('dialog', { name: texts.title, exact: true });
const photosOf = (page: Page) => page.getByRole('main').getByRole('list', { name: '写真の一覧' });

/** The part of a photo's key that stands in addresses as it is. */
const nameOfFirst = ([photo]: PhotoPage['media_list']): string =>
  /[^/]+(?=\.\w+$)/.exec(photo?.media_url ?? '')?.[0] ?? 'no photo';

async function openSearch(page: Page): Promise<void> {
  await page.getByRole('button', { name: shell.search, exact: true }).first().click();
  await expect(panelOf(page).getByRole('searchbox')).toBeFocused();
}

test('SRC-01a SRC-06 a word is searched while typed, an older answer never shows, the choice is reported', async () => {
  const { page } = phone;
  await page.goto(`${product.url}/${CLUB}/`);
  await openSearch(page);
  const panel = panelOf(page);
  await test.step('SRC-01c four popular words are offered', async () => {
    await expect(panel.getByRole('heading', { name: texts.popular })).toBeVisible();
    await expect(panel.getByRole('region', { name: texts.popular }).getByRole('listitem')).toHaveCount(4);
  });

  // The answer for the first word comes last.
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: settled, resolve: settle } = Promise.withResolvers<void>();
  await page.route('**/f/**search_text=%E7%84%A1**', async (route) => {
    await held;
    // Given up by the page in the meantime, or answered too late.
    await route.continue().catch(() => undefined);
    settle();
  });
  const box = panel.getByRole('searchbox');
  const asked = page.waitForRequest((request) => request.url().includes('search_text=%E7%84%A1'));
  await box.fill('無'.repeat(3));
  await asked;
  await box.fill('ゴール');
  await expect(panel.getByRole('heading', { name: texts.photos('ゴール') })).toBeVisible();
  release();
  await settled;
  await expect(panel.getByRole('heading', { name: texts.photos('ゴール') })).toBeVisible();
  await expect(panel.getByText(texts.photos('無無無'))).toHaveCount(0);

  await box.fill('そんなものはどこにもない');
  await expect(panel.getByText(texts.none).first()).toBeVisible();
  await box.fill('');
  await expect(panel.getByRole('heading', { name: texts.popular })).toBeVisible();

  await box.fill('バックスタンド');
  const reported = page.waitForRequest(
    (request) => request.method() === 'PUT' && request.url().includes('/f/search/word/item'),
  );
  await panel
    .getByRole('link', { name: /^バックスタンド/ })
    .first()
    .click();
  expect((await reported).postDataJSON()).toMatchObject({ tagtype: 'photolocation' });
  await test.step('RTE-15 SRC-02 the result page of the choice', async () => {
    await expect(page).toHaveURL(new RegExp(`search-result\\.html\\?t=${CLUB}&pl=`));
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(photosOf(page).getByRole('listitem').first()).toBeVisible();
  });
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/${CLUB}/$`));
});

test('LST-01e a fan puts photos in the order of likes; narrowing, a reload and the way back keep it', {
  tag: '@core',
}, async () => {
  const { page } = phone;
  await page.goto(`${product.url}/${LEAGUE}/gallery.html`);
  const order = page.getByRole('combobox', { name: sorts.label });
  await expect(order).toHaveValue('');
  const newest = await photosOf(page).getByRole('link').first().getAttribute('href');
  const answered = page.waitForResponse((response) => response.url().includes('sort=likes'));
  await order.selectOption(sorts.names.likes);
  const { media_list: liked } = (await (await answered).json()) as PhotoPage;
  const totals = liked.map(({ reactionInfo }) => reactionInfo.total);
  expect(totals[0]).toBeGreaterThan(totals.at(-1) ?? 0);
  expect(totals).toEqual(totals.toSorted((a, b) => b - a));
  const isFirst = async () => {
    const first = photosOf(page).getByRole('link').first();
    await expect(first).toHaveAttribute('href', new RegExp(nameOfFirst(liked)));
  };
  await isFirst();
  await expect(page).toHaveURL(/gallery\.html\?sort=likes$/);

  await test.step('the server draws it so', async () => {
    const html = await (await page.request.get(page.url())).text();
    expect(html.match(/href="([^"]*q=[^"]*)"/)?.[1]).toMatch(new RegExp(nameOfFirst(liked)));
    await page.reload();
    await isFirst();
    await expect(order).toHaveValue('likes');
  });
  await test.step('narrowed', async () => {
    await page.getByRole('button', { name: narrow.open }).click();
    const panel = page.getByRole('dialog', { name: narrow.title });
    await panel.getByRole('combobox', { name: narrow.season, exact: true }).selectOption({ index: 1 });
    await panel.getByRole('button', { name: narrow.submit, exact: true }).click();
    await expect(page).toHaveURL(/sort=likes&s=|s=[^&]+&sort=likes/);
    await expect(order).toHaveValue('likes');
  });
  await order.selectOption(sorts.names['']);
  await page.getByRole('link', { name: /条件「.*」を外す/ }).click();
  await expect(page).toHaveURL(/gallery\.html$/);
  await expect(photosOf(page).getByRole('link').first()).toHaveAttribute('href', newest ?? '');
});

test('SRC-03a SRC-04a conditions narrow in the panel, live in the address, are taken off one by one', {
  tag: '@core',
}, async () => {
  const { page } = phone;
  await page.goto(`${product.url}/${LEAGUE}/gallery.html`);
  const open = page.getByRole('button', { name: narrow.open });
  await open.click();
  const panel = page.getByRole('dialog', { name: narrow.title });
  const choose = (name: string) => panel.getByRole('combobox', { name, exact: true });
  await expect(choose(narrow.team)).toBeVisible();
  await choose(narrow.season).selectOption({ index: 1 });
  const withPhotos = choose(narrow.event).locator('option:enabled:not([value=""])').first();
  await choose(narrow.event).selectOption(await withPhotos.getAttribute('value'));
  await test.step('SRC-07 the official user, and official ambassadors, staff and players', async () => {
    await panel.getByRole('button', { name: narrow.detail }).click();
    await expect(choose(narrow.photographer).getByRole('option')).toHaveText([narrow.all, narrow.official, staff]);
  });
  await test.step('SRC-04b closed without applying, nothing of it stays', async () => {
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/gallery\.html$/);
    await open.click();
    await expect(choose(narrow.season)).toHaveValue('');
  });

  await choose(narrow.season).selectOption({ index: 1 });
  await panel.getByRole('button', { name: narrow.detail }).click();
  await choose(narrow.photographer).selectOption('staff');
  await panel.locator('input[type=checkbox]:enabled').first().check();
  const fixed = page.evaluate(() => new Promise((done) => addEventListener('condition-fixed', () => done('told'))));
  await panel.getByRole('button', { name: narrow.submit, exact: true }).click();
  expect(await fixed).toBe('told');
  await expect(page).toHaveURL(/s=.*photographer=staff.*cp=/);
  const chips = page.getByRole('list', { name: texts.conditions }).getByRole('link');
  await expect(chips).toHaveCount(3);
  await page.reload();
  await expect(chips).toHaveCount(3);
  await chips.getByText(staff).click();
  await expect(page).not.toHaveURL(/photographer/);
  await open.click();
  await expect(choose(narrow.photographer)).toHaveValue('');
  await test.step('SRC-03b another season: what depended on it starts anew', async () => {
    await choose(narrow.season).selectOption('');
    await expect(panel.locator('input[type=checkbox]:checked')).toHaveCount(0);
  });
});

test('RNK-01a RTE-07 the ranking by gender and team, what it is about, and a player behind a rank', {
  tag: '@core',
}, async () => {
  const { page } = phone;
  await page.goto(`${product.url}/${LEAGUE}/ranking-list.html`);
  const rows = page.getByRole('list', { name: ranking.list }).getByRole('listitem');
  await expect(rows.first()).toContainText(/\dpt/);
  await test.step('RNK-01b MOD-01a what the ranking is about', async () => {
    await page.getByRole('button', { name: ranking.about }).click();
    const about = page.getByRole('dialog', { name: ranking.about });
    await expect(about).toContainText(ranking.aboutTies);
    await about.getByRole('button', { name: ui.close, exact: true }).last().click();
  });
  const all = await rows.count();
  await page.getByRole('button', { name: ranking.genders.f, exact: true }).click();
  await expect(page).toHaveURL(/gender=f/);
  await expect.poll(() => rows.count()).toBeLessThan(all);
  await test.step('RTE-05 PHO-09c the player behind a rank', async () => {
    const name = (await rows.first().getByRole('link').getAttribute('href'))?.split('p=')[1] ?? '';
    await rows.first().getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(decodeURIComponent(name.replaceAll('+', ' ')));
    await expect(page.getByRole('link', { name: /^応援ランキング \d+位$/ })).toBeVisible();
    await expect(photosOf(page).getByRole('listitem').first()).toBeVisible();
  });
  await test.step('SRC-05a the same player, spelled by an address without the space of the name', async () => {
    const listed = new URL(page.url()).searchParams.get('p') ?? '';
    const typed = listed.replaceAll(' ', '');
    expect(typed).not.toBe(listed);
    await page.goto(`${product.url}/${LEAGUE}/player-detail.html?p=${encodeURIComponent(typed)}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(listed);
    await expect(page.getByRole('link', { name: /^応援ランキング \d+位$/ })).toBeVisible();
    await expect(photosOf(page).getByRole('listitem').first()).toBeVisible();
  });
  // No points, no ranking (TEN-04); who is no person of the tenant has no page.
  await page.goto(`${product.url}/${CLUB}/ranking-list.html`);
  await expect(page.getByText(ranking.notHere)).toBeVisible();
  await page.goto(`${product.url}/${CLUB}/player-detail.html?p=${encodeURIComponent('だれでもない')}`);
  await expect(page.getByRole('heading', { level: 1, name: player.unknown('選手', 'だれでもない') })).toBeVisible();
});

test('RTE-06b the personal page asks for the login, has its tabs; lists for embedding have no menu', {
  tag: '@core',
}, async () => {
  const { page } = phone;
  await test.step('RTE-16b lists for embedding have no menu', async () => {
    await page.goto(`${product.url}/${CLUB}/mediasite.html`);
    await expect(photosOf(page).getByRole('listitem').first()).toBeVisible();
    await expect(page.getByRole('link', { name: mediasite.more('川崎フロンターレ') })).toBeVisible();
    await expect(page.getByRole('banner')).toHaveCount(0);
  });

  await page.goto(`${product.url}/${CLUB}/my-photo.html`);
  await expect(page.getByRole('dialog', { name: login.title })).toBeVisible();
  await fillLogin(page, fan.email, fan.password);
  const tabs = page.getByRole('navigation', { name: myPhoto.tabs });
  await test.step('TAB-01a the tabs', async () => {
    await expect(tabs.getByRole('link')).toHaveText([
      myPhoto.home,
      myPhoto.myPhoto,
      myPhoto.myEvent,
      myPhoto.collection,
    ]);
  });
  await expect(page.getByRole('link', { name: pageTitles.settings })).toBeVisible();
  await test.step('RTE-06a PHO-09d own photos, events and collection: the tab stands in the address', async () => {
    for (const [label, mode] of [
      [myPhoto.myPhoto, 'my-photo'],
      [myPhoto.myEvent, 'my-event'],
      [myPhoto.collection, 'collection'],
    ] as const) {
      await tabs.getByRole('link', { name: label }).click();
      await expect(page).toHaveURL(new RegExp(`mode=${mode}$`));
      await expect(tabs.getByRole('link', { name: label })).toHaveAttribute('aria-current', 'page');
      if (mode === 'my-photo') await expect(photosOf(page).getByRole('listitem').first()).toBeVisible();
    }
  });
  await test.step('PHO-09b what the fan liked is a part of the collection', async () => {
    await page.getByRole('link', { name: myPhoto.kinds.liked, exact: true }).click();
    await expect(page.getByRole('heading', { name: myPhoto.liked })).toBeVisible();
  });
  await page.goto(`${product.url}/${CLUB}/download.html`);
  await expect(page.getByRole('heading', { level: 1, name: pageTitles.download })).toBeVisible();
  await test.step('RTE-06a PHO-09d the events of somebody else stand on that page', async () => {
    const answer = await fetch(`${product.url}/f/memorial/event/item/${CLUB}-fan1`, {
      headers: { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB },
    });
    const { user_id } = (await answer.json()) as { user_id: string };
    await page.goto(`${product.url}/${CLUB}/my-photo.html?u=${user_id}&mode=my-event`);
    const tabsOf = page.getByRole('navigation', { name: myPhoto.tabsOf });
    await expect(tabsOf.getByRole('link', { name: myPhoto.events })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
    await test.step('FAN-08c nothing there is called マイページ', async () => {
      await expect(page).toHaveTitle(new RegExp(pageTitles.fan));
      await expect(page.getByRole('main')).toContainText(pageTitles.fan);
      await expect(page.getByRole('main')).not.toContainText(pageTitles['my-photo']);
    });
  });
  await page.goto(`${product.url}/${CLUB}/my-photo.html?u=00000000-0000-4000-8000-000000000000`);
  await expect(page.getByText(myPhoto.gone)).toBeVisible();
});
