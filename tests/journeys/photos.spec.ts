/** Looking at photos: the list, the photo over it, what belongs to the photo, and the way back. */
import { expect, type Page, test } from '@playwright/test';
import { photo as photoTexts, ui } from '../../src/messages/ja.ts';
import { photoDetail as texts } from '../../src/messages/jaPhoto.ts';
import { photoViewer } from '../../src/messages/jaPhotoViewer.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { CLUB } from '../support/tenants.ts';
import { galleryUrl, tapTwice } from './support/fan.ts';
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

interface AnsweredPhoto {
  media_url: string;
  face_info: object[];
}

const detailOf = (page: Page) => page.getByRole('dialog').filter({ has: page.locator('[data-photo-detail]') });
const cards = (page: Page) => page.getByRole('main').locator('li[data-photo]');
const keyOf = (page: Page) => new URL(page.url()).searchParams.get('q');
const cardKey = (page: Page, at: number) => cards(page).nth(at).getAttribute('data-photo');
const pictureOf = (page: Page) => detailOf(page).locator('[data-side="open"] img');

/** The gallery with its first photos, and one of them opened. */
async function openPhoto(page: Page, at: number): Promise<void> {
  await page.goto(product.url + galleryUrl());
  await cards(page).nth(at).getByRole('link').click();
  await expect(detailOf(page)).toBeVisible();
}

test('RTE-02a PHO-02a a fan opens a photo, turns through the list and comes back to the last one', {
  tag: '@core',
}, async () => {
  const { page } = phone;
  const seen: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/list/history')) seen.push(request.postDataJSON().media_url);
  });
  await openPhoto(page, 0);
  const root = page.locator('html');
  await expect(root).toHaveCSS('overflow-y', 'hidden');
  const [first, second, third] = await Promise.all([0, 1, 2].map((at) => cardKey(page, at)));
  await expect.poll(() => keyOf(page)).toBe(first);
  await test.step('PHO-07 opening it is reported', async () => {
    await expect.poll(() => seen).toEqual([first]);
  });
  await expect(detailOf(page).getByText(/^© KAWASAKI FAN PHOTO \/ /)).toBeVisible();

  await test.step('PHO-02e turned by keys, then by a finger', async () => {
    // Keys, then a finger, and no further back than the first.
    await expect(detailOf(page).getByRole('button', { name: texts.previous, exact: true })).toHaveCount(0);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => keyOf(page)).toBe(second);
    await expect(pictureOf(page)).toHaveJSProperty('complete', true);
    await swipe(page, -220);
    await expect.poll(() => keyOf(page)).toBe(third);
    await expect.poll(() => seen).toEqual([first, second, third]);
  });

  await test.step('PHO-02c OVL-02a back, at once, to the card of the last one', async () => {
    // One entry of the history however many were looked at.
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(root).not.toHaveCSS('overflow-y', 'hidden');
    expect(keyOf(page)).toBeNull();
    await expect(page).toHaveURL(/gallery\.html$/);
    await expect(page.locator(`li[data-photo="${third}"] a`)).toBeFocused();
  });

  await test.step('PHO-02d Escape, the button and a press beside the picture close it', async () => {
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => detailOf(page).getByRole('button', { name: ui.close, exact: true }).click(),
      () => pressBeside(page),
    ]) {
      await cards(page).nth(1).getByRole('link').click();
      await expect(detailOf(page)).toBeVisible();
      await close();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(keyOf(page)).toBeNull();
    }
  });
});

test('PHO-02c PHO-02d a thin line: the tapped photo stands large before its overlay, the way back is open', async () => {
  const { page } = phone;
  let letThrough = () => {};
  const held = new Promise<void>((done) => {
    letThrough = done;
  });
  await page.route('**/assets/OpenPhoto-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(product.url + galleryUrl());
  const coming = page.locator('.frame-photo');
  for (const goBack of [
    () => coming.getByRole('button', { name: ui.close }).click(),
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
  ]) {
    await cards(page).nth(1).getByRole('link').click();
    await expect(coming.locator('img')).toBeInViewport();
    // Over everything, so that a second tap opens nothing a second time.
    expect(await page.evaluate(() => document.elementFromPoint(100, 400)?.closest('.frame-photo') !== null)).toBe(true);
    await goBack();
    await expect(coming).toHaveCount(0);
    expect(keyOf(page)).toBeNull();
  }
  await cards(page).nth(1).getByRole('link').click();
  await expect(coming).toBeVisible();
  letThrough();
  await expect(detailOf(page)).toBeVisible();
  await expect(coming).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/gallery\.html$/);
});

test('PHO-09a RTE-18b a reload far down a long list comes back to the same photo, and so does one opened', async () => {
  const { page } = phone;
  await page.goto(product.url + galleryUrl());
  await expect(cards(page).first()).toBeVisible();
  // One of the second page. What is far from the screen has no element.
  const seen = page.getByRole('main').locator(`li[aria-posinset="${(await cards(page).count()) + 7}"]`);
  await expect
    .poll(async () => {
      if ((await seen.count()) === 0) await page.mouse.wheel(0, 600);
      return seen.count();
    })
    .toBe(1);
  await seen.evaluate((card) => card.scrollIntoView({ block: 'center' }));
  const key = await seen.getAttribute('data-photo');
  const top = async () => (await page.locator(`li[data-photo="${key}"]`).boundingBox())?.y ?? Number.NaN;
  const before = await top();
  // The place is written down once the finger rests.
  await expect
    .poll(() =>
      page.evaluate(() =>
        Object.entries(sessionStorage).some(
          ([name, top]) => name.startsWith('scroll ') && Number(top) === Math.round(scrollY),
        ),
      ),
    )
    .toBe(true);
  await page.reload();
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(40);
  await page.locator(`li[data-photo="${key}"]`).getByRole('link').click();
  await expect(detailOf(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(40);
});

test('PHO-02b PHO-06b a shared short address opens the photo over the home page; wrong and old ones say so', {
  tag: '@core',
}, async () => {
  const { page, context } = phone;
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.url });
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'share', { value: undefined }));
  await openPhoto(page, 2);
  const key = await cardKey(page, 2);
  await test.step('PHO-06a FAN-11d shared with the fixed hashtag, LINE first', async () => {
    await detailOf(page).getByRole('button', { name: texts.share, exact: true }).click();
    const names = await detailOf(page)
      .getByRole('link', { name: /で共有$/ })
      .allTextContents();
    expect(names[0]).toBe(texts.shareBy.line);
    const x = await detailOf(page).getByRole('link', { name: texts.shareBy.x }).getAttribute('href');
    expect(new URL(x ?? '').searchParams.get('text')).toContain('#推しコレ');
    await expect
      .poll(async () => {
        const href = await detailOf(page).getByRole('link', { name: texts.shareBy.line }).getAttribute('href');
        return new URL(href ?? '').searchParams.get('url');
      })
      .toContain('?q=s~');
  });
  await detailOf(page).getByRole('button', { name: texts.copyUrl, exact: true }).first().click();
  await expect(page.getByText(texts.copied)).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toMatch(new RegExp(`^${product.url}/${CLUB}/\\?q=s~`));

  await test.step('RTE-01b the address opens the photo over the home page', async () => {
    await page.goto(address);
    await expect(pictureOf(page)).toHaveAttribute('src', new RegExp(`${key}$`));
    await detailOf(page).getByRole('button', { name: ui.close, exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(`${product.url}/${CLUB}/`);
  });

  await page.goto(
    `${product.url}/${CLUB}/?q=${encodeURIComponent(`ugc/${CLUB}/gone/original/aaaaaaaaaaaaaaaaaaaa.jpg`)}`,
  );
  await expect(page.getByRole('dialog', { name: texts.gone })).toBeVisible();
});

test('PHO-04b PHO-05a faces are marked on request, the picture is enlarged, related photos lead on', {
  tag: '@core',
}, async () => {
  const { page } = phone;
  await page.route('**/f/media/public/list/item?*', async (route) => {
    const answer = await route.fetch();
    const { list } = (await answer.json()) as { list: AnsweredPhoto[] };
    for (const photo of list)
      photo.face_info = [{ name: '佐藤 翔', BoundingBox: { Left: 0.4, Top: 0.4, Width: 0.1, Height: 0.2 } }];
    await route.fulfill({ json: { list } });
  });
  await openPhoto(page, 0);
  const tag = detailOf(page).getByRole('link', { name: '佐藤 翔' });
  await expect(tag).toHaveCount(0);
  await detailOf(page).getByRole('button', { name: texts.faces, exact: true }).click();
  const figure = await detailOf(page).locator('[data-side="open"] figure').boundingBox();
  const box = await tag.locator('..').boundingBox();
  expect((box?.width ?? 0) / (figure?.width ?? 1)).toBeCloseTo(0.12, 2);
  expect((box?.height ?? 0) / (figure?.height ?? 1)).toBeCloseTo(0.24, 2);
  await detailOf(page).getByRole('button', { name: texts.faces, exact: true }).click();
  await expect(tag).toHaveCount(0);

  await tapTwice(page, 100, 80);
  await expect(
    detailOf(page)
      .getByRole('status')
      .filter({ hasText: texts.enlarged(250) }),
  ).toHaveCount(1);
  await page.keyboard.press('0');
  await expect(detailOf(page).getByRole('status').filter({ hasText: '250' })).toHaveCount(0);
  // Back from the whole screen.
  await page.keyboard.press('Escape');
  await expect(detailOf(page).getByRole('button', { name: photoViewer.open })).toBeVisible();

  const opened = keyOf(page);
  const related = detailOf(page).getByRole('region', { name: texts.related });
  await expect(related.locator('li').first()).toBeVisible();
  const count = await related.locator('li').count();
  expect(count).toBeLessThanOrEqual(20);
  await expect(related.locator(`li[data-photo="${opened}"]`)).toHaveCount(0);
  await related.getByRole('link').first().click();
  await expect.poll(() => keyOf(page)).not.toBe(opened);
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // A photo that is still being asked for must not meet a closed page.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

/** A press on the dark ground around the open picture, which only a wide screen has. */
async function pressBeside(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 700 });
  const slide = detailOf(page).locator('[data-side="open"]');
  const [around, figure] = await Promise.all([slide.boundingBox(), slide.locator('figure').boundingBox()]);
  if (around === null || figure === null) throw new Error('no photo is open');
  const isAbove = figure.y - around.y > figure.x - around.x;
  expect(Math.max(figure.y - around.y, figure.x - around.x), 'there is ground to press').toBeGreaterThan(8);
  await page.mouse.click(around.x + (isAbove ? 40 : 4), around.y + (isAbove ? 4 : 200));
}

/** A finger's move over the open picture. */
async function swipe(page: Page, by: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const box = await pictureOf(page).boundingBox();
  const [x, y] = [(box?.x ?? 0) + 300, (box?.y ?? 0) + 60];
  await cdp.send('Input.synthesizeScrollGesture', {
    x,
    y,
    xDistance: by,
    yDistance: 0,
    speed: 900,
    gestureSourceType: 'touch',
  });
}

test('cards say whose they are and how many like them', async () => {
  const { page } = phone;
  await page.goto(product.url + galleryUrl());
  const card = cards(page).first();
  await expect(card.getByRole('button', { name: /^いいね \d+件$/ })).toBeVisible();
  const name = await card.getByRole('link').getAttribute('aria-label');
  expect(name ?? (await card.getByRole('img').first().getAttribute('alt'))).toContain(photoTexts.by('').slice(0, 3));
});

test('JON-01b while the footer is in view the invitation is fixed on the screen', async () => {
  const { page } = phone;
  await page.goto(`${product.url}/${CLUB}/event-list.html`);
  const join = page.getByRole('complementary', { name: shell.joinAction }).getByRole('link');
  await expect(join).toHaveCSS('position', 'static');
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(join).toHaveCSS('position', 'fixed');
  await expect(join).toBeInViewport();
  await page.evaluate(() => scrollTo(0, 0));
  await expect(join).toHaveCSS('position', 'static');
});

test('DAT-01a a window keeps the shared data it has read in session storage, and nowhere else', async () => {
  const { page } = phone;
  await page.goto(`${product.url}/${CLUB}/event-list.html`);
  const keysOf = (name: 'sessionStorage' | 'localStorage') =>
    page.evaluate((one) => Object.keys(globalThis[one]).filter((key) => key.startsWith('shared-data')), name);
  await expect.poll(() => keysOf('sessionStorage')).toEqual(['shared-data 2.00']);
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('shared-data 2.00') ?? ''))
    .toContain('getMemorialEvents');
  expect(await keysOf('localStorage')).toEqual([]);
});
