/**
 * How long a fan waits after a tap on a photo until the screen answers, on a slow phone (4× CPU): the longest interaction of opening
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
import { PHONE } from './support/watchPhotos.ts';

const taps = Number(process.env.TAPS ?? 8);
/** ms, the limit of a good INP. */
const LIMIT = 200;

/** Runs in the page: the longest event of every interaction. */
function watchInteractions() {
  const longest = new Map<number, number>();
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
      if (entry.interactionId > 0)
        longest.set(entry.interactionId, Math.max(entry.duration, longest.get(entry.interactionId) ?? 0));
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  Object.assign(window, { interactions: () => [...longest.values()] });
}

async function openAndClose(page: Page, index: number): Promise<void> {
  await page.locator('[data-photo] a').nth(index).tap();
  await page.locator('dialog[open] [data-side="open"] img').waitFor();
  await page.waitForLoadState('networkidle');
  await page.goBack();
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
}

const product = await startProduct();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' });
const page = await context.newPage();
await page.addInitScript(watchInteractions);
await page.goto(`${product.url}/${CLUB}/gallery.html`, { waitUntil: 'networkidle' });
const cdp = await context.newCDPSession(page);
await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
for (let index = 0; index < taps; index += 1) await openAndClose(page, index % 4);
const durations = await page.evaluate(() => (window as unknown as { interactions(): number[] }).interactions());
await context.close();
const isLight = await openRealPhoto(browser, product);
await browser.close();
await product.stop();

const longest = Math.max(0, ...durations);
console.log(`taps on a photo: ${taps}, answered within ms: ${durations.join(' ')}`);
console.log(`longest ${longest} ms (limit ${LIMIT}; shorter than 16 ms are not listed)`);
process.exit(longest <= LIMIT && isLight ? 0 : 1);
