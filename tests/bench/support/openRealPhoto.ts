/** A real photo of 12 megapixels, posted by a fan and opened by another on slow 4G, against a bare <img> of the same file. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import sharp from 'sharp';
import type { FanEvent, PhotoPage } from '../../../src/contract/entities.ts';
import { JPEG_QUALITY, MAX_IMAGE_SIDE, THUMBNAIL_QUALITY, THUMBNAIL_SIDE } from '../../../src/contract/limits.ts';
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
  const [original, thumbnail] = [
    await jpeg(MAX_IMAGE_SIDE, JPEG_QUALITY),
    await jpeg(THUMBNAIL_SIDE, THUMBNAIL_QUALITY),
  ];
  const { width, height } = original.info;
  return {
    original: new Uint8Array(original.data),
    thumbnail: new Uint8Array(thumbnail.data),
    size: { width, height },
  };
}

async function ask<T>(origin: string, path: string): Promise<T> {
  const answer = await fetch(`${origin}/f${path}`, { headers: { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB } });
  return (await answer.json()) as T;
}

/** Posts it; resolves when its smaller pictures are there. */
async function post(product: Product, picture: Picture): Promise<string> {
  const { url, codeFor } = product;
  const { list } = await ask<{ list: FanEvent[] }>(url, '/event/items');
  const event = list.find(({ event_id }) => event_id === `${CLUB}-today`);
  if (!event) throw new Error('No event is going on: is there a build with demo content?');
  const fan = await openFan(1, { url, config: await fetchConfig(url) }, codeFor);
  await fan.post({ id: event.event_id, name: event.event_name, seasonId: event.season_id }, [picture]);
  const deadline = Date.now() + 180_000;
  while (Date.now() < deadline) {
    const { media_list } = await ask<PhotoPage>(url, '/media/public/list/items/all?l=1');
    const [newest] = media_list;
    if (newest && newest.media_url === fan.keys[0] && newest.variants?.length) {
      await fan.stop();
      return newest.media_url;
    }
    await new Promise((next) => setTimeout(next, 200));
  }
  throw new Error(`Its pictures did not come: ${(await fan.describeWaiting()).join()}`);
}

interface Opened {
  /** ms from the tap to the frame in which the sharp picture is there. */
  readonly at: number;
  /** Of all that came after the tap. */
  readonly bytes: number;
  readonly source: string;
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
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await tap(page);
  await page.waitForFunction(() => 'large' in window, undefined, { timeout: 60_000 });
  await page.waitForLoadState('networkidle');
  // What waits for a quiet moment comes after it.
  await page.waitForTimeout(4_000);
  await page.waitForLoadState('networkidle');
  const large = await page.evaluate(() => (window as unknown as { large: { at: number; source: string } }).large);
  await context.close();
  return { ...large, bytes };
}

export async function openRealPhoto(browser: Browser, product: Product, verdict: Verdict): Promise<void> {
  const folder = process.env.PHOTO_FIXTURES;
  if (!folder) {
    console.log('a real photo on slow 4G: not measured, PHOTO_FIXTURES is not set');
    return;
  }
  const mediaUrl = await post(product, await prepare(join(folder, FILE)));
  const front = await openFront(product.url);
  const link = await openLink(Number(new URL(front.origin).port), LINE);
  const origin = `http://localhost:${link.port}`;
  const ours = () =>
    open(browser, `${origin}/${CLUB}/gallery.html`, 'dialog[open] [data-side="open"] img', (page) =>
      page.locator(`[data-photo="${mediaUrl}"] a`).first().tap(),
    );
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
  const of = 'a 12-MP photo on slow 4G';
  verdict.most('bytes after the tap', median(opened.map((one) => one.product.bytes)), MOST_BYTES, of);
  verdict.most('sharp ÷ a bare <img>', median(opened.map((one) => one.product.at / one.bare.at)), MOST_TIME, of);
}
