/**
 * A wall for eight hours with 5,000 photos, whose clock runs 60 times as fast: memory after a collection, elements and listeners, what it
 * holds, and its requests. The network fails for half an hour, and the store alone for another. Then a wall in real time on a slow machine
 * (4× CPU): frames in the second after each change.
 *
 *   npm run bench:wall                      8 minutes, and 2 on the slow machine
 *   REAL_MINUTES=20 npm run bench:wall      20 minutes on the slow machine
 *
 * HOURS (8), PHOTOS (5000) and SPEED (60) of the first part. HOURS=0 leaves it out.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright';
import { ensureChromium } from '../../.ci/ensure-chromium.mjs';
import { WALL_PHOTOS, WALL_TIMES } from '../../src/contract/wallLimits.ts';
import { wallPath } from '../../src/contract/wallPage.ts';
import { wallScreen } from '../../src/messages/jaWall.ts';
import { startProduct } from '../journeys/support/product.ts';
import { CLUB } from '../support/tenants.ts';
import { type Sample, slopeOf } from './match/memory.ts';
import { slowDown } from './support/slowDown.ts';
import { createVerdict } from './support/verdict.ts';
import { median } from './support/watchPhotos.ts';
import { countHeld, countObjectUrls, type SeenFrames, speedUp, takeFrames, watchFrames } from './wall/inPage.ts';
import { type Counts, type LongDay, openLongDay } from './wall/longDay.ts';

const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);
const HOURS = number('HOURS', 8);
const PHOTOS = number('PHOTOS', 5_000);
const SPEED = number('SPEED', 60);
const REAL_MINUTES = number('REAL_MINUTES', 2);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MB = 2 ** 20;
/** Of the day, between two samples. All layouts have their turn in it, so that each sample has the same one. */
const SAMPLE_MS = 30 * MINUTE_MS;
const LIMITS = {
  /** Growth in an hour after the first one. */
  heapMb: 5,
  nodes: 60,
  listeners: 10,
  /** A photo's picture has one address in memory; some may just have left. */
  held: WALL_PHOTOS.played + 4,
  /** Calls in a minute: no more than the player's own pace, and two at the edges. */
  asks: MINUTE_MS / WALL_TIMES.ask + 2,
  askedAtLeast: 4,
  /** Pictures in a minute: all of a wall after an outage, each at its first address. */
  pictures: 2 * WALL_PHOTOS.played,
  /** Without a frame after a change, in milliseconds. */
  still: 1_000,
} as const;

const address = ({ front }: LongDay) => front.origin + wallPath(CLUB, 'long-day', 'x'.repeat(43));
const most = (counts: Counts) => Math.max(0, ...counts.values());
const sum = (counts: Counts) => [...counts.values()].reduce((all, one) => all + one, 0);

interface Clock {
  readonly speed: number;
  /** Of the day, at which the wall is opened. */
  readonly fromHour: number;
}

async function openWall(browser: Browser, day: LongDay, { speed, fromHour }: Clock): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
  const page = await context.newPage();
  if (speed !== 1) await page.addInitScript(speedUp, speed);
  await page.addInitScript(countObjectUrls);
  const began = performance.now();
  day.begin(() => fromHour * HOUR_MS + (performance.now() - began) * speed);
  await page.goto(address(day));
  await page
    .getByRole('img', { name: new RegExp(wallScreen.photoOf('')) })
    .first()
    .waitFor();
  return page;
}

interface Held {
  readonly hour: number;
  readonly heapMb: number;
  readonly nodes: number;
  readonly listeners: number;
  readonly urls: number;
  readonly stored: number;
}

/** Plays the day. Returns a sample for each half hour. */
async function playDay(browser: Browser, day: LongDay): Promise<Held[]> {
  const page = await openWall(browser, day, { speed: SPEED, fromHour: 0 });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('HeapProfiler.enable');
  await cdp.send('Performance.enable');
  const began = performance.now();
  const samples: Held[] = [];
  for (let n = 1; n * SAMPLE_MS <= HOURS * HOUR_MS; n++) {
    await pause(began + (n * SAMPLE_MS) / SPEED - performance.now());
    await cdp.send('HeapProfiler.collectGarbage');
    const { metrics } = await cdp.send('Performance.getMetrics');
    const value = (name: string) => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
    const { urls, stored } = await page.evaluate(countHeld);
    const counted = { nodes: value('Nodes'), listeners: value('JSEventListeners'), urls, stored };
    const sample = { hour: (n * SAMPLE_MS) / HOUR_MS, heapMb: value('JSHeapUsedSize') / MB, ...counted };
    samples.push(sample);
    console.log(
      `  ${Object.entries(sample)
        .map(([name, one]) => `${name} ${Number(one.toFixed(2))}`)
        .join(', ')}`,
    );
  }
  await page.context().close();
  return samples;
}

function judgeDay(samples: readonly Held[], { asks, pictures, served }: LongDay): void {
  const growth = (of: (held: Held) => number) => {
    const late: Sample[] = samples.map((held) => ({ at: held.hour, used: of(held) }));
    return slopeOf(late, 1) ?? Number.NaN;
  };
  verdict.most(
    'heap grows, MB an hour',
    growth(({ heapMb }) => heapMb),
    LIMITS.heapMb,
  );
  verdict.most(
    'elements grow, an hour',
    growth(({ nodes }) => nodes),
    LIMITS.nodes,
  );
  verdict.most(
    'listeners grow, an hour',
    growth(({ listeners }) => listeners),
    LIMITS.listeners,
  );
  verdict.most('pictures in memory', Math.max(...samples.map(({ urls }) => urls)), LIMITS.held);
  verdict.most('entries on the device', Math.max(...samples.map(({ stored }) => stored)), LIMITS.held);
  verdict.most('calls in a minute', most(asks), LIMITS.asks);
  // Sixty times as fast, a call takes a part of the pace.
  verdict.least('calls in a minute, mean', sum(asks) / (HOURS * 60), LIMITS.askedAtLeast);
  verdict.most('pictures asked for in a minute', most(pictures), LIMITS.pictures);
  verdict.least('photos shown with their pictures', served.size, ((PHOTOS * (HOURS - 1)) / HOURS) * 0.95);
  const rows = samples.map((held) => Object.values(held).map((value: number) => String(Number(value.toFixed(2)))));
  verdict.table(
    'wall',
    ['hour', 'heap, MB', 'elements', 'listeners', 'pictures in memory', 'entries on the device'],
    rows,
  );
}

/** Plays in real time on a slow machine. */
async function playSlowly(browser: Browser, day: LongDay): Promise<SeenFrames> {
  const page = await openWall(browser, day, { speed: 1, fromHour: 1 });
  const slowness = await slowDown();
  try {
    await page.evaluate(watchFrames);
    await pause(REAL_MINUTES * MINUTE_MS);
    return await page.evaluate(takeFrames);
  } finally {
    console.log(`  ${(await slowness.end()).toFixed(1)} times slower`);
    await page.context().close();
  }
}

function judgeFrames({ changes, frames }: SeenFrames): void {
  const last = frames.at(-1) ?? 0;
  const seconds = changes
    .filter((at) => at + 1_000 <= last)
    .map((at) => frames.filter((frame) => frame >= at - 1 && frame <= at + 2_000));
  const gaps = seconds.map((drawn) => Math.max(...drawn.slice(1).map((frame, i) => frame - (drawn[i] ?? frame))));
  const counts = seconds.map((drawn) => drawn.filter((frame) => frame <= (drawn[0] ?? 0) + 1_000).length);
  console.log(
    `  ${changes.length} changes; frames in the second after one: median ${median(counts)}, fewest ${Math.min(...counts)}`,
  );
  console.log(`  longest time without a frame: median ${Math.round(median(gaps))} ms`);
  verdict.least('changes of photos', changes.length, (REAL_MINUTES * MINUTE_MS) / WALL_TIMES.show / 2);
  verdict.most('longest time without a frame after a change, ms', Math.max(...gaps), LIMITS.still);
}

const verdict = createVerdict('wall', { settings: ['HOURS', 'PHOTOS', 'SPEED', 'REAL_MINUTES'] });
const product = await startProduct();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
try {
  if (HOURS > 0) {
    const plan = {
      photos: PHOTOS,
      hours: HOURS,
      offline: [HOURS * 0.5, HOURS * 0.5 + 0.5],
      storeFails: [HOURS * 0.75, HOURS * 0.75 + 0.5],
    } as const;
    const day = await openLongDay(product.url, plan);
    judgeDay(await playDay(browser, day), day);
    day.front.close();
  }
  const never = [0, 0] as const;
  const day = await openLongDay(product.url, { photos: 5_000, hours: 8, offline: never, storeFails: never });
  judgeFrames(await playSlowly(browser, day));
  day.front.close();
} finally {
  await browser.close();
  await product.stop();
}
verdict.end();
