/**
 * When are the first screen's photos drawn, against static HTML pages on the same server? Two of them: what a plain site would send, the
 * 480-px JPEGs, and the same files as the product's page has chosen, with the words of its first screen. They are served plainly, with
 * none of the product's headers. Beside the photos: when anything is drawn at all (first contentful paint).
 * Slow 4G (562.5 ms, 1.47 Mbit/s) on TCP and 4× CPU for all of the page's process, so that both hold for the worker too; cold cache,
 * order at random, median of ratios.
 *
 *   npm run bench:first-photos            (ROUNDS=5, PAGES=/{tenant}/,/{tenant}/?q=)
 *
 * AGAINST: root of another checkout, built there, whose pages are opened in turn with ours.
 */
import { type Browser, chromium } from 'playwright';
import { ensureHeadlessShell } from '../../.ci/ensure-chromium.mjs';
import { startProduct } from '../journeys/support/product.ts';
import { CLUB } from '../support/tenants.ts';
import { openLink } from './support/link.ts';
import { NOT_SLOWER, startOther } from './support/otherCheckout.ts';
import { slowDown } from './support/slowDown.ts';
import { takeTurns } from './support/turns.ts';
import { createVerdict } from './support/verdict.ts';
import {
  type Drawn,
  drawnOf,
  type Line,
  median,
  openFront,
  PHONE,
  staticPage,
  watchPhotos,
  wordsOf,
} from './support/watchPhotos.ts';

const rounds = Number(process.env.ROUNDS ?? 5);
const EVENT = `/${CLUB}/event-detail.html?e=${CLUB}-today`;
const pages = process.env.PAGES?.split(',') ?? [`/${CLUB}/gallery.html`, `/${CLUB}/`, EVENT, `/${CLUB}/?q=`];
/** Against the JPEGs where lists of photos are the first screen; against the same files everywhere. */
const LIMITS = { jpegs: 0.95, same: 1.15 } as const;
/** Of lists of photos and the home page, against the same files with the same words. */
const FIRST_PAINT = 1.15;
const isList = (page: string) => !page.includes('?');
const LINE = { up: 675_000, down: 1_474_560, rtt: 562.5 } as const;

async function measure(browser: Browser, port: number, path: string): Promise<Drawn & { words: readonly Line[] }> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  await page.addInitScript(watchPhotos);
  const slowness = await slowDown();
  try {
    await page.goto(`http://localhost:${port}${path}`, { waitUntil: 'networkidle', timeout: 120_000 });
  } finally {
    await slowness.end();
  }
  const measured = { ...(await drawnOf(page)), words: await wordsOf(page) };
  await context.close();
  return measured;
}

/** A link as fans share it: the newest photo by its short code. */
async function sharedLink(origin: string, path: string): Promise<string> {
  const headers = { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB, 'content-type': 'application/json' };
  const list = (await (await fetch(`${origin}/f/media/public/list/items/all`, { headers })).json()) as {
    media_list: { media_url: string }[];
  };
  const body = JSON.stringify({ original_url: list.media_list[0]?.media_url });
  const answer = await fetch(`${origin}/f/degenerate/url/item`, { method: 'PUT', headers, body });
  const { degenerate_url } = (await answer.json()) as { degenerate_url: string };
  return path + encodeURIComponent(degenerate_url);
}

const thumbnailOf = (address: string) =>
  address.replace(/\/(?:variant\/\d+|original|preview)\/(\w+)\.\w+$/, '/thumbnail/$1.jpg');

const verdict = createVerdict('first-photos', { settings: ['ROUNDS', 'PAGES', 'AGAINST'] });
const product = await startProduct();
const front = await openFront(product.url);
const linkTo = (origin: string) => openLink(Number(new URL(origin).port), LINE);
const link = await linkTo(front.origin);
const other = await startOther(process.env.AGAINST);
const otherLink = other && (await linkTo(other.front.origin));
// A whole desktop Chromium loads pages of its own for the address bar of every window it opens, on the cores that are measured.
const browser = await chromium.launch({ executablePath: ensureHeadlessShell(), args: ['--no-sandbox'] });

for (const page of pages) {
  const pathAt = async (origin: string) => (page.endsWith('?q=') ? sharedLink(origin, page) : page);
  const path = await pathAt(front.origin);
  const { sources, words } = await measure(browser, link.port, path);
  front.files.set('/jpegs.html', { type: 'text/html', text: staticPage([...new Set(sources.map(thumbnailOf))]) });
  front.files.set('/same.html', { type: 'text/html', text: staticPage(sources, '', words) });
  const otherPath = other ? await pathAt(other.front.origin) : '';
  const paths = { ours: path, jpegs: '/jpegs.html', same: '/same.html', other: otherPath } as const;
  const kinds = (['ours', 'jpegs', 'same', 'other'] as const).filter((kind) => paths[kind] !== '');
  const drawn = await takeTurns(kinds, rounds, (kind) =>
    measure(browser, (kind === 'other' && otherLink ? otherLink : link).port, paths[kind]),
  );
  const times = drawn.map((one) => kinds.map((kind) => Math.round(one[kind].at)).join('/'));
  const [first] = drawn;
  console.log(
    `${page}: ${kinds.map((kind) => first?.[kind].photos).join('/')} photos, ms ours/JPEGs/same files${other ? '/other checkout' : ''}: ${times.join(', ')}`,
  );
  for (const against of ['jpegs', 'same'] as const) {
    const ratio = median(drawn.map((one) => one.ours.at / one[against].at));
    const what = `drawn ÷ static page of ${against === 'jpegs' ? 'the 480-px JPEGs' : 'the same files'}`;
    const isJudged = against === 'same' || isList(page);
    if (isJudged) verdict.most(what, ratio, LIMITS[against], page);
    console.log(
      `  ${what}, median of ${rounds}: ${ratio.toFixed(2)} (${isJudged ? `at most ${LIMITS[against]}` : 'told only'})`,
    );
  }
  const paint = median(drawn.map(({ ours, same }) => ours.firstPaint / same.firstPaint));
  if (isList(page)) verdict.most('first paint ÷ static page of the same files', paint, FIRST_PAINT, page);
  const paints = drawn.map(({ ours, same }) => `${Math.round(ours.firstPaint)}/${Math.round(same.firstPaint)}`);
  console.log(
    `  first paint ÷ static page of the same files: ${paint.toFixed(2)}   ms ours/same files: ${paints.join(', ')}`,
  );
  if (other) {
    const ratio = median(drawn.map((one) => one.ours.at / one.other.at));
    verdict.most('drawn ÷ the same page of the other checkout', ratio, NOT_SLOWER, page);
    console.log(`  drawn ÷ the same page of the other checkout: ${ratio.toFixed(2)} (at most ${NOT_SLOWER})`);
  }
}
await browser.close();
link.close();
otherLink?.close();
await other?.close();
front.close();
await product.stop();
verdict.end();
process.exit();
