/** Home for those who return (FAN-09): a small hero, yesterday's match, own photos counted, what waits. */
import { expect, type Page, test } from '@playwright/test';
import type { FanEvent } from '../../src/contract/entities.ts';
import { gallery } from '../../src/messages/ja.ts';
import { event } from '../../src/messages/jaEvent.ts';
import { matchBest } from '../../src/messages/jaHome.ts';
import { players } from '../../src/messages/jaPlayers.ts';
import { postForm } from '../../src/messages/jaPost.ts';
import { tenants } from '../../tenants/index.ts';
import { lightPictures } from '../fixtures/pictures.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { demoFan, openPostForm, pendingCards, pickPhotos, signIn, submitPost, untilPrepared } from './support/fan.ts';
import { holdScripts, watchShifts } from './support/firstFrame.ts';
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

const config = tenants.find(({ id }) => id === CLUB)?.config;
const word = config?.eventTitle ?? '';
const playersOf = (page: Page) => page.getByRole('region', { name: players.from(config?.playerlabel ?? '') });
const matchOf = (page: Page) => page.getByRole('article').filter({ hasText: event.ongoing(word) });
const firstPhoto = (page: Page) =>
  page.getByRole('list', { name: gallery.newest }).getByRole('listitem').first().getByRole('link');
const topOf = async (page: Page, of: typeof matchOf) => (await of(page).boundingBox())?.y ?? 0;

/** Pictures in the hero's strips, by the size of their file, and the next smaller one; how wide they are drawn, in pixels of the screen. */
const heroPictures = (page: Page) =>
  page.locator('section[aria-labelledby="home-title"] [aria-hidden] img').evaluateAll((all) =>
    all
      .filter((image): image is HTMLImageElement => image instanceof HTMLImageElement && image.checkVisibility())
      .map(({ currentSrc, width, height, naturalWidth, naturalHeight }) => {
        const sides = [0, 240, 480, 768, 1024, 1600];
        const place = sides.indexOf(Number(/\/variant\/(\d+)\//.exec(currentSrc)?.[1]));
        // As wide as all of it would be, were it not cut.
        const drawn = Math.max(width, (height * naturalWidth) / naturalHeight) * devicePixelRatio;
        return { side: sides[place], smaller: sides[place - 1] ?? 0, drawn };
      }),
  );

test('FAN-09a FAN-09b a fan’s home counts own photos of the match and shows what waits', { tag: '@core' }, async () => {
  const { page } = phone;
  const home = `${product.url}/${CLUB}/`;
  const main = page.getByRole('main');
  await signIn(page, product.url, demoFan('fan'));
  await page.goto(home);
  await expect(main.getByText(/あなたの写真 \d+枚/)).toBeVisible();

  await openPostForm(page);
  await pickPhotos(page, await lightPictures(1));
  await untilPrepared(page, 1);
  await phone.setOffline(true);
  await submitPost(page);
  await page
    .getByRole('dialog', { name: postForm.savedTitle })
    .getByRole('button', { name: postForm.close, exact: true })
    .last()
    .click();
  await expect(pendingCards(page)).toBeVisible();
  await expect(pendingCards(page).getByRole('img')).toHaveCount(1);
});

test('FAN-09d who was there before sees a small hero before any script, the match on top, nothing moves', async () => {
  const { page } = phone;
  const home = `${product.url}/${CLUB}/`;
  const shifts = await watchShifts(page);
  await page.goto(home);
  const first = await topOf(page, matchOf);
  await test.step('a visitor’s first photos stand in the first screen, players below them', async () => {
    await expect(firstPhoto(page)).toBeInViewport({ ratio: 0.9 });
    await expect(playersOf(page)).toBeVisible();
    await expect(playersOf(page)).not.toBeInViewport();
  });
  const release = await holdScripts(page);
  await page.goto(home, { waitUntil: 'commit' });
  await expect(firstPhoto(page).locator('img')).toHaveJSProperty('complete', true);
  await expect(page.locator('#root')).toHaveAttribute('inert');
  const small = await topOf(page, matchOf);
  expect(small).toBeLessThan(first - 60);
  expect(small).toBeLessThan(844 / 4);
  await expect(firstPhoto(page)).toBeInViewport({ ratio: 1 });
  await expect.poll(async () => (await heroPictures(page)).map(({ drawn }) => drawn > 0)).toEqual(Array(4).fill(true));
  const pictures = await heroPictures(page);
  for (const { side, smaller, drawn } of pictures) {
    expect(side).toBeGreaterThan(0);
    expect(smaller, `${side} px for ${drawn}`).toBeLessThan(drawn);
  }
  release();
  await expect(page.locator('#root')).not.toHaveAttribute('inert');
  await expect(playersOf(page).getByRole('link').first()).toBeVisible();
  expect(await topOf(page, matchOf)).toBe(small);
  expect(await shifts()).toBeLessThan(0.001);

  await test.step('another tenant’s home is new to this fan', async () => {
    await page.goto(`${product.url}/${LEAGUE}/`);
    await expect(page.locator('html')).not.toHaveAttribute('data-returns');
    await page.goto(`${product.url}/common/search-result.html?t=${CLUB}`);
    await expect(page.locator('html'), 'known by its query, too').toHaveAttribute('data-returns');
  });
});

test('FAN-32a photos begin early in a visitor’s first screen: on a phone, a tablet and a desktop', async () => {
  for (const [isMobile, width, height, most] of [
    [true, 390, 844, 500],
    [false, 820, 1180, 520],
    [false, 1440, 900, 450],
  ] as const) {
    const visitor = await openPhone({ isMobile, viewport: { width, height }, hasWorker: false });
    for (const club of [CLUB, LEAGUE]) {
      await visitor.page.goto(`${product.url}/${club}/`);
      await expect(firstPhoto(visitor.page)).toBeVisible();
      const top = (await firstPhoto(visitor.page).boundingBox())?.y ?? Number.POSITIVE_INFINITY;
      expect(top, `${club} at ${width}`).toBeLessThanOrEqual(most);
    }
    await visitor.close();
  }
});

test('FAN-09d the day after a match home shows its best-liked photos and the way to all, a day later not', async () => {
  const { page } = phone;
  const answer = await fetch(`${product.url}/f/memorial/event/item/${CLUB}-today`, {
    headers: { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB },
  });
  const { event_date: date } = (await answer.json()) as FanEvent;
  // The match is of the day the demo was made, which may be over.
  const days = (count: number) => Date.parse(`${date.slice(0, 10)}T12:00+09:00`) + count * 86_400_000;
  await page.clock.setFixedTime(days(0));
  const best = page.getByRole('region', { name: /^(?:きのう|きょう)の/ });
  await page.goto(`${product.url}/${CLUB}/`);
  await expect(playersOf(page)).toBeVisible();
  await expect(best, 'it is played today').toHaveCount(0);

  await page.clock.setFixedTime(days(1));
  await page.goto(`${product.url}/${CLUB}/`);
  const photos = best.getByRole('listitem');
  await expect(photos.first()).toBeAttached();
  const count = await photos.count();
  expect(count).toBeGreaterThan(3);
  expect(count).toBeLessThanOrEqual(10);
  await expect(best).toHaveAccessibleName(matchBest.best(1, word, count));
  await best.scrollIntoViewIfNeeded();
  const likes = best.locator('button[aria-pressed]');
  await expect(likes).toHaveCount(count);
  const numbers = (await likes.allTextContents()).map(Number);
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
  const tops = await photos.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
  expect(new Set(tops).size, 'one row').toBe(1);
  await photos.first().getByRole('link').tap();
  await expect(page.getByRole('dialog').locator('[data-photo-detail]')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await best.getByRole('link', { name: matchBest.all(word) }).tap();
  await expect(page).toHaveURL(`${product.url}/${CLUB}/event-detail.html?e=${CLUB}-today`);

  await page.clock.setFixedTime(days(2));
  await page.goto(`${product.url}/${CLUB}/`);
  await expect(playersOf(page)).toBeVisible();
  await expect(best).toHaveCount(0);
});
