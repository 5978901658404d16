/** No signal: what was seen opens, what is old says so, nothing of a wrong line or another club is kept or shown. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import type { PhotoPage } from '../../src/contract/entities.ts';
import { NETWORK_DEADLINE_MS } from '../../src/contract/limits.ts';
import { gallery } from '../../src/messages/ja.ts';
import { pageTexts } from '../../src/messages/jaPages.ts';
import { postForm } from '../../src/messages/jaPost.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { findTenant } from '../../tenants/index.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import {
  arriveAsFan,
  galleryUrl,
  newFan,
  openPostForm,
  pickPhotos,
  queuedKeys,
  submitPost,
  untilPrepared,
  untilWorkerControls,
  userIdOf,
} from './support/fan.ts';
import { drawnPhotos, expectDrawn, keptEntries, openCold, untilPhotos, visitUntilKept } from './support/kept.ts';
import { type Asked, captivePortal, isPut, isRegistration, type Line, openLine } from './support/line.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';
import { expectOnce, photosOf } from './support/published.ts';

const LIST = '/f/media/public/list/items/';
/** Only the whole browser has it. */
const BACKGROUND_SYNC = 'Background Sync';
let product: Product;
let line: Line;
let phone: Phone;

test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.stop());
// A line has an address of its own: every test starts as a device that never saw the product.
test.beforeEach(async () => {
  line = await openLine(product.url);
  phone = await openPhone({ isWhole: test.info().titlePath.includes(BACKGROUND_SYNC) });
});
test.afterEach(async () => {
  await phone.close();
  await line.close();
});

/** Every start of the worker evaluates it, also the one before a page with no signal. */
const WORKER_BYTES = 35 * 1024;
test('the worker is small to start: what sends is a script of its own', () => {
  const read = (name: string) => readFileSync(resolve(import.meta.dirname, '../../dist', name), 'utf8');
  const worker = read('sw.js');
  expect(gzipSync(worker).length).toBeLessThan(WORKER_BYTES);
  expect(worker).not.toContain('AWS4-HMAC');
  const sender = /assets\/workerSender-[\w-]{7}\.js/.exec(worker)?.[0] ?? '';
  expect(read(sender)).toContain('AWS4-HMAC');
});

const staleBanner = (page: Page) => page.getByText(shell.offline).or(page.getByText(shell.unreachable));
/** The open photo; its neighbours are loaded after it. */
const overlayPhoto = (page: Page) => page.getByRole('dialog').locator('figure img').first();

const visit = (path: string) => visitUntilKept(phone.page, line.url + path);
/** Those photos are drawn; with them perhaps others. */
const untilDrawn = (page: Page, photos: readonly string[]) =>
  expect.poll(() => drawnPhotos(page)).toEqual(expect.arrayContaining([...photos]));
const openColdOffline = (path: string) => openCold(phone, line, path);

test('DAT-02a the first and only visit: reloaded and started cold with no network the photos are there', {
  tag: '@core',
}, async () => {
  const photos = await visit(galleryUrl());
  const asked = line.asked.filter(({ path }) => path.includes('/thumbnail/')).map(({ path }) => path);
  expect(new Set(asked).size, 'no thumbnail is asked for twice').toBe(asked.length);

  await phone.setOffline(true);
  await phone.page.reload();
  await untilDrawn(phone.page, photos);
  await openColdOffline(galleryUrl());
  await untilDrawn(phone.page, photos);
  await expect(staleBanner(phone.page)).toBeVisible();
});

test('DAT-02a a page that slipped past the worker is taken over without a reload', async () => {
  const { page, context } = phone;
  await visit(galleryUrl());
  // A forced reload is what the browser loads past the worker for sure.
  const devtools = await context.newCDPSession(page);
  await Promise.all([page.waitForEvent('load'), devtools.send('Page.reload', { ignoreCache: true })]);
  await untilPhotos(page);
  await untilWorkerControls(page);
});

test('RTE-18f an address without .html or in other letters leads to the page it means, also offline', async () => {
  await visit(galleryUrl());
  await phone.page.goto(`${line.url}/${CLUB.toUpperCase()}/Gallery?from=poster`);
  await expect(phone.page).toHaveURL(`${line.url}/${CLUB}/gallery.html?from=poster`);
  await openColdOffline(`/${CLUB.toUpperCase()}/Gallery?from=poster`);
  await expect(phone.page).toHaveURL(`${line.url}/${CLUB}/gallery.html?from=poster`);
  await untilPhotos(phone.page, 1);
  await phone.page.goto(`${line.url}/${CLUB}`);
  await expect(phone.page).toHaveURL(`${line.url}/${CLUB}/`);
  await expect(staleBanner(phone.page)).toBeVisible();
});

test('RTE-18c DAT-02a every page seen once starts cold with no network; one that is unknown says so', {
  tag: '@core',
}, async () => {
  const { page } = phone;
  await visit(galleryUrl());
  const list = page.getByRole('list', { name: gallery.listLabel });
  await list.getByRole('link').first().click();
  await expectDrawn(overlayPhoto(page));
  const photoAddress = new URL(page.url());
  const original = await overlayPhoto(page).getAttribute('src');
  await page.goto(`${line.url}/${CLUB}/`);
  await untilPhotos(page, 1);
  await page.goto(`${line.url}/${CLUB}/event-list.html`);
  const event = page.getByRole('article').getByRole('link').first();
  const eventName = (await event.textContent()) ?? '';
  await event.click();
  await expect(page.getByRole('heading', { name: eventName }).first()).toBeVisible();
  await expect(page.getByRole('list', { name: gallery.listLabel })).toBeVisible();
  const eventAddress = new URL(page.url());
  // The event's own answer, and the list of its photos: the worker keeps an answer after it handed it over.
  const ofEvent = async () =>
    (await keptEntries(page))
      .filter(
        ({ cache, url }) => cache.startsWith('answers-') && url.includes(eventAddress.searchParams.get('e') ?? '?'),
      )
      .map(({ url }) => new URL(url).pathname);
  await expect
    .poll(ofEvent)
    .toEqual(expect.arrayContaining([expect.stringContaining('/event/item/'), expect.stringContaining(LIST)]));

  await openColdOffline(`/${CLUB}/`);
  await untilPhotos(phone.page, 1);
  await phone.page.goto(`${line.url}/${CLUB}/event-list.html`);
  await expect(phone.page.getByRole('article').getByRole('link', { name: eventName })).toBeVisible();
  await phone.page.goto(eventAddress.href);
  await expect(phone.page.getByRole('heading', { name: eventName }).first()).toBeVisible();
  await phone.page.goto(photoAddress.href);
  await expectDrawn(overlayPhoto(phone.page));
  expect(await overlayPhoto(phone.page).getAttribute('src'), 'the large picture, not its thumbnail').toBe(original);

  await phone.page.goto(`${line.url}/${CLUB}/never-was.html`);
  await expect(phone.page.getByText(pageTexts.notFoundText)).toBeVisible();
  await expect(phone.page.getByRole('link', { name: pageTexts.goHome })).toBeVisible();
  // Who has a badge is known from other pages: that is nothing this page shows.
  const badges = phone.page.waitForResponse(/\/ambassador\/items/);
  await phone.page.goto(`${line.url}/${CLUB}/event-detail.html?e=never-seen`);
  await badges;
  await expect(phone.page.getByText(pageTexts.unseen).or(phone.page.getByText(pageTexts.unreachable))).toBeVisible();
  // What there is: the events that were seen. The first link is the breadcrumb's.
  const offered = phone.page.getByRole('main').getByRole('link', { name: findTenant(CLUB)?.config.eventLabel ?? '' });
  await expect(offered).toHaveCount(2);
  await expect(staleBanner(phone.page), 'nothing here was seen before').toBeHidden();
  await offered.last().click();
  await expect(phone.page.getByRole('article').getByRole('link', { name: eventName })).toBeVisible();
  await expect(staleBanner(phone.page)).toBeVisible();
  await phone.page.goto(`${line.url}/nowhere/`);
  await expect(phone.page.getByText(pageTexts.unknownTenantTitle)).toBeVisible();
});

test('DAT-02b a photo, player, ranking, list that were not seen say so, and come with the signal', async () => {
  await visit(galleryUrl());
  const answer = await fetch(`${product.url}${LIST}all`, { headers: { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB } });
  const photo = ((await answer.json()) as PhotoPage).media_list.findLast(({ player }) => player !== '');
  await openColdOffline(galleryUrl());
  await untilPhotos(phone.page);
  const unseen = phone.page
    .getByRole('alert')
    .filter({ hasText: new RegExp(`${pageTexts.unseenText}|${pageTexts.unreachableText}`) });
  for (const path of [
    `/${CLUB}/common/search-result.html?ht=never-seen`,
    `/${LEAGUE}/ranking-list.html`,
    `/${CLUB}/gallery.html?q=${photo?.media_url}`,
    `/${CLUB}/player-detail.html?p=${encodeURIComponent(photo?.player.split(',')[0] ?? '')}`,
  ]) {
    await phone.page.goto(line.url + path);
    await expect(unseen.last(), path).toBeVisible();
  }
  await expect(unseen.getByRole('link', { name: pageTexts.goHome })).toBeVisible();
  // Without the browser's own word for it: a line that was only dead.
  await phone.page.evaluate(() => addEventListener('online', (event) => event.stopImmediatePropagation(), true));
  line.decide = () => 'pass';
  await phone.setOffline(false);
  await expect(unseen).toHaveCount(0, { timeout: 40_000 });
  await untilPhotos(phone.page, 1);
});

test('DAT-02c what is old says so, and with signal it is new again in its place, without a reload', {
  tag: '@core',
}, async () => {
  const { page } = phone;
  await visit(galleryUrl());
  await phone.setOffline(true);
  await page.reload();
  await untilPhotos(page);
  await expect(staleBanner(page)).toBeVisible();
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));

  const answer = await fetch(`${product.url}${LIST}all`, { headers: { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB } });
  const news = (await answer.json()) as PhotoPage;
  const [first, ...rest] = news.media_list;
  const body = JSON.stringify({ ...news, media_list: [{ ...first, user_screen_name: 'たった今の人' }, ...rest] });
  line.decide = ({ path }) => (path.startsWith(LIST) ? { status: 200, type: 'application/json', body } : 'pass');
  await phone.setOffline(false);
  await expect(staleBanner(page)).toBeHidden();
  await expect(
    page.getByRole('list', { name: gallery.listLabel }).getByRole('link', { name: 'たった今の人' }),
  ).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
});

test('T24 a wrong Wi-Fi answers everything with its own page: none of it is kept', async () => {
  const { page } = phone;
  const photos = await visit(galleryUrl());
  line.decide = ({ path }) => (path.startsWith('/f/') || path.startsWith('/s3/') ? captivePortal : 'pass');
  await page.reload();
  await untilDrawn(page, photos);
  await expect(staleBanner(page)).toBeVisible();
  // The Wi-Fi's own page is for the fan to see and to log in on.
  line.decide = () => captivePortal;
  await expect(async () => {
    await page.goto(line.url + galleryUrl());
    // A page that is too late gives way to the one that is kept.
    await expect(page).toHaveTitle('Wi-Fi', { timeout: 1_000 });
  }).toPass();
  await page.goto(`${line.url}/${CLUB}/event-list.html`);

  await openColdOffline(galleryUrl());
  await untilPhotos(phone.page, photos.length);
  const kept = await keptEntries(phone.page);
  expect(
    kept.filter(({ url, contentType }) => contentType.includes('html') && !/\.html$|\/$/.test(new URL(url).pathname)),
  ).toEqual([]);
  await phone.page.goto(`${line.url}/${CLUB}/event-list.html`);
  await expect(phone.page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(phone.page).not.toHaveTitle('Wi-Fi');
});

test('T26 answers of two clubs on one device never cross', async () => {
  const { page } = phone;
  const here = await visit(galleryUrl());
  const there = await visit(galleryUrl(LEAGUE));
  expect(here.filter((name) => there.includes(name))).toEqual([]);
  await openColdOffline(galleryUrl());
  await untilDrawn(phone.page, here);
  await phone.page.goto(line.url + galleryUrl(LEAGUE));
  await untilDrawn(phone.page, there);
  expect((await drawnPhotos(phone.page)).filter((name) => here.includes(name))).toEqual([]);
  const lists = (await keptEntries(phone.page)).filter(({ url }) => url.includes(LIST));
  expect(new Set(lists.map(({ url }) => new URL(url).searchParams.get('kept-for-tenant')))).toEqual(
    new Set([CLUB, LEAGUE]),
  );
  expect(page.isClosed()).toBe(true);
});

test('T30 DAT-03b pictures of another origin are asked for by CORS, kept readable, shown with no network', async () => {
  await line.close();
  line = await openLine(product.url, { hasPicturesApart: true });
  const { page } = phone;
  // A photo may be drawn twice, as the newest and in its place of the list; it is asked for and kept once.
  const photos = [...new Set(await visit(galleryUrl()))];
  const isPicture = ({ path }: Asked) => path.startsWith('/s3/photos/');
  // From the start on, with no worker yet: a browser that kept an answer without CORS would give it to the worker.
  expect(line.asked.filter(isPicture).length).toBeGreaterThanOrEqual(photos.length);
  expect(line.asked.filter((one) => isPicture(one) && one.origin !== line.url)).toEqual([]);
  const foreign = async () => (await keptEntries(page)).filter(({ url }) => url.startsWith(line.pictures ?? 'none'));
  // The worker stores a picture after it handed it to the page.
  const missing = async () => {
    const names = (await foreign()).map(({ url }) => url.split('/').at(-1));
    return photos.filter((name) => !names.includes(name));
  };
  await expect.poll(missing).toEqual([]);
  // An element that asks without CORS gets an answer the worker can read and keep.
  const [thumbnail] = (await foreign()).filter(({ cache }) => cache === 'thumbnails').map(({ url }) => url);
  const original = thumbnail?.replace(/\/(?:thumbnail|variant\/\d+)\/(\w+)\.\w+$/, '/original/$1.jpg') ?? '';
  expect(original).toContain('/original/');
  await page.evaluate((src) => document.body.append(Object.assign(new Image(), { src })), original);
  await expect.poll(async () => (await foreign()).map(({ url }) => url)).toContain(original);
  expect(new Set((await foreign()).map(({ type }) => type))).toEqual(new Set(['cors']));
  expect((await keptEntries(page)).filter(({ type }) => type.startsWith('opaque'))).toEqual([]);

  await openColdOffline(galleryUrl());
  await untilDrawn(phone.page, photos);
});

test('DAT-02a a server that takes six seconds: what was seen shows after the deadline', async () => {
  await visit(galleryUrl());
  await phone.kill();
  await phone.open();
  line.decide = () => ({ delayMs: 6_000 });
  await phone.page.goto(line.url + galleryUrl(), { waitUntil: 'commit' });
  await untilPhotos(phone.page);
  // By the page's own clock: the polls of a test are as far apart as the bounds.
  const took = await phone.page.evaluate(() => {
    const drawn = [...document.images].filter(({ complete, naturalWidth }) => complete && naturalWidth > 0);
    const whens = drawn.flatMap(({ currentSrc }) => performance.getEntriesByName(currentSrc));
    return whens.map((entry) => (entry as PerformanceResourceTiming).responseEnd).sort((a, b) => a - b)[3] ?? 0;
  });
  expect(took).toBeGreaterThan(NETWORK_DEADLINE_MS - 500);
  expect(took).toBeLessThan(NETWORK_DEADLINE_MS + 2_000);
});

test.describe(BACKGROUND_SYNC, () => {
  let userId: string;
  let keys: string[];

  test.beforeEach(async () => {
    const { page } = phone;
    const files = await lightPictures(2);
    await arriveAsFan(page, line.url, product, newFan('先に帰った人'));
    await openPostForm(page);
    await phone.setOffline(true);
    await pickPhotos(page, files, { message: '電波のないゲートから' });
    await untilPrepared(page, files.length);
    await submitPost(page);
    keys = await queuedKeys(page);
    userId = await userIdOf(page);
    expect(keys).toHaveLength(files.length);
    expect(line.asked.filter((asked) => isPut(asked) || isRegistration(asked))).toEqual([]);
    // From here on the worker has to live on what it brought at its installation.
    line.decide = ({ path }) => (/^\/(sw|sender)\.js|^\/assets\//.test(path) ? 'reset' : 'pass');
    await expect(page.getByRole('dialog', { name: postForm.savedTitle })).toBeVisible();
  });
  const expectSentByWorker = async () => {
    await expectOnce(product.url, CLUB, userId, keys);
    const sent = line.asked.filter((asked) => isPut(asked) || isRegistration(asked));
    expect(sent.filter(isRegistration)).toHaveLength(1);
    expect(sent.filter(isPut)).toHaveLength(keys.length * 2);
    expect(phone.context.pages().filter((page) => page.url().startsWith(line.url))).toEqual([]);
  };

  test('QUE-02a the page is closed: with signal the worker alone sends, once', async () => {
    await phone.page.goto('about:blank');
    expect(await photosOf(product.url, CLUB, userId)).toEqual([]);
    await phone.setOffline(false);
    await expectSentByWorker();
  });

  test('QUE-02a T07 the browser was killed: started again with signal and no page, the worker sends', async () => {
    await phone.kill();
    await phone.open({ offline: true });
    await phone.setOffline(false);
    await expectSentByWorker();
  });
});
