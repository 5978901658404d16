/**
 * A match: 40 fans post 15 photos each over bad links while 200 readers browse, and one real page keeps scrolling. Three of the fans are
 * browsers with the whole product: pages, worker, IndexedDB. The others are its queue and adapters in this process, with real sign-in and
 * signed puts, but they keep what they post in memory and prepare no pictures. The server is a process of its own.
 *
 *   npm run bench:match                    30 minutes, embedded database
 *   MINUTES=5 npm run bench:match          shorter
 *   ENGINE=postgres npm run bench:match    on a PostgreSQL of its own; DATABASE_URL: on yours (an empty one)
 *
 * FANS (40), BROWSERS of them (3), PHOTOS (15), READERS (200), PAGE=0: no page. Needs a build (`npm run build`). Fails on a lost or doubled photo, on a
 * failed read, and in runs of 20 minutes and more on memory that grows.
 */
import type { Browser } from '@playwright/test';
import sharp from 'sharp';
import { ensureHeadlessShell } from '../../.ci/ensure-chromium.mjs';
import { ensurePostgres } from '../../.ci/ensure-postgres.mjs';
import { thumbnailKey } from '../../src/contract/config.ts';
import type { FanEvent, PhotoPage } from '../../src/contract/entities.ts';
import { startPostgres } from '../api/storePostgres.ts';
import { launchBrowser } from '../journeys/support/browser.ts';
import { openLine } from '../journeys/support/line.ts';
import { type Product, startProduct } from '../journeys/support/product.ts';
import { CLUB } from '../support/tenants.ts';
import { spoil } from './match/badLink.ts';
import { openBrowserFan } from './match/browserFan.ts';
import { type Fan, fetchConfig, openFan, type Picture } from './match/fan.ts';
import { slopeOf, type Watch, watchPage, watchServer } from './match/memory.ts';
import { openReaders, type Readers } from './match/readers.ts';
import { createVerdict } from './support/verdict.ts';

const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);
const MINUTES = number('MINUTES', 30);
const FANS = number('FANS', 40);
const BROWSERS = number('BROWSERS', 3);
const PHOTOS = number('PHOTOS', 15);
const READERS = number('READERS', 200);
const PHOTOS_PER_POST = 3;
/** Posts come in the first part of the match; what is left is for bad lines and back-offs. */
const POSTING = 0.75;
/** After the match all is well; whatever waits has this long, in milliseconds. */
const LAST_MS = 120_000;
/** Memory may still settle during this share of the match. */
const WARM_UP = 0.4;
/** Growth after that, in MB a minute, which runs of so many minutes may not exceed. */
const GROWTH = { server: 1, page: 0.2, minutes: 20 } as const;

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
const say = (text: string) => console.log(`  ${new Date().toISOString().slice(11, 19)} ${text}`);

/** Pictures of some sizes, as they come out of preparation. */
async function makePictures(): Promise<Picture[]> {
  const noise = { type: 'gaussian', mean: 128, sigma: 22 } as const;
  const drawn = await sharp({ create: { width: 600, height: 450, channels: 3, background: '#246', noise } })
    .png()
    .toBuffer();
  return Promise.all(
    [70, 80, 88].map(async (quality) => ({
      original: new Uint8Array(await sharp(drawn).resize(1200, 900).jpeg({ quality }).toBuffer()),
      thumbnail: new Uint8Array(await sharp(drawn).resize(300).jpeg({ quality: 70 }).toBuffer()),
    })),
  );
}

async function ask<T>(origin: string, path: string): Promise<T> {
  const answer = await fetch(`${origin}/f${path}`, { headers: { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB } });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return (await answer.json()) as T;
}

/** An event that is going on and open to every fan, without a bound of posts. */
async function findEvent(origin: string): Promise<FanEvent> {
  const today = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10);
  const { list } = await ask<{ list: FanEvent[] }>(origin, '/event/items');
  const found = list.find(
    (event) =>
      event.crawl_period_start.slice(0, 10) <= today &&
      event.crawl_period_end.slice(0, 10) >= today &&
      event.post_limit === null &&
      !event.ambassadorLimited &&
      !event.officialLimited &&
      event.userLimited.length === 0,
  );
  if (!found) throw new Error('No event is going on: is there a build with demo content?');
  return found;
}

/** Five or so posts of a few photos each, at any time of the first part of the match. */
async function play(fan: Fan, event: FanEvent, pictures: readonly Picture[], until: number): Promise<void> {
  const began = Date.now();
  const posts = Math.ceil(PHOTOS / PHOTOS_PER_POST);
  const times = Array.from({ length: posts }, () => began + Math.random() * (until - began)).sort((a, b) => a - b);
  let left = PHOTOS;
  for (const at of times) {
    await pause(Math.max(0, at - Date.now()));
    const count = Math.min(left, PHOTOS_PER_POST);
    left -= count;
    const chosen = Array.from(
      { length: count },
      () => pictures[Math.floor(Math.random() * pictures.length)] as Picture,
    );
    await fan.post({ id: event.event_id, name: event.event_name, seasonId: event.season_id }, chosen);
  }
}

/** All is well: the fan opens the app and presses 'send now'. */
async function finish(fan: Fan): Promise<void> {
  const end = Date.now() + LAST_MS;
  while ((await fan.countWaiting()) > 0 && Date.now() < end) {
    await fan.sendNow();
    if ((await fan.countWaiting()) > 0) await pause(1_000);
  }
}

async function keysOf(origin: string, userId: string): Promise<string[]> {
  const keys: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const more: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page: PhotoPage = await ask(origin, `/media/public/list/items/all?u=${userId}&l=100${more}`);
    keys.push(...page.media_list.map(({ media_url }) => media_url));
    cursor = page.cursor;
  }
  return keys;
}

/** Each fan's list against what the fan posted; both objects of each photo are there. */
async function count(
  origin: string,
  fans: readonly Fan[],
): Promise<{ lost: number; doubled: number; strange: number }> {
  const counts = { lost: 0, doubled: 0, strange: 0 };
  for (const fan of fans) {
    const listed = await keysOf(origin, fan.userId);
    const present = new Set(listed);
    counts.doubled += listed.length - present.size;
    counts.strange += [...present].filter((key) => !fan.keys.includes(key)).length;
    for (const key of fan.keys) {
      const heads = [key, thumbnailKey(key)].map((one) => fetch(`${origin}/s3/photos/${one}`, { method: 'HEAD' }));
      if (!present.has(key) || (await Promise.all(heads)).some(({ ok }) => !ok)) counts.lost += 1;
    }
    for (const line of await fan.describeWaiting()) say(`still waiting: ${line}`);
  }
  return counts;
}

const share = (sorted: readonly number[], part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0;

function tellReads({ times }: Readers): void {
  console.log(`  ${'reads'.padEnd(24)}${'count'.padStart(8)}${'p50 ms'.padStart(10)}${'p95 ms'.padStart(10)}`);
  const rows: [string, number[]][] = [...times, ['all', [...times.values()].flat()]];
  for (const [kind, taken] of rows) {
    const sorted = taken.toSorted((a, b) => a - b);
    const cells = [
      String(sorted.length).padStart(8),
      ...[0.5, 0.95].map((p) => share(sorted, p).toFixed(1).padStart(10)),
    ];
    console.log(`  ${kind.padEnd(24)}${cells.join('')}`);
  }
}

function tellMemory(what: 'server' | 'page', { samples }: Watch): void {
  const slope = slopeOf(samples, MINUTES * WARM_UP);
  const steps = Array.from({ length: 6 }, (_, step) => samples[Math.floor(((samples.length - 1) * step) / 5)]);
  const course = steps
    .map((sample) => (sample ? `${sample.at.toFixed(1)} min ${sample.used.toFixed(0)}` : ''))
    .join(', ');
  const growth = slope === null ? 'too short to tell' : `${slope >= 0 ? '+' : ''}${slope.toFixed(2)} MB a minute`;
  console.log(`  memory of the ${what}, MB: ${course}; after warm-up ${growth}`);
  if (MINUTES >= GROWTH.minutes) verdict.most('memory grows, MB a minute', slope ?? Number.NaN, GROWTH[what], what);
}

/** Those in browsers come first: their pages load before the link is spoiled. */
async function openFans(product: Product, browser: Browser, url: string, pictures: readonly Picture[]): Promise<Fan[]> {
  const config = await fetchConfig(url);
  const fans: Fan[] = [];
  for (let n = 1; n <= FANS; n += 1)
    fans.push(
      n <= BROWSERS
        ? await openBrowserFan(browser, n, { origin: url, product }, { count: PHOTOS, pictures })
        : await openFan(n, { url, config }, product.codeFor),
    );
  return fans;
}

async function playMatch(product: Product, browser: Browser): Promise<void> {
  const origin = product.url;
  const line = await openLine(origin);
  const event = await findEvent(origin);
  const pictures = await makePictures();
  const fans = await openFans(product, browser, line.url, pictures);
  say(`${FANS} fans signed in, ${BROWSERS} of them in browsers; ${READERS} readers come`);
  const link = spoil(line);
  const end = Date.now() + MINUTES * 60_000;
  const server = watchServer(origin);
  const page = process.env.PAGE === '0' ? null : await watchPage(origin);
  const readers = openReaders(Number(new URL(origin).port), READERS);
  const began = Date.now();
  await Promise.all(fans.map((fan) => play(fan, event, pictures, began + MINUTES * 60_000 * POSTING)));
  await pause(Math.max(0, end - Date.now()));
  const late = (await Promise.all(fans.map((fan) => fan.countWaiting()))).reduce((sum, one) => sum + one, 0);
  const posted = fans.reduce((sum, fan) => sum + fan.keys.length, 0);
  await readers.stop();
  await Promise.all([server.stop(), page?.stop()]);
  link.calm();
  say(`the match is over; ${late} of ${posted} photos still wait and go now`);
  await Promise.all(fans.map(finish));
  const { lost, doubled, strange } = await count(origin, fans);
  for (const fan of fans) await fan.stop();
  await line.close();

  const mishaps = [...link.mishaps].map(([kind, times]) => `${kind} ${times}`).join(', ');
  console.log(`  photos: ${posted} posted, ${lost} lost, ${doubled} doubled, ${strange} nobody's`);
  console.log(`  registrations: ${((posted - late) / (MINUTES * 60)).toFixed(2)} a second during the match`);
  console.log(`  on the links: ${mishaps}`);
  tellReads(readers);
  tellMemory('server', server);
  if (page) tellMemory('page', page);
  if (readers.failures[0] !== undefined) console.log(`  a read failed: ${readers.failures[0]}`);
  verdict.least('photos posted', posted, FANS * PHOTOS);
  verdict.most('photos lost', lost, 0);
  verdict.most('photos doubled', doubled, 0);
  verdict.most("photos that are nobody's", strange, 0);
  verdict.most('reads that failed', readers.failures.length, 0);
}

async function openDatabase(): Promise<{ env: Record<string, string>; close(): Promise<void> }> {
  if (process.env.ENGINE !== 'postgres') return { env: {}, close: async () => undefined };
  const bin = ensurePostgres();
  if (bin === null) throw new Error('There is no PostgreSQL: set POSTGRES_BIN.');
  const { url, stop } = await startPostgres({ bin, settings: ['fsync=on', 'full_page_writes=on'] });
  return { env: { DATABASE_URL: url }, close: stop };
}

const verdict = createVerdict('match', {
  settings: ['MINUTES', 'FANS', 'BROWSERS', 'PHOTOS', 'READERS', 'PAGE', 'ENGINE', 'DATABASE_URL'],
});
const database = await openDatabase();
const product = await startProduct(database.env);
const browser = await launchBrowser(ensureHeadlessShell());
try {
  const engine = process.env.ENGINE === 'postgres' || process.env.DATABASE_URL ? 'PostgreSQL' : 'embedded database';
  console.log(`${MINUTES} minutes, ${engine}`);
  await playMatch(product, browser);
} finally {
  await browser.close();
  await product.stop();
  await database.close();
}
verdict.end();
process.exit();
