/**
 * How long a fan waits after a tap on a photo until the screen answers, on a slow phone (4× CPU, the worker's too): the longest interaction of opening
 * and closing photos of the gallery, as INP counts them. Then a real photo of 12 megapixels on slow 4G: bytes after the tap, and when
 * its sharp picture is there, against a bare <img> of the same file.
 *
 *   PHOTO_FIXTURES=… npm run bench:open-photo              (TAPS=8, ROUNDS=3)
 */
import { chromium, type Page } from 'playwright';
import { ensureChromium } from '../../.ci/ensure-chromium.mjs';
import { startProduct } from '../journeys/support/product.ts';
import { CLUB } from '../support/tenants.ts';
import { openRealPhoto } from './support/openRealPhoto.ts';
import { slowDown } from './support/slowDown.ts';
import { createVerdict } from './support/verdict.ts';
import { PHONE } from './support/watchPhotos.ts';

const taps = Number(process.env.TAPS ?? 8);
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

const verdict = createVerdict('open-photo', { settings: ['TAPS', 'ROUNDS'] });
const product = await startProduct();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
const context = await browser.newContext(PHONE);
const page = await context.newPage();
await page.addInitScript(watchInteractions, SHORTEST);
await page.goto(`${product.url}/${CLUB}/gallery.html`, { waitUntil: 'networkidle' });
await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
const clicksOf = () => page.evaluate(() => performance.eventCounts.get('click') ?? 0);
const clicksBefore = await clicksOf();
const slowness = await slowDown();
for (let index = 0; index < taps; index += 1) await openAndClose(page, index % 4);
await slowness.end();
const durations = await page.evaluate(() => (window as unknown as { interactions(): number[] }).interactions());
const clicks = (await clicksOf()) - clicksBefore;
await context.close();
await openRealPhoto(browser, product, verdict);
await browser.close();
await product.stop();

console.log(`taps on a photo: ${taps}; ms of each interaction of 16 ms and more: ${durations.join(' ') || 'none'}`);
// Interactions that are shorter leave no trace: that there were some is counted apart.
verdict.least('taps the browser counted', clicks, taps);
verdict.most('longest answer to a tap, ms', durations.length === 0 ? SHORTEST : Math.max(...durations), LIMIT);
verdict.end();
process.exit();
