/** After a logout a shared device keeps and shows nothing of the fan who left it. */
import { expect, test } from '@playwright/test';
import { myPhoto } from '../../src/messages/jaMyPhoto.ts';
import { postForm } from '../../src/messages/jaPost.ts';
import { forgot } from '../../src/messages/jaSettings.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { RECENTLY_USED } from '../../src/platform/storage/workerMessages.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import { CLUB } from '../support/tenants.ts';
import {
  galleryUrl,
  newFan,
  openPostForm,
  pickPhotos,
  signUpAndAgree,
  storedJobs,
  submitPost,
  untilPrepared,
  untilWorkerControls,
} from './support/fan.ts';
import { keptEntries, openCold, placesNaming, untilPhotos } from './support/kept.ts';
import { type Asked, isPut, type Line, openLine } from './support/line.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';

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
  phone = await openPhone();
});
test.afterEach(async () => {
  await phone.close();
  await line.close();
});

test('DAT-03b DAT-03c what was answered to a fan goes at logout; no token, nothing opaque is ever kept', {
  tag: '@core',
}, async () => {
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
  await openPostForm(page);
  await pickPhotos(page, await lightPictures(1));
  await untilPrepared(page, 1);
  await submitPost(page);
  await expect.poll(async () => (await storedJobs(page)).map(({ state }) => state)).toEqual(['done']);
  await page.goto(line.url + galleryUrl());

  await page.getByRole('button', { name: 'メニュー' }).click();
  await page.getByRole('button', { name: 'ログアウト' }).click();
  await page.getByRole('button', { name: 'ログアウトする' }).click();
  await expect(page).toHaveURL(new RegExp(`/${CLUB}/index.html$`));
  await expect.poll(async () => (await ofUsers()).length).toBe(0);
  await expect.poll(() => storedJobs(page)).toEqual([]);
  await openCold(phone, line, `/${CLUB}/my-photo.html`);
  await expect(phone.page.getByText(myPhoto.needsLogin)).toBeVisible();
  await expect(phone.page.getByText(fan.nickname)).toHaveCount(0);
  expect(await ofUsers()).toEqual([]);
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
  await expect.poll(places).toEqual([]);
  answer();
  await expect.poll(async () => (await keptEntries(page)).some(({ url }) => url.endsWith(second))).toBe(true);
  expect(await places()).toEqual([]);
});

test('DAT-03c back to a page that was left before the logout: it shows nobody any more', async () => {
  const { page } = phone;
  // As a page in the back-forward cache, this one hears nothing of the others.
  await page.addInitScript(() => {
    BroadcastChannel.prototype.addEventListener = () => undefined;
  });
  const fan = newFan('もどるの人');
  await signUpAndAgree(page, line.url, product, fan);
  await page.goto(`${line.url}/${CLUB}/my-photo.html`);
  await expect(page.getByRole('heading', { level: 1, name: fan.nickname })).toBeVisible();

  const other = await phone.context.newPage();
  await other.goto(line.url + galleryUrl());
  await other.getByRole('button', { name: shell.menu }).click();
  await other.getByRole('button', { name: 'ログアウト' }).click();
  await other.getByRole('button', { name: 'ログアウトする' }).click();
  await expect(other).toHaveURL(new RegExp(`/${CLUB}/index.html$`));
  await expect(page.getByRole('heading', { level: 1, name: fan.nickname })).toBeVisible();

  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(page.getByText(fan.nickname)).toHaveCount(0);
});

test('SAF-15 after a logout a shared device names the fan nowhere but in a post that still waits', async () => {
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
  for (const [path, name] of [
    [`my-photo.html?u=${userId}`, fan.nickname],
    ['my-photo.html', fan.nickname],
    ['gallery.html', /./],
  ] as const) {
    await page.goto(`${line.url}/${CLUB}/${path}`);
    await expect(page.getByRole('heading', { level: 1, name }).first()).toBeVisible();
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
  await expect.poll(isKept).toEqual([]);

  await page.getByRole('button', { name: shell.menu }).click();
  await page.getByRole('button', { name: 'ログアウト' }).click();
  await page.getByRole('button', { name: 'ログアウトする' }).click();
  await expect(page).toHaveURL(new RegExp(`/${CLUB}/index.html$`));
  await expect.poll(places).toEqual(['indexedDB fan-photo jobs']);
  await page.goto(`${line.url}/common/forgot-password.html?t=${CLUB}`);
  await expect(address()).toHaveValue('');
  await page.goto(line.url + galleryUrl());
  await untilPhotos(page);
  expect(await places()).toEqual(['indexedDB fan-photo jobs']);
});
