/**
 * Real photos of 12 megapixels, posted by a fan and opened by another on slow 4G: one at once, while nothing smaller of it is derived; one
 * once its AVIFs are there, against a bare <img> of the same file. Until then a minute may pass, also for the last photo of a full post.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import sharp from 'sharp';
import type { FanEvent, PhotoPage } from '../../../src/contract/entities.ts';
import {
  JPEG_QUALITY,
  MAX_IMAGE_SIDE,
  PHOTOS_PER_POST,
  PREVIEW_QUALITY,
  PREVIEW_SIDE,
  THUMBNAIL_QUALITY,
  THUMBNAIL_SIDE,
} from '../../../src/contract/limits.ts';
import type { Product } from '../../journeys/support/product.ts';
import { CLUB } from '../../support/tenants.ts';
import { fetchConfig, openFan, type Picture } from '../match/fan.ts';
import { openLink } from './link.ts';
import { takeTurns } from './turns.ts';
import type { Verdict } from './verdict.ts';
import { median, openFront, PHONE } from './watchPhotos.ts';

const FILE = 'pixel6pro-landscape-ultrahdr-gainmap-p3-12mp.jpg';
const LINE = { up: 675_000, down: 1_474_560, rtt: 562.5 } as const;
const rounds = Number(process.env.ROUNDS ?? 3);
const MOST_BYTES = 200_000;
/** Seconds until the last photo of a full post has its AVIFs. */
const MOST_WAIT = 60;
const MOST_TIME = 1.25;

/** As the client prepares it. */
async function prepare(path: string): Promise<Picture> {
  const upright = await sharp(await readFile(path))
    .rotate()
    .toColourspace('srgb')
    .toBuffer();
  const jpeg = (side: number, quality: number) =>
    sharp(upright)
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: quality * 100 })
      .toBuffer({ resolveWithObject: true });
  const [original, preview, thumbnail] = [
    await jpeg(MAX_IMAGE_SIDE, JPEG_QUALITY),
    await jpeg(PREVIEW_SIDE, PREVIEW_QUALITY),
    await jpeg(THUMBNAIL_SIDE, THUMBNAIL_QUALITY),
  ];
  const { width, height } = original.info;
  return {
    original: new Uint8Array(original.data),
    preview: new Uint8Array(preview.data),
    thumbnail: new Uint8Array(thumbnail.data),
    size: { width, height },
  };
}

async function ask<T>(origin: string, path: string): Promise<T> {
  const answer = await fetch(`${origin}/f${path}`, { headers: { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB } });
  return (await answer.json()) as T;
}

/** A fan posts pictures; resolves when all are public. Their keys, and `end`, which waits for their originals. */
async function post({ url, codeFor }: Product, pictures: readonly Picture[]) {
  const { list } = await ask<{ list: FanEvent[] }>(url, '/event/items');
  const event = list.find(({ event_id }) => event_id === `${CLUB}-today`);
  if (!event) throw new Error('No event is going on: is there a build with demo content?');
  const fan = await openFan(++fans, { url, config: await fetchConfig(url) }, codeFor);
  const at = { id: event.event_id, name: event.event_name, seasonId: event.season_id };
  await fan.post(at, pictures);
  await until(async () => (await newest(url, pictures.length)).every(({ media_url }) => fan.keys.includes(media_url)));
  const end = async () => {
    await until(async () => (await fan.countWaiting()) === 0);
    await fan.stop();
  };
  return { keys: fan.keys, end };
}
let fans = 0;

const newest = async (url: string, count: number) =>
  (await ask<PhotoPage>(url, `/media/public/list/items/all?l=${count}`)).media_list;

const haveAvifs = async (url: string, keys: readonly string[]): Promise<boolean> => {
  const photos = await newest(url, keys.length);
  return keys.every((key) => photos.some(({ media_url, variants }) => media_url === key && variants?.length));
};

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 300_000;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('It did not happen within five minutes.');
    await new Promise((next) => setTimeout(next, 200));
  }
}

interface Opened {
  /** ms from the tap to the frame in which the sharp picture is there. */
  readonly at: number;
  /** Of all that came after the tap. */
  readonly bytes: number;
  readonly source: string;
  /** Bytes of each picture that came, with its address. */
  readonly pictures: readonly (readonly [string, number])[];
}

/** Runs in the page: notes when what `selector` finds is there in its large size, from the first click on. */
function watchLarge(selector: string) {
  let start = Number.NaN;
  addEventListener('click', () => (start = Number.isNaN(start) ? performance.now() : start), true);
  const tick = () => {
    const image = document.querySelector<HTMLImageElement>(selector);
    const isThere =
      image?.complete && image.naturalWidth > 0 && !/\/thumbnail\/|\/variant\/(?:240|480)\//.test(image.currentSrc);
    if (isThere && !Number.isNaN(start))
      Object.assign(window, { large: { at: performance.now() - start, source: image.currentSrc } });
    else requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

async function open(
  browser: Browser,
  url: string,
  selector: string,
  tap: (page: Page) => Promise<void>,
): Promise<Opened> {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript(watchLarge, selector);
  await page.goto(url, { waitUntil: 'networkidle', timeout: 120_000 });
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  let bytes = 0;
  const addresses = new Map<string, string>();
  const pictures: [string, number][] = [];
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Image') addresses.set(requestId, response.url);
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    const address = addresses.get(requestId);
    if (address !== undefined) pictures.push([address, encodedDataLength]);
  });
  await tap(page);
  await page.waitForFunction(() => 'large' in window, undefined, { timeout: 60_000 });
  await page.waitForLoadState('networkidle');
  // What waits for a quiet moment comes after it.
  await page.waitForTimeout(4_000);
  await page.waitForLoadState('networkidle');
  const large = await page.evaluate(() => (window as unknown as { large: { at: number; source: string } }).large);
  await context.close();
  return { ...large, bytes, pictures };
}

/** Seconds until all photos of a full post have what a phone opens. */
async function measureFullPost(product: Product, picture: Picture): Promise<number> {
  const begun = performance.now();
  const { keys, end } = await post(product, Array<Picture>(PHOTOS_PER_POST.desktop).fill(picture));
  await until(() => haveAvifs(product.url, keys));
  const seconds = (performance.now() - begun) / 1000;
  await end();
  return seconds;
}

const nameOf = (mediaUrl: string): string => mediaUrl.split('/').at(-1)?.split('.')[0] ?? mediaUrl;

const tellOpened = ({ source, bytes, pictures }: Opened): string =>
  `${new URL(source).pathname.replace(/\/\w+\.(?=\w+$)/, '/….')}, ${bytes} bytes, ${pictures.length} pictures of ${pictures.reduce((sum, [, size]) => sum + size, 0)}`;

export async function openRealPhoto(browser: Browser, product: Product, verdict: Verdict): Promise<void> {
  const folder = process.env.PHOTO_FIXTURES;
  if (!folder) {
    console.log('a real photo on slow 4G: not measured, PHOTO_FIXTURES is not set');
    return;
  }
  const picture = await prepare(join(folder, FILE));
  const front = await openFront(product.url);
  const link = await openLink(Number(new URL(front.origin).port), LINE);
  const origin = `http://localhost:${link.port}`;
  const openOurs = (mediaUrl: string) =>
    open(browser, `${origin}/${CLUB}/gallery.html`, 'dialog[open] [data-side="open"] img', (page) =>
      page.locator(`[data-photo="${mediaUrl}"] a`).first().tap(),
    );
  const posted = await post(product, [picture]);
  const [mediaUrl = ''] = posted.keys;
  const fresh = await openOurs(mediaUrl);
  console.log(`  posted a moment ago: ${tellOpened(fresh)}`);
  const own = fresh.pictures.filter(([address]) => address.includes(nameOf(mediaUrl)));
  // Its preview, or an AVIF that was there before the page. Its thumbnail is on the page already.
  verdict.most('pictures loaded of a photo that was just posted', own.filter(([, size]) => size > 0).length, 1);
  await posted.end();
  await until(() => haveAvifs(product.url, [mediaUrl]));
  const ours = () => openOurs(mediaUrl);
  // Which file the product opens is known from a first time, which does not count.
  const source = new URL((await ours()).source).pathname;
  const bare = () => {
    const script = `document.querySelector('button').onclick = () => { document.querySelector('img').src = '${source}'; }`;
    const text = `<!doctype html><meta name="viewport" content="width=device-width"><button>open</button><img style="width:100%"><script>${script}</script>`;
    front.files.set('/bare.html', { type: 'text/html', text });
    return open(browser, `${origin}/bare.html`, 'img', (page) => page.locator('button').tap());
  };
  const opened = await takeTurns(['product', 'bare'], rounds, (side) => (side === 'product' ? ours() : bare()));
  for (const { product: one, bare: plain } of opened)
    console.log(
      `  ${new URL(one.source).pathname.replace(/\/\w+\.(?=\w+$)/, '/….')}: sharp after ${Math.round(one.at)} ms, bare ${Math.round(plain.at)} ms; ${one.bytes} bytes, bare ${plain.bytes}`,
    );
  link.close();
  front.close();
  const seconds = await measureFullPost(product, picture);
  console.log(`  a post of ${PHOTOS_PER_POST.desktop} photos: all have their AVIFs after ${seconds.toFixed(0)} s`);
  const of = 'a 12-MP photo on slow 4G';
  verdict.most('bytes after the tap', median(opened.map((one) => one.product.bytes)), MOST_BYTES, of);
  verdict.most('seconds until all AVIFs are there', seconds, MOST_WAIT, 'a full post of 12-MP photos');
  verdict.most('sharp ÷ a bare <img>', median(opened.map((one) => one.product.at / one.bare.at)), MOST_TIME, of);
}
