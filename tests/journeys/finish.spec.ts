/** What makes a page feel finished: large text, marks that can be seen on any photo, presses that are answered at once. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { firstBookmark } from '../../src/messages/jaBookmark.ts';
import { photoDetail, photoMarks } from '../../src/messages/jaPhoto.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { galleryUrl, newFan, signUpAndAgree } from './support/fan.ts';
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

/** Labels of controls that are cut off, and entries of the tab bar whose words leave their column. */
const badLabels = (): string[] => {
  const controls = document.querySelectorAll<HTMLElement>('a[href], button, label, summary');
  const cut = [...controls]
    .flatMap((control) => [control, ...control.querySelectorAll<HTMLElement>('span')])
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.textContent?.trim() !== '')
    .filter((one) => !one.matches('.visually-hidden, .visually-hidden *') && one.clientWidth > 2)
    .filter((one) => getComputedStyle(one).overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1)
    // A name that went out of sight as a whole.
    .filter(
      (one) => !(Number(one.lastElementChild?.getBoundingClientRect().top) >= one.getBoundingClientRect().bottom),
    );
  const entries = document.querySelectorAll<HTMLElement>('nav:has(> button) > :is(a, button)');
  const outside = [...entries].filter((entry) => {
    const words = document.createRange();
    words.selectNodeContents(entry.lastElementChild ?? entry);
    const [inner, outer] = [words.getBoundingClientRect(), entry.getBoundingClientRect()];
    return inner.left < outer.left - 1 || inner.right > outer.right + 1 || inner.bottom > innerHeight + 1;
  });
  return [...cut, ...outside].map((one) => one.outerHTML.slice(0, 120));
};

test('FAN-12a with text of 200 % no control’s label is cut, in the tab bar, the header, chips and cards', async () => {
  const { page } = phone;
  for (const width of [320, 390])
    for (const path of [`/${CLUB}/`, galleryUrl(), `/${LEAGUE}/event-list.html`, `/${LEAGUE}/ranking-list.html`]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(product.url + path);
      await expect(page.getByRole('navigation', { name: shell.mainNav })).toBeVisible();
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      expect({ width, path, bad: await page.evaluate(badLabels) }).toEqual({ width, path, bad: [] });
    }
});

/** Relative luminance of an sRGB colour (WCAG 2.2). */
function luminance(rgb: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The least contrast of what is drawn whole of a mark against what lies behind it: the same place with and without it. */
async function contrastOf(page: Page, mark: Locator): Promise<number> {
  const clip = await mark.boundingBox();
  if (clip === null) throw new Error('no mark');
  const shoot = async () => {
    const { data } = await sharp(await page.screenshot({ clip, scale: 'device' }))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return data;
  };
  const withMark = await shoot();
  await mark.evaluate((one) => one.style.setProperty('visibility', 'hidden'));
  const behind = await shoot();
  await mark.evaluate((one) => one.style.removeProperty('visibility'));
  const pixels = Array.from({ length: withMark.length / 3 }, (_, index) => {
    const [over, under] = [withMark, behind].map((data) => luminance([...data.subarray(index * 3, index * 3 + 3)]));
    return { over: over ?? 0, under: under ?? 0 };
  });
  // Edges are blended with what lies behind: the mark is where it has its own white.
  const own = pixels.filter(({ over, under }) => over > 0.95 && over !== under);
  expect(own.length).toBeGreaterThan(20);
  return Math.min(...own.map(({ over, under }) => (over + 0.05) / (under + 0.05)));
}

test('FAN-12b the heart of a card has 3:1 at least, on a white and on a black photo', async () => {
  // A line of one pixel and a half has hardly a pixel that is all its own; on a phone it has.
  await phone.close();
  phone = await openPhone({ hasWorker: false, pixelRatio: 3 });
  const { page } = phone;
  for (const background of ['#fff', '#000']) {
    const body = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
      .png()
      .toBuffer();
    await page.route('**/*', (route) =>
      route.request().resourceType() === 'image'
        ? route.fulfill({ body, contentType: 'image/png', headers: { 'access-control-allow-origin': '*' } })
        : route.fallback(),
    );
    await page.goto(product.url + galleryUrl());
    const heart = page.getByRole('main').locator('li[data-photo] button[aria-pressed]').first();
    await expect(heart).toBeVisible();
    await page.waitForLoadState('networkidle');
    const drawn = page.getByRole('main').locator('li[data-photo] img').first();
    await expect
      .poll(() => drawn.evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight))
      .toBe(1);
    expect(await contrastOf(page, heart), background).toBeGreaterThanOrEqual(3);
    await page.unrouteAll();
  }
});

/** Milliseconds from the press to the changed mark. To be started before the press. */
const answerTime = (button: Locator): Promise<number> =>
  button.evaluate(
    (element) =>
      new Promise<number>((done) => {
        let pressedAt = Number.NaN;
        element.addEventListener('click', () => (pressedAt = performance.now()), { once: true, capture: true });
        new MutationObserver(() => done(performance.now() - pressedAt)).observe(element, {
          attributeFilter: ['aria-pressed'],
        });
      }),
  );

/** Changes of the fan's reach the server when the function it gives is called. */
async function holdChanges(page: Page): Promise<() => void> {
  let letThrough: () => void = () => undefined;
  const held = new Promise<void>((done) => {
    letThrough = done;
  });
  await page.route(/\/(?:reaction|favorite)/, async (route) => {
    if (route.request().method() !== 'GET') await held;
    await route.continue().catch(() => undefined);
  });
  return letThrough;
}
const detailOf = (page: Page) => page.getByRole('dialog').locator('[data-photo-detail]');
/** Of the photo: those of comments say whose comment it is. */
const likeOf = (page: Page) =>
  detailOf(page).locator('button[aria-pressed]:not([aria-label])').filter({ hasText: photoDetail.like });
const unlikedCards = (page: Page) =>
  page
    .getByRole('main')
    .locator('li[data-photo]')
    .filter({ has: page.locator('button[aria-pressed="false"]') });

test('FAN-12c like and bookmark answer within 100 ms: the middle one of five photos', async () => {
  const { page } = phone;
  await signUpAndAgree(page, product.url, product, newFan());
  await page.goto(product.url + galleryUrl());
  await holdChanges(page);
  const times = { like: [] as number[], bookmark: [] as number[] };
  for (const at of [0, 1, 2, 3, 4]) {
    await unlikedCards(page).nth(at).getByRole('link').tap();
    const bookmark = detailOf(page).getByRole('button', { name: new RegExp(`^${photoMarks.bookmark(0)}`) });
    for (const [kind, button] of [['like', likeOf(page)] as const, ['bookmark', bookmark] as const]) {
      await expect(button).toHaveAttribute('aria-pressed', 'false');
      const [time] = await Promise.all([answerTime(button), button.tap()]);
      times[kind].push(time);
    }
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  // The machine may be about something else at one of them.
  for (const [first, , middle] of Object.values(times).map((list) => list.toSorted((x, y) => x - y))) {
    expect(first).toBeGreaterThanOrEqual(0);
    expect(middle).toBeLessThan(100);
  }
});

test('FAN-12c FAN-12d like and bookmark show before the answer; the first bookmark says where it went', async () => {
  const { page } = phone;
  await signUpAndAgree(page, product.url, product, newFan());
  await page.goto(product.url + galleryUrl());
  const letThrough = await holdChanges(page);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await unlikedCards(page).first().getByRole('link').tap();
  const like = likeOf(page);
  const bookmark = detailOf(page).getByRole('button', { name: photoMarks.bookmark(0) });
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  const before = await like.textContent();
  for (const button of [like, bookmark]) {
    await expect(button).toHaveAttribute('aria-pressed', 'false');
    await button.tap();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    const animation = () => button.locator('svg').evaluate((icon) => getComputedStyle(icon).animationName);
    expect(await animation()).not.toBe('none');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await animation()).toBe('none');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
  }
  // The count is the server's.
  await expect(like).toHaveText(before ?? '');
  await expect(page.getByText(firstBookmark)).toHaveCount(0);
  letThrough();
  await expect(like).not.toHaveText(before ?? '');
  await expect(page.getByText(firstBookmark)).toBeVisible();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await expect(bookmark).toHaveAttribute('aria-pressed', 'true');
  const key = new URL(page.url()).searchParams.get('q');

  await test.step('it is where the sentence says', async () => {
    await page.goto(`${product.url}/${CLUB}/my-photo.html?mode=collection`);
    await expect(page.getByRole('main').locator(`li[data-photo="${key}"]`)).toBeVisible();
  });
});

test('FAN-12d saved in two taps, with a word where it went; found again in two', { tag: '@core' }, async () => {
  const { page } = phone;
  await signUpAndAgree(page, product.url, product, newFan());
  await page.goto(product.url + galleryUrl());
  let taps = 0;
  const tap = async (target: Locator) => {
    await target.tap();
    taps += 1;
  };
  const photo = page.getByRole('dialog').locator('[data-photo-detail]');
  await tap(page.getByRole('main').locator('li[data-photo]').nth(1).getByRole('link'));
  const bookmark = photo.getByRole('button', { name: photoMarks.bookmark(0) });
  await expect(bookmark).toHaveAttribute('aria-pressed', 'false');
  const key = new URL(page.url()).searchParams.get('q');
  await tap(bookmark);
  await expect(page.getByText(firstBookmark)).toBeVisible();
  expect(taps).toBe(2);

  await page.goto(`${product.url}/${CLUB}/`);
  await expect(page.locator('#root')).not.toHaveAttribute('inert');
  taps = 0;
  await tap(page.getByRole('button', { name: shell.menu }));
  await tap(page.getByRole('dialog', { name: shell.menu }).getByRole('link', { name: shell.collection }));
  await expect(page.getByRole('main').locator(`li[data-photo="${key}"]`)).toBeVisible();
  expect(taps).toBe(2);
});
