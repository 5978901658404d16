/**
 * What a half costs a phone's battery: a signed-in fan with one phone (390 px, 4× CPU, workers too) looks at the gallery, browses, posts and puts
 * the phone into a pocket. 45 minutes are MINUTES of this clock, in the same shares. Told for each part and minute: how long the main thread was
 * busy, timers that ran, starts of the worker, requests and bytes. A browser without windows does not slow the timers of a hidden page down, as
 * phones do: counted is what the product asks for.
 *
 *   npm run bench:battery                  (MINUTES=4)
 */
import { chromium, type Page } from 'playwright';
import { ensureHeadlessShell } from '../../.ci/ensure-chromium.mjs';
import { lightPictures } from '../fixtures/pictures.ts';
import { LIGHT_ARGS } from '../journeys/support/browser.ts';
import {
  demoFan,
  openPostForm,
  pickPhotos,
  signIn,
  submitForKeys,
  untilPrepared,
  untilWorkerControls,
} from '../journeys/support/fan.ts';
import { startProduct } from '../journeys/support/product.ts';
import { setHidden, timerCountsOf, watchTimers } from '../journeys/support/timers.ts';
import { CLASSES, openCountingLine } from './season/countingLine.ts';
import { slowDown } from './support/slowDown.ts';
import { createVerdict } from './support/verdict.ts';
import { PHONE } from './support/watchPhotos.ts';

const MINUTES = Number(process.env.MINUTES ?? 4);
/** Shares of a half: the phone lies in the hand with the gallery open, the fan browses, posts, and has the phone in a pocket. */
const PARTS = { 'in the hand': 0.2, browsing: 0.3, posting: 0.2, 'in the pocket': 0.3 } as const;
type Part = keyof typeof PARTS;
/** Share of the time that the main thread may be busy while nothing happens. */
const BUSY = { 'in the hand': 0.05, 'in the pocket': 0.02 } as const;
/** Seconds between two photos that are opened. */
const LOOK_S = 4;

interface Counted {
  readonly busyMs: number;
  readonly timers: number;
  readonly workerStarts: number;
  readonly requests: number;
  readonly bytes: number;
}
interface PartOfHalf extends Counted {
  readonly minutes: number;
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
const verdict = createVerdict('battery', { settings: ['MINUTES'] });
const product = await startProduct();
const line = await openCountingLine(product.url);
const browser = await chromium.launch({ executablePath: ensureHeadlessShell(), args: LIGHT_ARGS });
const context = await browser.newContext({ ...PHONE, locale: 'ja-JP', timezoneId: 'Asia/Tokyo' });
context.setDefaultTimeout(120_000);

/** What happened since the start; the counts of a page end with it. */
async function openCounter(page: Page): Promise<() => Promise<Counted>> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable');
  await devTools.send('ServiceWorker.enable');
  let workerStarts = 0;
  devTools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    workerStarts += versions.filter(({ runningStatus }) => runningStatus === 'starting').length;
  });
  return async () => {
    const { metrics } = await devTools.send('Performance.getMetrics');
    const { seen, hidden } = await timerCountsOf(page);
    const all = CLASSES.map((name) => line.classes[name]);
    return {
      busyMs: 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN),
      timers: seen + hidden,
      workerStarts,
      requests: all.reduce((sum, { answers }) => sum + answers, 0),
      bytes: all.reduce((sum, { bodies, heads }) => sum + bodies + heads, 0),
    };
  };
}

async function browse(page: Page, end: number): Promise<void> {
  for (let index = 0; performance.now() < end; index = (index + 1) % 8) {
    await page.evaluate(() => scrollBy(0, innerHeight / 2));
    await page.locator('[data-photo] a').nth(index).tap();
    await page.locator('dialog[open] [data-side="open"] img').waitFor();
    await pause(LOOK_S * 1_000);
    await page.goBack();
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
  }
}

async function post(page: Page, files: readonly string[], end: number): Promise<void> {
  for (const file of files) {
    if (performance.now() > end) return;
    await openPostForm(page);
    await pickPhotos(page, [file]);
    await untilPrepared(page, 1);
    await submitForKeys(page);
    const sheet = page.getByRole('dialog');
    if ((await sheet.count()) > 0) await sheet.getByRole('button', { name: '閉じる' }).last().tap();
    await line.untilQuiet();
  }
}

const files = await lightPictures(6);
const page = await context.newPage();
await watchTimers(page);
await signIn(page, line.origin, demoFan('fan'));
await untilWorkerControls(page);
await line.untilQuiet();
const count = await openCounter(page);
const slowness = await slowDown();
const run: Record<Part, (end: number) => Promise<void>> = {
  'in the hand': (end) => pause(end - performance.now()),
  browsing: (end) => browse(page, end),
  posting: (end) => post(page, files, end),
  async 'in the pocket'(end) {
    await setHidden(page, true);
    await pause(end - performance.now());
  },
};
const parts = {} as Record<Part, PartOfHalf>;
for (const part of Object.keys(PARTS) as Part[]) {
  const [before, began] = [await count(), performance.now()];
  await run[part](began + MINUTES * 60_000 * PARTS[part]);
  const [after, minutes] = [await count(), (performance.now() - began) / 60_000];
  const since = (what: keyof Counted) => after[what] - before[what];
  parts[part] = {
    minutes,
    busyMs: since('busyMs'),
    timers: since('timers'),
    workerStarts: since('workerStarts'),
    requests: since('requests'),
    bytes: since('bytes'),
  };
}
const { hiddenShort } = await timerCountsOf(page);
console.log(`slowed down ${(await slowness.end()).toFixed(1)} times`);
await browser.close();
line.close();
await product.stop();

const perMinute = ({ minutes, ...counted }: PartOfHalf, what: keyof Counted) => (counted[what] / minutes).toFixed(1);
verdict.table(
  'battery',
  ['a minute of', 'main thread busy, s', 'timers', 'starts of the worker', 'requests', 'kB'],
  (Object.entries(parts) as [Part, PartOfHalf][]).map(([part, one]) => [
    part,
    (one.busyMs / 1_000 / one.minutes).toFixed(2),
    perMinute(one, 'timers'),
    perMinute(one, 'workerStarts'),
    perMinute(one, 'requests'),
    (one.bytes / 1_000 / one.minutes).toFixed(1),
  ]),
);
for (const [part, most] of Object.entries(BUSY) as [keyof typeof BUSY, number][])
  verdict.most(
    'share of the time that the main thread is busy',
    parts[part].busyMs / 60_000 / parts[part].minutes,
    most,
    part,
  );
verdict.most('timers of less than a second in the pocket', hiddenShort.length, 0);
verdict.end();
process.exit();
