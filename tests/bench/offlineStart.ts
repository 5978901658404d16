/**
 * Cold start without signal: from a new browser's navigation to the first screen's photos, against a static page with the same
 * photos and words under a service worker that answers from its cache. 4× CPU for page and worker, order at random, median of the
 * ratios. The static page is served plainly, with none of the product's headers.
 * The words count, each in its weight: the first line of either costs a browser on Linux, which copies the face's whole file,
 * up to a tenth of a second. Beside it, without a limit: the photos alone.
 *
 * The last page is that of a match of 300 photos which was kept (KEP-01): nothing else of its photos is on the device.
 *
 *   npm run bench:offline-start           (PAIRS=9, PAGES=/{tenant}/,/{tenant}/gallery.html,kept)
 *
 * AGAINST: root of another checkout, built there, whose pages start in turn with ours; not that of a kept match.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright';
import { ensureHeadlessShell } from '../../.ci/ensure-chromium.mjs';
import { keepButton } from '../../src/messages/jaKeepButton.ts';
import { kept } from '../../src/messages/jaKept.ts';
import { longMatch } from '../journeys/support/longMatch.ts';
import { startProduct } from '../journeys/support/product.ts';
import { CLUB } from '../support/tenants.ts';
import { NOT_SLOWER, startOther } from './support/otherCheckout.ts';
import { slowDown } from './support/slowDown.ts';
import { takeTurns } from './support/turns.ts';
import { createVerdict } from './support/verdict.ts';
import {
  type Drawn,
  drawnOf,
  median,
  openFront,
  PHONE,
  staticPage,
  watchPhotos,
  wordsOf,
} from './support/watchPhotos.ts';

const pairs = Number(process.env.PAIRS ?? 9);
const KEPT = 'kept';
const KEPT_PHOTOS = 300;
const pages = process.env.PAGES?.split(',') ?? [`/${CLUB}/`, `/${CLUB}/gallery.html`, KEPT];
const LIMIT = 1.5;
const STATIC = '/static/index.html';
const BARE = '/static/photos.html';
/** Keeps what it is asked for, answers from what it keeps. */
const STATIC_WORKER = `
const answer = async (request) => {
  const cache = await caches.open('static');
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const response = await fetch(request);
  await cache.put(request.url, response.clone());
  return response;
};
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => event.respondWith(answer(event.request)));`;
const STATIC_HEAD = `<script>navigator.serviceWorker.register('/static/sw.js')</script>`;

const verdict = createVerdict('offline-start', { settings: ['PAIRS', 'PAGES', 'AGAINST'] });
const profile = mkdtempSync(join(tmpdir(), 'offline-start-'));
const product = await startProduct();
const usual = await openFront(product.url);
const match = await longMatch(product.url, KEPT_PHOTOS);
const withMatch = await openFront(product.url, async (path) => {
  const made = match.answer({ method: 'GET', path, origin: undefined });
  return typeof made === 'object' && 'body' in made ? { type: made.type, text: made.body } : null;
});
const other = await startOther(process.env.AGAINST);
for (const { files } of [usual, withMatch])
  files.set('/static/sw.js', { type: 'text/javascript', text: STATIC_WORKER });

/** A browser that has just been started, with what it kept of its last life. */
async function withBrowser<T>(run: (context: BrowserContext) => Promise<T>): Promise<T> {
  const context = await chromium.launchPersistentContext(profile, {
    ...PHONE,
    executablePath: ensureHeadlessShell(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    return await run(context);
  } finally {
    await context.close();
  }
}

/** Visits until the page's worker answers for it and has kept everything; gives the photos and words of the first screen. */
const visit = (address: string) =>
  withBrowser(async (context) => {
    const page = await context.newPage();
    await page.addInitScript(watchPhotos);
    for (let visits = 0; visits < 3; visits += 1) {
      await page.goto(address, { waitUntil: 'networkidle' });
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.waitForLoadState('networkidle');
    }
    return { sources: (await drawnOf(page)).sources, words: await wordsOf(page) };
  });

/** Keeps the match, and gives up what the worker keeps of its pictures beside that. */
const keep = (address: string) =>
  withBrowser(async (context) => {
    const page = await context.newPage();
    await page.goto(address, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: keepButton.keep }).click();
    const sheet = page.getByRole('dialog', { name: kept.title });
    await sheet.getByRole('button', { name: kept.start, exact: true }).click();
    await sheet.getByText(kept.whole).waitFor({ timeout: 300_000 });
    await page.evaluate(() => caches.delete('thumbnails'));
  });

const startOffline = (address: string): Promise<Drawn> =>
  withBrowser(async (context) => {
    await context.setOffline(true);
    const page = await context.newPage();
    await page.addInitScript(watchPhotos);
    const slowness = await slowDown();
    try {
      await page.goto(address, { waitUntil: 'load' });
      await page.waitForLoadState('networkidle');
    } finally {
      await slowness.end();
    }
    return drawnOf(page);
  });

try {
  for (const one of pages) {
    const [front, path] = one === KEPT ? [withMatch, match.path] : [usual, one];
    const { sources, words } = await visit(front.origin + path);
    front.files.set(STATIC, { type: 'text/html', text: staticPage(sources, STATIC_HEAD, words) });
    front.files.set(BARE, { type: 'text/html', text: staticPage(sources, STATIC_HEAD) });
    await withBrowser(async (context) => {
      const page = await context.newPage();
      await page.goto(`${front.origin}${STATIC}`);
      await page.evaluate(() => caches.delete('static'));
    });
    if (one === KEPT) await keep(front.origin + path);
    for (const peer of [STATIC, BARE]) await visit(front.origin + peer);
    const addresses = { ours: front.origin + path, plain: front.origin + STATIC, bare: front.origin + BARE, other: '' };
    if (other && one !== KEPT) {
      addresses.other = other.front.origin + path;
      await visit(addresses.other);
    }
    const sides = (['ours', 'plain', 'bare', 'other'] as const).filter((side) => addresses[side] !== '');
    const started = await takeTurns(sides, pairs, (side) => startOffline(addresses[side]));
    const times = started.map(({ ours, plain, bare, other: before }) => {
      const all = [ours, plain, bare, ...(before ? [before] : [])];
      const ms = all.map(({ at }) => Math.round(at)).join('/');
      return `${ms} (${all.map(({ photos }) => photos).join('/')} photos)`;
    });
    const ratio = median(started.map(({ ours, plain }) => ours.at / plain.at));
    const bareRatio = median(started.map(({ ours, bare }) => ours.at / bare.at));
    verdict.most('offline start ÷ static page under a worker', ratio, LIMIT, path);
    console.log(
      `${path}: offline start ÷ static under a worker, median of ${pairs}: ${ratio.toFixed(2)} (at most ${LIMIT}); ÷ its photos alone: ${bareRatio.toFixed(2)}   ms ours/static/photos: ${times.join(', ')}`,
    );
    if (addresses.other === '') continue;
    const otherRatio = median(started.map((side) => side.ours.at / side.other.at));
    verdict.most('offline start ÷ that of the other checkout', otherRatio, NOT_SLOWER, path);
    console.log(`  ÷ that of the other checkout (last): ${otherRatio.toFixed(2)} (at most ${NOT_SLOWER})`);
  }
} finally {
  for (const front of [usual, withMatch]) front.close();
  await product.stop();
  await other?.close();
  rmSync(profile, { recursive: true, force: true });
}
verdict.end();
process.exit();
