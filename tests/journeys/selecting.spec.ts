/** Several photos at once (KEP-02): selected in a list, taken home as a ZIP, shared, liked, bookmarked, deleted. */
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { event as eventTexts } from '../../src/messages/jaEvent.ts';
import { photoSelection as texts, photoZip as zip } from '../../src/messages/jaSelection.ts';
import { CLUB } from '../support/tenants.ts';
import { demoFan, galleryUrl, signIn } from './support/fan.ts';
import { openPhone, type Phone } from './support/phone.ts';
import { type Product, startProduct } from './support/product.ts';
import { photosOf } from './support/published.ts';
import { dialogOf } from './support/tourSteps.ts';
import { namesIn, withoutFilePicker } from './support/zips.ts';

const DESKTOP = { isMobile: false, hasWorker: false, viewport: { width: 1440, height: 900 } } as const;

let product: Product;
let phone: Phone;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.stop());
test.afterEach(() => phone.close());

const cards = (page: Page) => page.getByRole('main').locator('li[data-photo]');
const boxes = (page: Page) => page.getByRole('checkbox');
const bar = (page: Page) => page.getByRole('region', { name: texts.group });
const count = (page: Page) => bar(page).getByRole('status');
const card = (page: Page) => page.getByRole('region', { name: zip.label });
const begin = (page: Page) => page.getByRole('button', { name: texts.select, exact: true });
const act = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true }).click();

async function openGallery(page: Page): Promise<void> {
  await page.goto(product.url + galleryUrl());
  await expect(begin(page)).toBeVisible();
}

/** Selects so many photos that may be saved, from the first on. @returns their keys */
async function selectAllowed(page: Page, wanted: number): Promise<string[]> {
  const keys = (await photosOf(product.url, CLUB))
    .filter(({ usepermit }) => usepermit)
    .map(({ media_url }) => media_url)
    .slice(0, wanted);
  await begin(page).click();
  for (const key of keys) await page.locator(`li[data-photo="${key}"]`).getByRole('checkbox').click();
  await expect(count(page)).toHaveText(texts.count(keys.length));
  return keys;
}

/** A browser that lets pages write files, with a real one in place of the dialog nobody can press here. */
const withFilePicker = () =>
  Object.assign(globalThis, {
    showSaveFilePicker: async ({ suggestedName }: { suggestedName: string }) => {
      Object.assign(globalThis, { suggestedName });
      return (await navigator.storage.getDirectory()).getFileHandle('chosen.zip', { create: true });
    },
  });
/** What was written into the chosen file; as text, for a list of numbers takes minutes to cross to the test. */
async function writtenFile(page: Page): Promise<Buffer> {
  const url = await page.evaluate(async () => {
    const file = await (await (await navigator.storage.getDirectory()).getFileHandle('chosen.zip')).getFile();
    const reader = new FileReader();
    return new Promise<string>((done, failed) => {
      reader.onload = () => done(String(reader.result));
      reader.onerror = () => failed(reader.error);
      reader.readAsDataURL(file);
    });
  });
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

test('KEP-02a photos are selected by press, Shift and drag, stay while the list grows, and open nothing', {
  tag: '@core',
}, async () => {
  phone = await openPhone(DESKTOP);
  const { page } = phone;
  await openGallery(page);
  await begin(page).click();
  await expect(count(page)).toHaveText(texts.none);
  await boxes(page).nth(0).click();
  await boxes(page)
    .nth(3)
    .click({ modifiers: ['Shift'] });
  await expect(count(page)).toHaveText(texts.count(4));
  await boxes(page).nth(1).click();
  await expect(count(page)).toHaveText(texts.count(3));
  await expect(boxes(page).nth(1)).not.toBeChecked();

  await test.step('KEP-02a a drag takes all between, and back again gives them up', async () => {
    const middle = async (at: number) => {
      const box = await cards(page).nth(at).boundingBox();
      if (box === null) throw new Error('no card');
      return [box.x + box.width / 2, box.y + box.height / 2] as const;
    };
    // Away from the edges of the window, where the list scrolls along and the places of cards with it.
    await cards(page)
      .nth(7)
      .evaluate((card) => card.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await page.mouse.move(...(await middle(5)));
    await page.mouse.down();
    await page.mouse.move(...(await middle(8)), { steps: 8 });
    await expect(count(page)).toHaveText(texts.count(7));
    await page.mouse.move(...(await middle(6)), { steps: 8 });
    await page.mouse.up();
    await expect(count(page)).toHaveText(texts.count(5));
  });
  const first = (await cards(page).nth(0).getAttribute('data-photo')) ?? '';
  await test.step('KEP-02a the list grows and scrolls far away: what is selected stays', async () => {
    for (let more = 0; more < 6; more += 1) {
      await page.mouse.wheel(0, 4_000);
      await page.waitForLoadState('networkidle');
    }
    await expect(page.locator(`li[data-photo="${first}"]`)).toHaveCount(0);
    await expect(count(page)).toHaveText(texts.count(5));
    await page.evaluate(() => scrollTo(0, 0));
    await expect(page.locator(`li[data-photo="${first}"]`).getByRole('checkbox')).toBeChecked();
  });
  await page.goBack();
  await expect(bar(page)).toHaveCount(0);
  await expect(boxes(page)).toHaveCount(0);
  await expect(page).toHaveURL(/gallery\.html$/);
  await cards(page).nth(0).getByRole('link').click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('KEP-02a a held finger begins, sideways it goes on, up and down it scrolls', async () => {
  phone = await openPhone({ hasWorker: false });
  const { page, context } = phone;
  await openGallery(page);
  await expect(cards(page).nth(1).locator('xpath=..')).toHaveAttribute('data-selectable', '');
  const touch = await context.newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  const box = await cards(page).nth(1).boundingBox();
  if (box === null) throw new Error('no card');
  const [x, y] = [box.x + box.width / 2, box.y + 40];
  await send('touchStart', x, y);
  await expect(count(page)).toHaveText(texts.count(1));
  for (let step = 1; step <= 10; step += 1) await send('touchMove', x - step * 18, y);
  await send('touchEnd', 0, 0);
  await expect(count(page)).toHaveText(texts.count(2));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await test.step('KEP-02a a finger that goes up scrolls and selects nothing', async () => {
    await send('touchStart', x, y + 300);
    for (let step = 1; step <= 15; step += 1) await send('touchMove', x, y + 300 - step * 20);
    await send('touchEnd', 0, 0);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
    await expect(count(page)).toHaveText(texts.count(2));
  });
});

test('KEP-02b by keyboard: arrows, Space, Shift and arrows, all, Escape; each card tells its state', async () => {
  phone = await openPhone(DESKTOP);
  const { page } = phone;
  await openGallery(page);
  await begin(page).focus();
  await page.keyboard.press('Enter');
  await expect(bar(page)).toBeVisible();
  await boxes(page).nth(0).focus();
  await page.keyboard.press('Space');
  await expect(boxes(page).nth(0)).toHaveAttribute('aria-checked', 'true');
  await expect(count(page)).toHaveText(texts.count(1));
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(boxes(page).nth(2)).toBeFocused();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(count(page)).toHaveText(texts.count(2));
  await page.keyboard.press('ArrowDown');
  await expect(boxes(page).nth(1)).not.toBeFocused();
  await page.keyboard.press('Enter');
  await expect(count(page)).toHaveText(texts.count(3));
  await test.step('KEP-02b one stop for the keyboard: before it stands the bar', async () => {
    await page.keyboard.press('Shift+Tab');
    await expect(bar(page).locator(':focus')).toHaveCount(1);
  });
  await page.keyboard.press('Control+a');
  await expect(count(page)).not.toHaveText(texts.count(3));
  await expect(bar(page).getByRole('button', { name: texts.nothing })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await expect(cards(page).getByRole('link').and(page.locator(':focus'))).toHaveCount(1);
});

test('KEP-02d photos go straight into the chosen file; what may not be saved is told', async () => {
  phone = await openPhone(DESKTOP);
  const { page } = phone;
  await page.addInitScript(withFilePicker);
  await openGallery(page);
  await selectAllowed(page, 3);
  await test.step('KEP-02c a photo whose author did not agree is left out', async () => {
    await page.keyboard.press('Control+a');
    await act(page, texts.save);
    await expect(card(page)).toContainText(/利用を承諾していないため含めていません/, { timeout: 60_000 });
  });
  await expect(card(page).getByRole('status')).toHaveText(/枚を保存しました/, { timeout: 60_000 });
  const names = namesIn(await writtenFile(page));
  await expect(card(page).getByRole('status')).toHaveText(zip.done(names.length));
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/_\d{8}_\d{3}\.jpg$/);
  expect(await page.evaluate(() => (globalThis as { suggestedName?: string }).suggestedName)).toMatch(/\.zip$/);
});

test('KEP-02e the card of a ZIP asked for in an album stands over the album, and stays after it', async () => {
  phone = await openPhone({ hasWorker: false });
  const { page } = phone;
  await phone.context.addInitScript(withoutFilePicker);
  await page.goto(`${product.url}/${CLUB}/event-list.html`);
  await page.getByRole('button', { name: eventTexts.seeCollected }).first().click();
  const album = page.getByRole('dialog');
  await album.getByRole('button', { name: texts.select, exact: true }).click();
  await album.getByRole('checkbox').first().click();
  await bar(page).getByRole('button', { name: texts.all }).click();
  await act(page, texts.save);
  const ready = album.getByRole('region', { name: zip.label }).getByRole('button', { name: /^ZIPを保存/ });
  await expect(ready).toBeVisible({ timeout: 60_000 });
  const saving = page.waitForEvent('download');
  await ready.tap();
  await saving;
  await page.goBack();
  await expect(album).toHaveCount(0);
  await expect(card(page).getByRole('button', { name: zip.close })).toBeVisible();
});

test('KEP-02f after kill -9 what came is not fetched again, and the ZIP is whole', async () => {
  phone = await openPhone({ hasWorker: false, hasProfile: true });
  await phone.context.addInitScript(withoutFilePicker);
  let answered = 0;
  await phone.page.route('**/original/**', (route) => {
    answered += 1;
    // The line is lost after the second picture.
    return answered <= 2 ? route.continue() : undefined;
  });
  await openGallery(phone.page);
  await selectAllowed(phone.page, 5);
  await act(phone.page, texts.save);
  await expect(card(phone.page)).toContainText(zip.count(2, 5), { timeout: 60_000 });
  await phone.kill();
  await phone.open();
  await phone.context.addInitScript(withoutFilePicker);
  const { page } = phone;
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/original/')) fetched.push(request.url());
  });
  await openGallery(page);
  await expect(card(page)).toContainText(zip.unfinishedText(2, 5));
  await card(page).getByRole('button', { name: zip.goOn }).click();
  await test.step('KEP-02e without a file to write the ZIP is made in memory and saved by a press', async () => {
    const saving = page.waitForEvent('download');
    await card(page)
      .getByRole('button', { name: /^ZIPを保存/ })
      .click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toMatch(/\.zip$/);
    expect(namesIn(await readFile(await saved.path()))).toHaveLength(5);
  });
  await expect(card(page).getByRole('status')).toHaveText(zip.done(5));
  expect(fetched).toHaveLength(3);
  expect(await page.evaluate(() => caches.has('unfinished-zip'))).toBe(false);
});

test('KEP-02g several are liked and bookmarked at once; own ones are deleted after a question', async () => {
  phone = await openPhone(DESKTOP);
  const { page } = phone;
  await signIn(page, product.url, demoFan('fan'));
  await openGallery(page);
  await begin(page).click();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && /\/(reaction|favorite|media\/list)\/item$/.test(request.url()))
      calls.push(`${request.method()} ${request.url().split('/f/')[1]}`);
  });
  // Until the fan's own likes are known, every photo looks like one that is not liked.
  await expect(cards(page).locator('button[aria-pressed="true"]').first()).toBeAttached();
  // Somebody else's that the fan does not like yet.
  const liked = cards(page).filter({ has: page.locator('button[aria-pressed="false"]') });
  const keys = await liked.evaluateAll((all) => all.slice(0, 3).map((one) => (one as HTMLElement).dataset.photo ?? ''));
  const buttonOf = (key: string) => page.locator(`li[data-photo="${key}"] button[aria-pressed]`).first();
  const before = await Promise.all(keys.map(async (key) => Number((await buttonOf(key).textContent()) || 0)));
  for (const key of keys) await page.locator(`li[data-photo="${key}"]`).getByRole('checkbox').click();
  await act(page, texts.like);
  await expect(page.getByText(texts.finished.like(3))).toBeVisible();
  await act(page, texts.bookmark);
  // Some of them the fan has already: these are not asked for again.
  await expect(page.getByText(/枚をブックマークしました。/)).toBeVisible();
  await expect(bar(page).getByRole('button', { name: texts.unbookmark })).toBeVisible();
  expect(calls.slice(0, 3)).toEqual(Array(3).fill('PUT reaction/item'));
  expect(new Set(calls.slice(3))).toEqual(new Set(['PUT favorite/item']));
  await act(page, texts.leave);
  for (const [at, key] of keys.entries()) {
    await expect(buttonOf(key)).toHaveAttribute('aria-pressed', 'true');
    await expect(buttonOf(key)).toHaveText(String((before[at] ?? 0) + 1));
  }

  await test.step('KEP-02g without signal nothing is tried, and the fan is told', async () => {
    calls.length = 0;
    await begin(page).click();
    await boxes(page).nth(0).click();
    await phone.setOffline(true);
    await act(page, texts.bookmark);
    await expect(page.getByText('電波がないため、いまはできません。')).toBeVisible();
    await phone.setOffline(false);
    expect(calls).toEqual([]);
    await page.keyboard.press('Escape');
  });
  await page.goto(`${product.url}/${CLUB}/my-photo.html?mode=my-photo`);
  await begin(page).click();
  const own = await cards(page).count();
  await boxes(page).nth(0).click();
  await boxes(page).nth(1).click();
  await act(page, texts.remove);
  await dialogOf(page, '確認').getByRole('button', { name: texts.removeAction, exact: true }).click();
  await expect(page.getByText(texts.finished.remove(2))).toBeVisible();
  await expect(cards(page)).toHaveCount(own - 2);
});

test('KEP-02h several are shared as files where the share sheet takes them, else as links', async () => {
  phone = await openPhone({ hasWorker: false });
  const { page, context } = phone;
  await context.addInitScript(() => {
    const shared: { files: string[]; text: string | undefined }[] = [];
    Object.assign(globalThis, { shared });
    Object.assign(navigator, {
      canShare: ({ files = [] }: ShareData) => files.length > 0,
      share: async ({ files = [], text }: ShareData) =>
        void shared.push({ files: [...files].map(({ name, type }) => `${name} ${type}`), text }),
    });
  });
  const shared = () =>
    page.evaluate(() => (globalThis as unknown as { shared: { files: string[]; text?: string }[] }).shared);
  await openGallery(page);
  await selectAllowed(page, 3);
  await act(page, texts.share);
  const ready = bar(page).getByRole('button', { name: texts.shareNow });
  await expect(async () => {
    if (await ready.isVisible()) await ready.click();
    expect(await shared()).toHaveLength(1);
  }).toPass();
  for (const name of (await shared())[0]?.files ?? []) expect(name).toMatch(/^.+_\d{8}_\d{3}\.jpg image\/jpeg$/);
  expect((await shared())[0]?.files).toHaveLength(3);
  await page.evaluate(() => Object.assign(navigator, { canShare: () => false }));
  await act(page, texts.share);
  await expect.poll(async () => (await shared()).length).toBe(2);
  expect((await shared())[1]?.text?.match(/\?q=\w+/g)).toHaveLength(3);
});
