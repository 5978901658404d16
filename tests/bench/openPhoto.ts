/**
 * How long a fan waits after a tap on a photo until the screen answers, on a slow phone (4× CPU, the worker's too): the longest interaction of opening
 * and closing photos of the gallery, as INP counts them. Then a real photo of 12 megapixels on slow 4G: bytes after the tap, and when
 * its sharp picture is there, against a bare <img> of the same file.
 *
 *   PHOTO_FIXTURES=… npm run bench:open-photo              (TAPS=8, ROUNDS=3)
 *
 * AGAINST: root of another checkout, built there, whose photos take turns with ours.
 */
import { chromium, type Page } from 'playwright';
import { ensureChromium } from '../../.ci/ensure-chromium.mjs';
import { startProduct } from '../journeys/support/product.ts';
import { CLUB } from '../support/tenants.ts';
import { openRealPhoto } from './support/openRealPhoto.ts';
import { NOT_SLOWER, startOther } from './support/otherCheckout.ts';
import { slowDown } from './support/slowDown.ts';
import { takeTurns } from './support/turns.ts';
import { createVerdict } from './support/verdict.ts';
import { median, PHONE } from './support/watchPhotos.ts';

const taps = Number(process.env.TAPS ?? 8);
const rounds = Number(process.env.ROUNDS ?? 3);
/** ms, the limit of a good INP. */
const LIMIT = 200;
/** ms; a browser tells of no shorter ones. */
const SHORTEST = 16;

/** Runs in the page: the longest event of every interaction. */
function watchInteractions(shortest: number) {
  const longest = new Map<number, number>();
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
      if (entry.interactionId > 0)
        longest.set(entry.interactionId, Math.max(entry.duration, longest.get(entry.interactionId) ?? 0));
  }).observe({ type: 'event', durationThreshold: shortest } as PerformanceObserverInit);
  Object.assign(window, { interactions: () => [...longest.values()] });
}

async function openAndClose(page: Page, index: number): Promise<void> {
  await page.locator('[data-photo] a').nth(index).tap();
  await page.locator('dialog[open] [data-side="open"] img').waitFor();
  await page.waitForLoadState('networkidle');
  await page.goBack();
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
}

const verdict = createVerdict('open-photo', { settings: ['TAPS', 'ROUNDS', 'AGAINST'] });
const product = await startProduct();
const other = await startOther(process.env.AGAINST);
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });

/** A new fan's taps: how many the browser counted, and ms of each interaction it tells of. */
async function measureTaps(origin: string) {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  await page.addInitScript(watchInteractions, SHORTEST);
  await page.goto(`${origin}/${CLUB}/gallery.html`, { waitUntil: 'networkidle' });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const clicksOf = () => page.evaluate(() => performance.eventCounts.get('click') ?? 0);
  const clicksBefore = await clicksOf();
  const slowness = await slowDown();
  for (let index = 0; index < taps; index += 1) await openAndClose(page, index % 4);
  await slowness.end();
  const durations = await page.evaluate(() => (window as unknown as { interactions(): number[] }).interactions());
  const clicks = (await clicksOf()) - clicksBefore;
  await context.close();
  return { clicks, durations, longest: durations.length === 0 ? SHORTEST : Math.max(...durations) };
}

const origins = { ours: product.url, ...(other ? { other: other.product.url } : {}) };
const sides = Object.keys(origins) as (keyof typeof origins)[];
const all = await takeTurns(sides, rounds, (side) => measureTaps(origins[side] ?? ''));
await openRealPhoto(browser, product, verdict);
await browser.close();
await other?.close();
await product.stop();

for (const side of sides)
  for (const { [side]: one } of all)
    console.log(
      `${side}: taps on a photo: ${taps}; ms of each interaction of ${SHORTEST} ms and more: ${one?.durations.join(' ') || 'none'}`,
    );
const of = (side: keyof typeof origins) => all.flatMap(({ [side]: one }) => one ?? []);
// Interactions that are shorter leave no trace: that there were some is counted apart.
verdict.least('taps the browser counted', Math.min(...of('ours').map(({ clicks }) => clicks)), taps);
verdict.most('longest answer to a tap, ms', Math.max(...of('ours').map(({ longest }) => longest)), LIMIT);
if (other) {
  const sumOf = (side: keyof typeof origins) =>
    median(of(side).map(({ durations }) => durations.reduce((sum, one) => sum + one, 0)));
  verdict.most('all answers ÷ the other checkout’s', sumOf('ours') / sumOf('other'), NOT_SLOWER);
}
verdict.end();
process.exit();
