/** No signal: what was seen opens, what is old says so, nothing that is somebody else's is kept or shown. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import { withoutBreaks } from '../../src/contract/breakMark.ts';
import type { PhotoPage } from '../../src/contract/entities.ts';
import { NETWORK_DEADLINE_MS } from '../../src/contract/limits.ts';
import { gallery } from '../../src/messages/ja.ts';
import { myPhoto } from '../../src/messages/jaMyPhoto.ts';
import { pageTexts } from '../../src/messages/jaPages.ts';
import { postForm } from '../../src/messages/jaPost.ts';
import { forgot } from '../../src/messages/jaSettings.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { RECENTLY_USED } from '../../src/platform/storage/lruEviction.ts';
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
  signUpAndAgree,
  submitPost,
  untilPrepared,
  untilWorkerControls,
  userIdOf,
} from './support/fan.ts';
import { drawnPhotos, expectDrawn, keptEntries, placesNaming, untilKept, untilPhotos } from './support/kept.ts';
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
  const [worker, sender] = ['sw.js', 'sender.js'].map((name) =>
    readFileSync(resolve(import.meta.dirname, '../../dist', name)),
  );
  expect(gzipSync(worker as Buffer).length).toBeLessThan(WORKER_BYTES);
  expect(String(worker)).not.toContain('AWS4-HMAC');
  expect(String(sender)).toContain('AWS4-HMAC');
});

const staleBanner = (page: Page) => page.getByText(shell.offline);
/** The open photo; its neighbours are loaded after it. */
const overlayPhoto = (page: Page) => page.getByRole('dialog').locator('figure img').first();

/** One visit with signal, at the end of which the page is on the device. */
async function visit(path: string): Promise<string[]> {
  const { page } = phone;
  await page.goto(line.url + path);
  const photos = await untilPhotos(page);
  await untilWorkerControls(page);
  await untilKept(page, photos);
  return photos;
}
const openColdOffline = async (path: string) => {
  await phone.kill();
  await phone.open({ offline: true });
  // A worker that is just starting may slip past the browser's own switch.
  line.decide = () => 'reset';
  await phone.page.goto(line.url + path);
};

test('DAT-02a the first and only visit: reloaded and started cold with no network the photos are there', async () => {
  const photos = await visit(galleryUrl());
  const asked = line.asked.filter(({ path }) => path.includes('/thumbnail/')).map(({ path }) => path);
  expect(new Set(asked).size, 'no thumbnail is asked for twice').toBe(asked.length);

  await phone.setOffline(true);
  await phone.page.reload();
  expect(await untilPhotos(phone.page, photos.length)).toEqual(expect.arrayContaining(photos));
  await openColdOffline(galleryUrl());
  expect(await untilPhotos(phone.page, photos.length)).toEqual(expect.arrayContaining(photos));
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

test('RTE-18c DAT-02a every page seen once starts cold with no network; one that is unknown says so', async () => {
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
  await expect
    .poll(
      async () =>
        (await keptEntries(page)).filter(({ url }) => url.includes(eventAddress.searchParams.get('e') ?? '?')).length,
    )
    .toBeGreaterThan(1);

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
  await phone.page.goto(`${line.url}/${CLUB}/event-detail.html?e=never-seen`);
  await expect(phone.page.getByText(pageTexts.unseen)).toBeVisible();
  await expect(phone.page.getByText(pageTexts.unseenText)).toBeVisible();
  // What there is: the events that were seen. The first link is the breadcrumb's.
  const offered = phone.page.getByRole('main').getByRole('link', { name: findTenant(CLUB)?.config.eventLabel ?? '' });
  await expect(offered).toHaveCount(2);
  await expect(staleBanner(phone.page), 'nothing here was seen before').toBeHidden();
  await offered.last().click();
  await expect(phone.page.getByRole('article').getByRole('link', { name: eventName })).toBeVisible();
  await expect(staleBanner(phone.page)).toBeVisible();
  await phone.page.goto(`${line.url}/nowhere/`);
  await expect(phone.page.getByText(withoutBreaks(pageTexts.unknownTenantTitle))).toBeVisible();
});

test('DAT-02b a photo, player, ranking, list that were not seen say so, and come with the signal', async () => {
  await visit(galleryUrl());
  const answer = await fetch(`${product.url}${LIST}all`, { headers: { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB } });
  const photo = ((await answer.json()) as PhotoPage).media_list.findLast(({ player }) => player !== '');
  await openColdOffline(galleryUrl());
  await untilPhotos(phone.page);
  const unseen = phone.page.getByRole('alert').filter({ hasText: pageTexts.unseenText });
  for (const path of [
    `/${CLUB}/common/search-result.html?ht=never-seen`,
    `/${LEAGUE}/ranking-list.html`,
    `/${CLUB}/gallery.html?q=${photo?.media_url}`,
    `/${CLUB}/player-detail.html?p=${encodeURIComponent(photo?.player ?? '')}`,
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

test('DAT-02c what is old says so, and with signal it is new again in its place, without a reload', async () => {
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
  expect(await untilPhotos(page, photos.length)).toEqual(expect.arrayContaining(photos));
  await expect(staleBanner(page)).toBeVisible();
  // The Wi-Fi's own page is for the fan to see and to log in on.
  line.decide = () => captivePortal;
  await page.goto(line.url + galleryUrl());
  await expect(page).toHaveTitle('Wi-Fi');
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
  expect(await untilPhotos(phone.page, here.length)).toEqual(expect.arrayContaining(here));
  await phone.page.goto(line.url + galleryUrl(LEAGUE));
  expect(await untilPhotos(phone.page, there.length)).toEqual(expect.arrayContaining(there));
  expect((await drawnPhotos(phone.page)).filter((name) => here.includes(name))).toEqual([]);
  const lists = (await keptEntries(phone.page)).filter(({ url }) => url.includes(LIST));
  expect(new Set(lists.map(({ url }) => new URL(url).searchParams.get('kept-for-tenant')))).toEqual(
    new Set([CLUB, LEAGUE]),
  );
  expect(page.isClosed()).toBe(true);
});

test('DAT-03b DAT-03c what was answered to a fan goes at logout; no token, nothing opaque is ever kept', async () => {
  const { page } = phone;
  const fan = newFan('帰る前の人');
  await signUpAndAgree(page, line.url, product, fan);
  await untilWorkerControls(page);
  await page.goto(`${line.url}/${CLUB}/my-photo.html`);
  await expect(page.getByRole('heading', { level: 1, name: fan.nickname })).toBeVisible();
  await expect(page.getByText(myPhoto.needsLogin)).toBeHidden();
  const ofUsers = async () => (await keptEntries(phone.page)).filter(({ cache }) => cache.startsWith('answers-user-'));
  await expect.poll(async () => (await ofUsers()).length).toBeGreaterThan(0);
  await page.goto(line.url + galleryUrl());
  await untilPhotos(page);
  const kept = await keptEntries(page);
  expect(kept.flatMap(({ requestHeaders }) => requestHeaders).filter((name) => /auth/i.test(name))).toEqual([]);
  expect(kept.filter(({ type }) => type === 'opaque' || type === 'opaqueredirect')).toEqual([]);

  await page.getByRole('button', { name: 'メニュー' }).click();
  await page.getByRole('button', { name: 'ログアウト' }).click();
  await page.getByRole('button', { name: 'ログアウトする' }).click();
  await expect(page).toHaveURL(new RegExp(`/${CLUB}/index.html$`));
  await expect.poll(async () => (await ofUsers()).length).toBe(0);
  await openColdOffline(`/${CLUB}/my-photo.html`);
  await expect(phone.page.getByText(myPhoto.needsLogin)).toBeVisible();
  await expect(phone.page.getByText(fan.nickname)).toHaveCount(0);
  expect(await ofUsers()).toEqual([]);
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
  expect(await untilPhotos(phone.page, photos.length)).toEqual(expect.arrayContaining(photos));
});

test('T26 DAT-03c an answer that was on its way at the logout is not kept when it comes', async () => {
  const { page } = phone;
  await signUpAndAgree(page, line.url, product, newFan('途中で帰った人'));
  await untilWorkerControls(page);
  const isOwn = ({ path }: Asked) => path.startsWith('/f/user/notice/unreadcount');
  const asking = page.waitForRequest((request) => new URL(request.url()).pathname === '/f/user/notice/unreadcount');
  await page.goto(line.url + galleryUrl());
  // Not allHeaders(): for a request of the page that is left those never come.
  const headers = (await asking).headers();
  const ofUsers = async () => (await keptEntries(page)).filter(({ cache }) => cache.startsWith('answers-user-'));
  await expect.poll(async () => (await ofUsers()).length).toBeGreaterThan(0);

  let answer: () => void = () => undefined;
  const isAnswered = new Promise<void>((done) => {
    answer = done;
  });
  line.decide = (asked) => (isOwn(asked) ? { answerAfter: isAnswered } : 'pass');
  const asked = line.waitFor(isOwn);
  // Past the page's own queries, which are given up at the logout.
  await page.evaluate(
    ([key = '', tenant = '', token = '']) => {
      const headers = { 'x-api-key': key, 'x-api-tenant': tenant, 'x-api-authorization': token };
      const text = fetch('/f/user/notice/unreadcount?timestamp=7', { headers }).then((response) => response.text());
      Object.assign(globalThis, { late: text });
    },
    ['x-api-key', 'x-api-tenant', 'x-api-authorization'].map((name) => headers[name] ?? ''),
  );
  await asked;
  await page.getByRole('button', { name: shell.menu }).click();
  await page.getByRole('button', { name: 'ログアウト' }).click();
  await page.getByRole('button', { name: 'ログアウトする' }).click();
  await expect(page).toHaveURL(new RegExp(`/${CLUB}/index.html$`));
  await expect.poll(async () => (await ofUsers()).length).toBe(0);
  answer();
  expect(await page.evaluate(() => (globalThis as unknown as { late: Promise<string> }).late)).toContain('Count');
  // What was answered afterwards is kept by now, so the late one had its time.
  await page.evaluate(
    ([key = '', tenant = '']) =>
      fetch('/f/season/items?after', { headers: { 'x-api-key': key, 'x-api-tenant': tenant } }).then((one) =>
        one.text(),
      ),
    [headers['x-api-key'] ?? '', headers['x-api-tenant'] ?? ''],
  );
  await expect.poll(async () => (await keptEntries(page)).some(({ url }) => url.includes('items?after'))).toBe(true);
  expect(await ofUsers()).toEqual([]);
});

test('DAT-03c the own profile leaves all caches at a logout there, also what was still on its way', async () => {
  const { page } = phone;
  const fan = newFan('自分のページで帰る人');
  await signUpAndAgree(page, line.url, product, fan);
  const userId = (await page.evaluate(() => localStorage.getItem('USER_ID'))) ?? '';
  await untilWorkerControls(page);
  const own = `/${CLUB}/my-photo.html?u=${userId}`;
  await page.goto(line.url + own);
  await expect(page.getByRole('heading', { level: 1, name: fan.nickname })).toBeVisible();
  const places = () => placesNaming(page, [userId, fan.nickname]);
  await expect.poll(async () => (await places()).join()).toMatch(/cache pages-.*/);

  let answer: () => void = () => undefined;
  const isAnswered = new Promise<void>((done) => {
    answer = done;
  });
  const isLate = ({ path }: Asked) => path === `${own}&mode=my-event`;
  line.decide = (one) => (isLate(one) ? { answerAfter: isAnswered } : 'pass');
  const late = line.waitFor(isLate);
  // One after the other: when the second is kept, the first had its time.
  const second = `/${CLUB}/event-list.html?after`;
  await page.evaluate(
    ([type, ...addresses]) => navigator.serviceWorker.controller?.postMessage({ type, addresses }),
    [RECENTLY_USED, `${own}&mode=my-event`, second],
  );
  await late;
  await page.getByRole('button', { name: shell.menu }).click();
  await page.getByRole('button', { name: 'ログアウト' }).click();
  await page.getByRole('button', { name: 'ログアウトする' }).click();
  await expect(page).toHaveURL(new RegExp(`/${CLUB}/index.html$`));
  await expect.poll(places, { timeout: 30_000 }).toEqual([]);
  answer();
  await expect.poll(async () => (await keptEntries(page)).some(({ url }) => url.endsWith(second))).toBe(true);
  expect(await places()).toEqual([]);
});

test('SAF-15 after a logout a shared device names the fan nowhere but in a post that still waits', async () => {
  test.setTimeout(240_000);
  const { page } = phone;
  const fan = newFan('帰ったあとの人');
  const address = () => page.getByLabel(forgot.email, { exact: false });
  await page.goto(`${line.url}/common/forgot-password.html?t=${CLUB}`);
  await address().fill(fan.email);
  await page.getByRole('button', { name: forgot.send }).click();
  await expect(page.getByText(forgot.sentTo(fan.email))).toBeVisible();
  await signUpAndAgree(page, line.url, product, fan);
  const userId = (await page.evaluate(() => localStorage.getItem('USER_ID'))) ?? '';
  expect(userId).toMatch(/^[\w-]{20,}$/);
  await untilWorkerControls(page);
  // The own page as everybody sees it, and as the fan does; the gallery, and a post that cannot leave.
  for (const path of [`my-photo.html?u=${userId}`, 'my-photo.html', 'gallery.html']) {
    await page.goto(`${line.url}/${CLUB}/${path}`);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  }
  line.decide = (asked) => (isPut(asked) ? 'reset' : 'pass');
  await openPostForm(page);
  await pickPhotos(page, await lightPictures(1));
  await untilPrepared(page, 1);
  const told = page.getByRole('button', { name: postForm.understood });
  if (await told.isVisible()) await told.click();
  await submitPost(page);
  await page.getByRole('button', { name: postForm.close, exact: true }).last().click();
  const words = [userId, fan.email, fan.nickname, '山田 太郎'];
  const places = () => placesNaming(page, words);
  // All that has to go is there, or its going would prove nothing.
  const isKept = async () => {
    const found = (await places()).join('\n');
    return [
      'cache answers-anonymous',
      'cache pages-',
      'cache answers-user-',
      'workbox-expiration',
      'sessionStorage',
    ].filter((place) => !found.includes(place));
  };
  await expect.poll(isKept, { timeout: 30_000 }).toEqual([]);

  await page.getByRole('button', { name: shell.menu }).click();
  await page.getByRole('button', { name: 'ログアウト' }).click();
  await page.getByRole('button', { name: 'ログアウトする' }).click();
  await expect(page).toHaveURL(new RegExp(`/${CLUB}/index.html$`));
  await expect.poll(places, { timeout: 30_000 }).toEqual(['indexedDB fan-photo jobs']);
  await page.goto(`${line.url}/common/forgot-password.html?t=${CLUB}`);
  await expect(address()).toHaveValue('');
  await page.goto(line.url + galleryUrl());
  await untilPhotos(page);
  expect(await places()).toEqual(['indexedDB fan-photo jobs']);
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
