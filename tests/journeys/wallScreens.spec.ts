/** A stadium's screen in its layouts, on screens of all shapes, as a server's answer would have it. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { encode } from 'uqr';
import { NEW_WALL, WALL_LAYOUTS, type Wall, type WallState } from '../../src/contract/wall.ts';
import { WALL_BOUNDS, WALL_TIMES } from '../../src/contract/wallLimits.ts';
import { wallPath } from '../../src/contract/wallPage.ts';
import { eventPostPath } from '../../src/contract/workerPaths.ts';
import { wallScreen } from '../../src/messages/jaWall.ts';
import { stripsFor } from '../../src/rules/wallCrop.ts';
import { findCutPhrases } from '../engines/support/cutPhrases.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { creditedWallPhoto } from '../support/wallPhoto.ts';
import { violationsOf } from './support/axe.ts';
import { launchBrowser } from './support/browser.ts';
import { type Product, startProduct } from './support/product.ts';
import { photosOf } from './support/published.ts';

let product: Product;
let browser: Browser;
test.beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser();
});
test.afterAll(async () => {
  await browser.close();
  await product.stop();
});

const SCREENS = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
  { width: 3840, height: 1080 },
  { width: 3840, height: 480 },
];
const LONGEST = '応援ありがとうございます。後半も大きな声で、いっしょに最後まで戦いましょう。'.padEnd(
  WALL_BOUNDS.message,
  '！',
);

/** The wall of a club's photos. */
async function wallOf(club: string, state: Partial<WallState>): Promise<Wall> {
  const photos = nonEmpty(await photosOf(product.url, club)).slice(0, 20);
  return {
    event_name: '第36節 ホーム最終盤 青嵐ユナイテッド戦',
    state: { ...NEW_WALL, ...state },
    today: 1234,
    photos: photos.map(creditedWallPhoto),
  };
}

interface Screen {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly reducedMotion?: 'reduce' | 'no-preference';
}
async function openWall(club: string, wall: Wall, { viewport, reducedMotion = 'reduce' }: Screen) {
  const context = await browser.newContext({ viewport, reducedMotion, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.route('**/f/wall', (route) => route.fulfill({ json: { tag: 't', wall } }));
  await page.goto(product.url + wallPath(club, 'e1', 'x'.repeat(43)));
  const photos = page.getByRole('img', { name: new RegExp(wallScreen.photoOf('')) });
  await expect(photos.first()).toBeVisible();
  return { page, photos };
}

/** What does not fit: parts of the band that leave the screen, and words that are cut off. */
const misfits = (page: Page) =>
  page.evaluate(() => {
    const parts = [...document.querySelectorAll<HTMLElement>('footer > *, footer figcaption, footer p')];
    const outside = parts.filter((part) => {
      const { left, top, right, bottom } = part.getBoundingClientRect();
      return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
    });
    // Half a letter: glyphs are higher than their lines.
    const isCut = (part: HTMLElement) => {
      const { overflowY, fontSize } = getComputedStyle(part);
      return overflowY === 'hidden' && part.scrollHeight > part.clientHeight + Number.parseFloat(fontSize) / 2;
    };
    const cut = parts.filter(isCut);
    const { scrollWidth, scrollHeight } = document.documentElement;
    return [
      ...outside.map((part) => `outside: ${part.textContent}`),
      ...cut.map((part) => `cut: ${part.textContent}`),
      ...(scrollWidth > innerWidth || scrollHeight > innerHeight ? ['scrolls'] : []),
      ...(parts.length < 4 ? ['no band'] : []),
    ];
  });

test('WAL-03a WAL-03d each layout fits screens of all shapes, with credit, board, count and code', {
  tag: '@core',
}, async () => {
  for (const club of [CLUB, LEAGUE])
    for (const layout of WALL_LAYOUTS)
      for (const viewport of SCREENS) {
        const where = `${club} ${layout} ${viewport.width}x${viewport.height}`;
        const wall = await wallOf(club, { layout, message: club === CLUB ? LONGEST : '' });
        const { page, photos } = await openWall(club, wall, { viewport });
        await expect(photos, where).toHaveCount(layout === 'mosaic' ? stripsFor(viewport) : 1);
        expect([where, await misfits(page)]).toEqual([where, []]);
        await expect(page.getByText('1,234枚')).toBeVisible();
        await expect(page.getByText(/^© /).first()).toBeVisible();
        await page.context().close();
      }
});

test('WAL-03f no line of a message or of the board ends inside a phrase', async () => {
  const state = { layout: 'quiet', message: '後半も大きな声援をよろしくお願いします' } as const;
  const wall = await wallOf(CLUB, state);
  const message = '今日は三年ぶりの現地観戦でした。最後の最後にみんなで喜べて本当によかったです！';
  const said = Object.assign(structuredClone(wall), {
    photos: wall.photos.map((one) => Object.assign(one, { message })),
  });
  for (const viewport of SCREENS) {
    const { page } = await openWall(CLUB, said, { viewport });
    await expect(page.getByText(message)).toBeVisible();
    await expect(page.locator('main p wbr').first()).toBeAttached();
    const driver = { evaluate: <T>(expression: string) => page.evaluate(expression) as Promise<T> };
    expect([viewport, await findCutPhrases(driver), await misfits(page)]).toEqual([viewport, [], []]);
    await page.context().close();
  }
});

/** Contrast of two colours, each as red, green and blue from 0 to 255 (WCAG). */
function contrastOf(one: readonly number[], other: readonly number[]): number {
  const luminance = (color: readonly number[]) => {
    const [r = 0, g = 0, b = 0] = color.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

test('WAL-03d today’s count is read on the band of each club, whatever its colours are', async () => {
  for (const club of [CLUB, LEAGUE])
    for (const viewport of SCREENS) {
      const { page } = await openWall(club, await wallOf(club, {}), { viewport });
      const count = page.getByText('1,234枚');
      const color = await count.evaluate((element) => getComputedStyle(element).color);
      // The ground alone: the words are taken away.
      await count.evaluate((element) => element.style.setProperty('color', 'transparent'));
      const { data } = await sharp(await count.screenshot())
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const words = (color.match(/\d+/g) ?? []).map(Number);
      const pixels = Array.from({ length: data.length / 3 }, (_, i) => [...data.subarray(3 * i, 3 * i + 3)]);
      const least = Math.min(...nonEmpty(pixels).map((pixel) => contrastOf(words, pixel)));
      expect([club, viewport, least >= 3]).toEqual([club, viewport, true]);
      await page.context().close();
    }
});

test('WAL-03d the code opens the event’s post form, and the page has no barrier', async () => {
  const { page } = await openWall(CLUB, await wallOf(CLUB, {}), { viewport: { width: 1920, height: 1080 } });
  const address = product.url + eventPostPath(CLUB, 'e1');
  const { data } = encode(address, { ecc: 'Q', border: 3 });
  const dark = data.flat().filter(Boolean).length;
  const path = (await page.getByRole('img', { name: wallScreen.qr }).locator('path').getAttribute('d')) ?? '';
  expect([path.match(/M/g)?.length, path.startsWith('M3 3h1')]).toEqual([dark, true]);
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries()) expect([x, y, path.includes(`M${x} ${y}h`)]).toEqual([x, y, isDark]);
  expect(await violationsOf(page)).toEqual([]);
});

test('WAL-03e WAL-05d photos fade, under reduced motion they cut, and nothing else is on the screen', async () => {
  const motions = async (reducedMotion: 'reduce' | 'no-preference') => {
    const viewport = { width: 1280, height: 720 };
    const { page, photos } = await openWall(CLUB, await wallOf(CLUB, { motion: 'zoom' }), { viewport, reducedMotion });
    const first = await photos.last().getAttribute('src');
    await expect
      .poll(() => photos.last().getAttribute('src'), { timeout: WALL_TIMES.show * 3, intervals: [50] })
      .not.toBe(first);
    const count = await page.evaluate(() => document.getAnimations().length);
    for (const role of ['banner', 'navigation', 'status', 'alert', 'dialog', 'button', 'link'] as const)
      await expect(page.getByRole(role)).toHaveCount(0);
    const cursor = await page.evaluate(() => getComputedStyle(document.documentElement).cursor);
    await page.context().close();
    return { isMoving: count > 0, cursor };
  };
  expect(await motions('no-preference')).toEqual({ isMoving: true, cursor: 'none' });
  expect(await motions('reduce')).toEqual({ isMoving: false, cursor: 'none' });
});
