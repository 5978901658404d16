/** Following leads somewhere (FAN-06): lists on home, one notice of new photos, figures and the season's card on the own page. */
import { expect, type Page, test } from '@playwright/test';
import { demoLogins } from '../../demo/content/people.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { gallery, photo as photoTexts } from '../../src/messages/ja.ts';
import { figures, seasonCard } from '../../src/messages/jaFigures.ts';
import { homeLists } from '../../src/messages/jaHome.ts';
import { notices } from '../../src/messages/jaNotices.ts';
import { cardActions } from '../../src/messages/jaPhotoCard.ts';
import { favorites, players } from '../../src/messages/jaPlayers.ts';
import { follow } from '../../src/messages/jaSocial.ts';
import { tenants } from '../../tenants/index.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import { CLUB } from '../support/tenants.ts';
import {
  arriveAsFan,
  demoFan,
  newFan,
  openPostForm,
  pickPhotos,
  signIn,
  submitPost,
  untilPrepared,
} from './support/fan.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let reader: Phone;
let author: Phone;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  product = await startProduct();
  [reader, author] = await Promise.all([openPhone(), openPhone()]);
});
test.afterAll(async () => {
  await Promise.all([reader?.close(), author?.close()]);
  await product?.stop();
});

const playerLabel = tenants.find(({ id }) => id === CLUB)?.config.playerlabel ?? '';
const tabs = (page: Page) => page.getByRole('navigation', { name: homeLists.label });
const openTab = (page: Page, name: string) => tabs(page).getByRole('link', { name, exact: true }).click();
const cells = (page: Page) => page.getByRole('main').locator('[data-photo]');

test('FAN-06a FAN-06b signed out the popular stay for back and reload, following says why to log in', async () => {
  const { page } = reader;
  await page.goto(`${product.url}/${CLUB}/`);
  await openTab(page, homeLists.names.popular);
  await expect(page.getByText(homeLists.popularNote(300))).toBeVisible();
  // Below it a match that is over has a list of its own.
  const ofList = page.getByRole('list', { name: gallery.listLabel }).locator('button[aria-pressed]');
  await expect(ofList.nth(3)).toBeVisible();
  const likes = await ofList.allTextContents();
  expect(likes.length).toBeGreaterThan(3);
  expect(likes.map(Number)).toEqual(likes.map(Number).toSorted((a, b) => b - a));
  await cells(page).first().getByRole('link').click();
  await expect(page.getByRole('dialog').getByText(photoTexts.bestShot)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  // The step back before may end the wait for a reload too early: the new document is told from the old one.
  await page.evaluate(() => Object.assign(window, { isOld: true }));
  await page.reload();
  await page.waitForFunction(() => !('isOld' in window));
  await expect(tabs(page).locator('[aria-current]')).toHaveText(homeLists.names.popular);
  // The scroll place comes back with the cards: a press before lands where the tab was.
  await expect(ofList.nth(3)).toBeVisible();
  await openTab(page, homeLists.names.following);
  await expect(page.getByText(homeLists.needsLoginText)).toBeVisible();
});

test('FAN-06a with nobody followed it names whom to follow, and a press brings their photos', async () => {
  const { page } = reader;
  await arriveAsFan(page, product.url, product, newFan('追いかける花子'));
  await page.goto(`${product.url}/${CLUB}/?list=following`);
  await expect(page.getByText(homeLists.nobody)).toBeVisible();
  await page
    .getByRole('button', { name: /をフォロー$/ })
    .first()
    .click();
  await expect(cells(page).first()).toBeVisible();
  await expect(page.getByText(homeLists.nobody)).toBeHidden();
  await openTab(page, homeLists.names.newest);
  await expect(page).toHaveURL(`${product.url}/${CLUB}/`);
});

test('FAN-06c a followed fan posts twice: one notice tells of both photos and leads to the fan', async () => {
  const { sub, nickname } = demoLogins.fan;
  await reader.page.goto(`${product.url}/${CLUB}/my-photo.html?u=${sub}`);
  await reader.page.getByRole('button', { name: follow.followOf(nickname) }).click();
  await expect(reader.page.getByRole('button', { name: follow.followingOf(nickname) })).toBeVisible();
  const { page } = author;
  await signIn(page, product.url, demoFan('fan'));
  const files = await lightPictures(2);
  for (const file of files) {
    await openPostForm(page);
    await pickPhotos(page, [file]);
    await untilPrepared(page, 1);
    await submitPost(page);
    await page.goto(`${product.url}/${CLUB}/`);
  }
  const told = reader.page.getByRole('link', { name: notices.post(notices.by(nickname), 2) });
  // A notice grows while it is unread: where the second photo comes late, that of the first is seen here, and must not count as read.
  const read = `**/f${endpoints.putNoticeRead.path}`;
  await reader.page.route(read, (route) => route.abort());
  await expect(async () => {
    await reader.page.goto(`${product.url}/${CLUB}/common/notice-list.html`);
    await expect(told).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 120_000 });
  await reader.page.unroute(read);
  expect(await reader.page.getByRole('link', { name: notices.by(nickname) }).count()).toBe(1);
  await told.click();
  await expect(reader.page.getByRole('heading', { level: 1, name: nickname })).toBeVisible();
});

test('FAN-06h FAN-05c home shows those followed without a press, and no photo of them among the favourites', async () => {
  const { page } = reader;
  const strip = page.getByRole('region', { name: homeLists.titles.following });
  const keysOf = (list: string) =>
    page
      .getByRole('list', { name: list })
      .locator('li[data-photo]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-photo') ?? ''));
  await page.goto(`${product.url}/${CLUB}/`);
  await expect(strip.locator('li[data-photo]').first()).toBeAttached();
  const followed = await keysOf(homeLists.titles.following);
  const name = await page.evaluate(
    async ([keys, club]) => {
      const headers = { 'x-api-key': 'fan-web', 'x-api-tenant': club };
      for (const key of keys) {
        const answer = await fetch(`/f/media/public/list/item?media_url=${encodeURIComponent(btoa(key))}`, { headers });
        const [player = ''] = String((await answer.json()).list[0].player).split(',');
        if (player !== '') return player;
      }
      return '';
    },
    [followed, CLUB] as const,
  );
  expect(name).not.toBe('');
  const doors = page.getByRole('region', { name: players.from(playerLabel) }).getByRole('link');
  const often = new URL((await doors.first().getAttribute('href')) ?? '', page.url()).searchParams.get('p') ?? '';
  for (const one of new Set([name, often])) {
    await page.goto(`${product.url}/${CLUB}/player-detail.html?p=${encodeURIComponent(one)}`);
    await page.getByRole('button', { name: favorites.add(one), pressed: false }).click();
    await expect(page.getByRole('button', { name: favorites.add(one), pressed: true })).toBeVisible();
  }
  await page.goto(`${product.url}/${CLUB}/`);
  await expect(strip.locator('li[data-photo]').first()).toBeAttached();
  const favorite = page.getByRole('region', { name: favorites.title });
  await expect(favorite.locator('li[data-photo]').first()).toBeAttached();
  const both = [...(await keysOf(homeLists.titles.following)), ...(await keysOf(favorites.title))];
  expect(new Set(both).size).toBe(both.length);
  await strip.getByRole('link', { name: homeLists.allFollowed }).click();
  await expect(tabs(page).locator('[aria-current]')).toHaveText(homeLists.names.following);
  await expect(tabs(page)).toBeInViewport();
  await expect(page.getByRole('link', { name: homeLists.allFollowed }), 'the list itself is open').toHaveCount(0);
  await expect(cells(page).first()).toBeInViewport();
});

test('FAN-06f FAN-06g the own page counts, lists by match and draws a season’s card to be saved', async () => {
  const { page } = author;
  await page.goto(`${product.url}/${CLUB}/my-photo.html`);
  const region = page.getByRole('region', { name: figures.title });
  await expect(region.locator('dd').first()).not.toHaveText('0');
  await region.getByRole('button', { name: figures.makeCard }).click();
  const dialog = page.getByRole('dialog', { name: seasonCard.title });
  const card = dialog.getByRole('img');
  await expect(card).toBeVisible();
  await expect
    .poll(() => card.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([1080, 1350]);
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: cardActions.save }).click();
  expect((await saving).suggestedFilename()).toBe(seasonCard.fileName(CLUB));
  await page.goBack();
  await expect(dialog).toBeHidden();
  await region.getByRole('list').getByRole('link').first().click();
  await expect(page).toHaveURL(/mode=my-photo&e=/);
  await expect(cells(page).first()).toBeVisible();
});
