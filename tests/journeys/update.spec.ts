/** A new build comes out while fans have the product open (T28): it is offered, it eats no work, and old pages find their way. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { frame, gallery } from '../../src/messages/ja.ts';
import { signUp } from '../../src/messages/jaAccount.ts';
import { pageTexts } from '../../src/messages/jaPages.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import { CLUB } from '../support/tenants.ts';
import {
  arriveAsFan,
  galleryUrl,
  newFan,
  openPostForm,
  pickPhotos,
  queuedKeys,
  storedJobs,
  submitPost,
  untilPrepared,
  untilWorkerControls,
  userIdOf,
} from './support/fan.ts';
import { untilPhotos } from './support/kept.ts';
import { type Asked, type Fault, isPut, type Line, openLine } from './support/line.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';
import { expectOnce } from './support/published.ts';

const worker = readFileSync(resolve(import.meta.dirname, '../../dist/sw.js'), 'utf8');
let product: Product;
let line: Line;
let phone: Phone;

test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.stop());
test.beforeEach(async () => {
  line = await openLine(product.url);
  phone = await openPhone();
});
test.afterEach(async () => {
  await phone.close();
  await line.close();
});

const prompt = (page: Page) => page.getByText(shell.updateReady);
const isNewBuildWaiting = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting != null);

/** Counts the loads of a page from now on. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  return () => loads;
}
/** The same where an update is chosen: the event 'load' also tells of the hidden frames (takeOver.ts). */
async function countDocuments(page: Page): Promise<() => number> {
  let documents = 0;
  await page.exposeBinding('noteDocument', ({ frame }) => {
    if (frame === page.mainFrame()) documents += 1;
  });
  await page.addInitScript('noteDocument()');
  return () => documents;
}

/** From now on the server has another build. */
function deploy(decide: (asked: Asked) => Fault = () => 'pass'): void {
  line.decide = (asked) =>
    asked.path === '/sw.js'
      ? { status: 200, type: 'text/javascript', body: `${worker}\n// the next build` }
      : decide(asked);
}
/** The look for a new build that the browser also does by itself. */
const lookForUpdate = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));

test('T28 QUE-01c a new build is offered, not over a form or sending; the switch reloads once, keeps all', {
  tag: '@core',
}, async () => {
  const { page } = phone;
  await arriveAsFan(page, line.url, product, newFan('更新の前の人'));
  await untilPhotos(page);
  const loads = await countDocuments(page);
  deploy((asked) => (isPut(asked) ? 'hang' : 'pass'));
  await lookForUpdate(page);
  await expect(prompt(page)).toBeVisible();

  const [file = ''] = await lightPictures(1);
  await openPostForm(page);
  await expect(prompt(page)).toBeHidden();
  await pickPhotos(page, [file]);
  await untilPrepared(page, 1);
  const inPut = line.waitFor(isPut);
  await submitPost(page);
  await inPut;
  await page.getByRole('dialog').getByRole('button', { name: '閉じる' }).last().click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(prompt(page), 'a photo is on its way').toBeHidden();
  const keys = await queuedKeys(page);
  const userId = await userIdOf(page);

  const held = `/s3/photos/ugc/${CLUB}/held/thumbnail/${'h'.repeat(20)}.jpg`;
  // Whether there is signal is asked for first: no try comes between the steps below.
  const isCutOff = (asked: Asked) => isPut(asked) || asked.path === '/config.json';
  deploy((asked) => (isCutOff(asked) ? 'reset' : asked.path === held ? 'hang' : 'pass'));
  line.release();
  await expect(prompt(page), 'the photo waits, nothing is under way').toBeVisible();
  expect(await isNewBuildWaiting(page)).toBe(true);
  expect(loads(), 'it never reloads by itself').toBe(0);

  const underWay = line.waitFor(({ path }) => path === held);
  await page.evaluate((address) => void fetch(address).catch(() => undefined), held);
  await underWay;
  await page.getByRole('button', { name: shell.update }).click();
  await expect(page.getByText(shell.updating), 'the worker before has a picture to end').toBeVisible();
  await expect(page.getByRole('button', { name: shell.update })).toBeFocused();
  await expect(page.locator('iframe'), 'the browser is to look again').toBeAttached();
  await expect(page.locator('iframe')).toBeHidden();
  expect([loads(), await isNewBuildWaiting(page)], 'that ends no request').toEqual([0, true]);
  await openPostForm(page);
  line.release();
  await expect.poll(() => isNewBuildWaiting(page)).toBe(false);
  const words = page.getByRole('dialog').locator('textarea').first();
  await words.fill('まだ書いています');
  await expect(words, 'no form is taken away').toHaveValue('まだ書いています');
  await words.fill('');
  expect(loads()).toBe(0);
  await page.keyboard.press('Escape');
  await expect.poll(loads).toBe(1);
  await untilPhotos(page);
  expect(await isNewBuildWaiting(page)).toBe(false);
  await expect(prompt(page)).toBeHidden();
  expect((await storedJobs(page)).map(({ state }) => state)).not.toContain('done');
  expect(await queuedKeys(page)).toEqual(keys);
  deploy();
  await page.reload();
  await expectOnce(product.url, CLUB, userId, keys);
  expect(loads()).toBe(2);
});

test('T28 words in a form hold the offer back; a second tab is asked for itself', async () => {
  const { page } = phone;
  await page.goto(`${line.url}/common/create-account.html?t=${CLUB}`);
  await untilWorkerControls(page);
  const other = await phone.context.newPage();
  await other.goto(line.url + galleryUrl());
  await untilPhotos(other);
  const loads = [await countDocuments(page), await countDocuments(other)];
  deploy();
  await lookForUpdate(other);
  await expect(prompt(other)).toBeVisible();
  await page.bringToFront();
  await expect(prompt(page)).toBeVisible();
  const name = page.getByLabel(signUp.nickname, { exact: false });
  await name.fill('山田');
  await expect(prompt(page)).toBeHidden();

  await other.bringToFront();
  await other.getByRole('button', { name: shell.update }).click();
  await expect.poll(loads[1] as () => number).toBe(1);
  await expect(prompt(other)).toBeHidden();
  await expect(name).toHaveValue('山田');
  await expect(prompt(page)).toBeHidden();
  expect(loads.map((count) => count())).toEqual([0, 1]);
});

test.describe('a part of the build before is gone', () => {
  let isGone: RegExp;
  const gone: Fault = { status: 404, type: 'text/html', body: '<!doctype html><title>404</title>' };
  test.beforeEach(() => {
    // No worker that has kept the part: the browser refuses workers, or its storage was cleared.
    isGone = /^\/sw\.js$/;
    line.decide = ({ path }) => (isGone.test(path) ? gone : 'pass');
  });
  const openEvents = (page: Page) => page.locator(`a[href="/${CLUB}/event-list.html"]`).first().click();

  test('T28 the page is loaded anew once, not for ever, and says so', async () => {
    const { page } = phone;
    await page.goto(line.url + galleryUrl());
    await untilPhotos(page);
    const loads = countLoads(page);
    isGone = /^\/sw\.js$|^\/assets\/EventListPage-.*\.js$/;
    await openEvents(page);
    await expect.poll(loads).toBe(1);
    await expect(page.getByText(pageTexts.loadFailed)).toBeVisible();
    await page.getByRole('button', { name: pageTexts.reload }).click();
    await expect.poll(loads).toBe(2);
    await expect(page.getByText(pageTexts.loadFailed)).toBeVisible();

    isGone = /^\/sw\.js$/;
    await page.getByRole('button', { name: pageTexts.reload }).click();
    await expect(page.getByRole('article').first()).toBeVisible();
    // The page comes drawn: it may be seen before it is loaded.
    await page.waitForLoadState();
    expect(loads(), 'by itself once, twice by the button').toBe(3);
  });

  test('T28 a part that is gone once is found after the one reload', async () => {
    const { page } = phone;
    await page.goto(line.url + galleryUrl());
    await untilPhotos(page);
    const loads = countLoads(page);
    page.once('request', function watch(request) {
      if (request.isNavigationRequest()) isGone = /^\/sw\.js$/;
      else page.once('request', watch);
    });
    isGone = /^\/sw\.js$|^\/assets\/EventListPage-.*\.js$/;
    await openEvents(page);
    await expect(page.getByRole('article').first()).toBeVisible();
    // The page comes drawn: it may be seen before it is loaded.
    await page.waitForLoadState();
    expect(loads()).toBe(1);
  });

  test('T28 a photo whose part is gone does not take the page with it', async () => {
    const { page } = phone;
    // A page that never rests loads nothing ahead.
    await page.addInitScript(() => Object.assign(globalThis, { requestIdleCallback: () => 0 }));
    await page.goto(line.url + galleryUrl());
    await untilPhotos(page);
    await expect(page.getByRole('button', { name: shell.post, exact: true }).first()).toBeVisible();
    isGone = /^\/sw\.js$|^\/assets\/OpenPhoto-.*\.js$/;
    const loads = countLoads(page);
    const photo = page.getByRole('list', { name: gallery.listLabel }).getByRole('link').first();
    await photo.click();
    await expect.poll(loads).toBe(1);
    await expect(page.getByText(shell.overlayFailed)).toBeVisible();
    await untilPhotos(page);
    expect(loads()).toBe(1);
  });

  test('T28 with every later part gone the photos stay; a page that cannot be drawn says so in plain words', async () => {
    const { page } = phone;
    isGone =
      /^\/sw\.js$|^\/assets\/(?!start-|app-|rolldown-runtime-|index-|parts-|endpoints-|config-|dist-|client-).*\.js$/;
    const loads = countLoads(page);
    await page.goto(line.url + galleryUrl());
    await expect.poll(loads).toBe(2);
    await untilPhotos(page);
    const asked = line.asked.filter(({ path }) => path === galleryUrl());
    expect(asked, 'the visit, a look whether the server has pages, the reload').toHaveLength(3);
    await page.goto(`${line.url}/${CLUB}/event-list.html`);
    await expect(page.getByText(frame.broken)).toBeVisible();
    await expect(page.getByRole('button', { name: frame.reload })).toBeVisible();
    expect(loads()).toBe(3);
  });
});
