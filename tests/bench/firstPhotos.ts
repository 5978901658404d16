/**
 * When are the first screen's photos drawn, against static HTML pages on the same server? Two of them: what a plain site would send, the
 * 480-px JPEGs, and the same files as the product's page has chosen. They are served plainly, with none of the product's headers.
 * Slow 4G (562.5 ms, 1.47 Mbit/s) on TCP, so that it holds for the worker too, and 4× CPU; cold cache, order at random, median of ratios.
 *
 *   npm run bench:first-photos            (ROUNDS=5, PAGES=/{tenant}/,/{tenant}/?q=)
 */
import { type Browser, chromium } from 'playwright';
import { ensureHeadlessShell } from '../../.ci/ensure-chromium.mjs';
import { startProduct } from '../journeys/support/product.ts';
import { CLUB } from '../support/tenants.ts';
import { openLink } from './support/link.ts';
import { type Drawn, drawnOf, median, openFront, PHONE, staticPage, watchPhotos } from './support/watchPhotos.ts';

const rounds = Number(process.env.ROUNDS ?? 5);
const EVENT = `/${CLUB}/event-detail.html?e=${CLUB}-today`;
const pages = process.env.PAGES?.split(',') ?? [`/${CLUB}/gallery.html`, `/${CLUB}/`, EVENT, `/${CLUB}/?q=`];
/** Against the JPEGs where lists of photos are the first screen; against the same files everywhere. */
const LIMITS = { jpegs: 0.95, same: 1.15 } as const;
const isList = (page: string) => !page.includes('?');
const LINE = { up: 675_000, down: 1_474_560, rtt: 562.5 } as const;

async function measure(browser: Browser, port: number, path: string): Promise<Drawn> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(watchPhotos);
  await page.goto(`http://localhost:${port}${path}`, { waitUntil: 'networkidle', timeout: 120_000 });
  const drawn = await drawnOf(page);
  await context.close();
  return drawn;
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

/** Each of these as often as there are rounds, in turn of chance. */
async function compare<Name extends string>(
  kinds: readonly Name[],
  open: (kind: Name) => Promise<Drawn>,
): Promise<Record<Name, Drawn>[]> {
  const all: Record<Name, Drawn>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const order = kinds.map((kind) => ({ kind, at: Math.random() })).sort((a, b) => a.at - b.at);
    const drawn = {} as Record<Name, Drawn>;
    for (const { kind } of order) drawn[kind] = await open(kind);
    all.push(drawn);
  }
  return all;
}

const thumbnailOf = (address: string) =>
  address.replace(/\/(?:variant\/\d+|original|preview)\/(\w+)\.\w+$/, '/thumbnail/$1.jpg');

const product = await startProduct();
const front = await openFront(product.url, { isIsolated: false });
const link = await openLink(Number(new URL(front.origin).port), LINE);
// A whole desktop Chromium loads pages of its own for the address bar of every window it opens, on the cores that are measured.
const browser = await chromium.launch({ executablePath: ensureHeadlessShell(), args: ['--no-sandbox'] });

for (const page of pages) {
  const path = page.endsWith('?q=') ? await sharedLink(front.origin, page) : page;
  const { sources } = await measure(browser, link.port, path);
  front.files.set('/jpegs.html', { type: 'text/html', text: staticPage([...new Set(sources.map(thumbnailOf))]) });
  front.files.set('/same.html', { type: 'text/html', text: staticPage(sources) });
  const paths = { ours: path, jpegs: '/jpegs.html', same: '/same.html' } as const;
  const drawn = await compare(['ours', 'jpegs', 'same'], (kind) => measure(browser, link.port, paths[kind]));
  const times = drawn.map((one) =>
    (['ours', 'jpegs', 'same'] as const).map((kind) => Math.round(one[kind].at)).join('/'),
  );
  const { ours, jpegs, same } = drawn[0] ?? {};
  console.log(
    `${page}: ${[ours, jpegs, same].map((one) => one?.photos).join('/')} photos, ms ours/JPEGs/same files: ${times.join(', ')}`,
  );
  for (const against of ['jpegs', 'same'] as const) {
    const ratio = median(drawn.map((one) => one.ours.at / one[against].at));
    const isJudged = against === 'same' || isList(page);
    if (isJudged && !(ratio <= LIMITS[against])) process.exitCode = 1;
    const limit = isJudged ? `limit ${LIMITS[against]}` : 'told only';
    console.log(
      `  drawn ÷ static page of ${against === 'jpegs' ? 'the 480-px JPEGs' : 'the same files'}, median of ${rounds}: ${ratio.toFixed(2)} (${limit})`,
    );
  }
}
await browser.close();
link.close();
front.close();
await product.stop();
process.exit();
