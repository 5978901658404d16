/**
 * Scrolls 50,000 px of a gallery of 10,000 photos on a slow phone (4× CPU): long tasks, dropped frames, elements, layout shift.
 * The pages after the first are made here from the server's own; their pictures are its pictures.
 *
 *   npm run bench:scroll                  (PIXELS=50000, SPEED=4000 pixels a second)
 */
import { type Browser, chromium, type Page, type Route } from 'playwright';
import { ensureChromium } from '../../.ci/ensure-chromium.mjs';
import { startProduct } from '../journeys/support/product.ts';

const pixels = Number(process.env.PIXELS ?? 50_000);
const speed = Number(process.env.SPEED ?? 4_000);
const PHOTOS = 10_000;
const PAGE = 30;
const LIMITS = { longTask: 50, elements: 1_500, shift: 0.02 } as const;

interface ListedPhoto {
  readonly media_url: string;
  readonly reactionInfo: object;
}

/** The n-th of the made photos: one of the server's under a name of its own. */
function madePhoto(n: number, models: readonly ListedPhoto[]): ListedPhoto {
  const model = models[n % models.length] as ListedPhoto;
  const media_url = model.media_url.replace(/[^/]{20}\.jpg$/, `${String(n).padStart(20, '0')}.jpg`);
  return { ...model, media_url, reactionInfo: { ...model.reactionInfo, media_url } };
}

async function serveManyPhotos(page: Page, origin: string): Promise<void> {
  let models: readonly ListedPhoto[] = [];
  await page.route('**/f/media/public/list/items/all*', async (route: Route) => {
    const cursor = new URL(route.request().url()).searchParams.get('cursor');
    if (cursor === null || models.length === 0) {
      const answer = await route.fetch({ url: `${origin}/f/media/public/list/items/all` });
      models = ((await answer.json()) as { media_list: ListedPhoto[] }).media_list;
    }
    const from = cursor === null ? 0 : /^n\d+$/.test(cursor) ? Number(cursor.slice(1)) : PAGE;
    const media_list =
      cursor === null ? models : Array.from({ length: PAGE }, (_, index) => madePhoto(from + index, models));
    const next = from + PAGE;
    await route.fulfill({ json: { media_list, cursor: next < PHOTOS ? `n${next}` : null, total: PHOTOS } });
  });
  const pictures = new Map<number, Buffer>();
  await page.route(/\/thumbnail\/0{10}\d{10}\.jpg$/, async (route: Route) => {
    const n = Number(/(\d{20})\.jpg$/.exec(route.request().url())?.[1]) % models.length;
    const model = models[n]?.media_url.replace('/original/', '/thumbnail/') ?? '';
    const body = pictures.get(n) ?? (await (await route.fetch({ url: `${origin}/s3/photos/${model}` })).body());
    pictures.set(n, body);
    await route.fulfill({ body, contentType: 'image/jpeg', headers: { 'access-control-allow-origin': '*' } });
  });
}

interface LayoutShift {
  readonly value: number;
  readonly sources: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}
interface Felt {
  readonly longTasks: readonly number[];
  readonly shift: number;
  /** What moved, and from where to where. */
  readonly shifts: readonly string[];
  readonly elements: number;
  readonly frames: readonly number[];
}

/** Runs in the page: collects what the fan would feel. */
function watch() {
  const felt = { longTasks: [] as number[], shift: 0, shifts: [] as string[], elements: 0, frames: [] as number[] };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) felt.longTasks.push(Math.round(duration));
  }).observe({ type: 'longtask' });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & LayoutShift)[]) {
      felt.shift += entry.value;
      const moved = entry.sources.map(({ node, previousRect, currentRect }) => {
        const name = node instanceof Element ? `${node.tagName}.${node.className}` : 'gone';
        return `${name} ${previousRect.y}→${currentRect.y} ${previousRect.height}→${currentRect.height}`;
      });
      felt.shifts.push(`${entry.value.toFixed(4)}: ${moved.join(' | ')}`);
    }
  }).observe({ type: 'layout-shift' });
  let last = performance.now();
  const tick = (now: number) => {
    felt.frames.push(now - last);
    last = now;
    if (felt.frames.length % 10 === 0)
      felt.elements = Math.max(felt.elements, document.getElementsByTagName('*').length);
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  Object.assign(window, { felt });
}

/** Runs in the page: a steady scroll by time, as a finger's, to `pixels` below. */
function scroll([distance, pace]: readonly [number, number]): Promise<number> {
  return new Promise((done) => {
    const began = performance.now();
    let stuckSince = began;
    let reached = 0;
    const tick = (now: number) => {
      const wished = Math.min(distance, reached + Math.min(pace / 10, ((now - stuckSince) * pace) / 1_000));
      scrollTo(0, wished);
      if (scrollY > reached) {
        reached = scrollY;
        stuckSince = now;
      }
      if (reached >= distance - 1 || now - stuckSince > 20_000) done(reached);
      else requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
}

async function measure(browser: Browser, origin: string) {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(String(error)));
  await serveManyPhotos(page, origin);
  const cdp = await context.newCDPSession(page);
  await page.goto(`${origin}/kawasakif/gallery.html`, { waitUntil: 'networkidle' });
  await page.evaluate(() => scrollTo(0, 3_000));
  await page.waitForLoadState('networkidle');
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.evaluate(watch);
  const reached = await page.evaluate(scroll, [pixels, speed] as const);
  const felt = await page.evaluate(() => (window as unknown as { felt: Felt }).felt);
  const shown = await page.locator('[data-photo]').last().getAttribute('aria-posinset');
  await context.close();
  return { ...felt, reached, shown: Number(shown), failures };
}

const product = await startProduct();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
try {
  const { longTasks, shift, shifts, elements, frames, reached, shown, failures } = await measure(browser, product.url);
  const late = frames.filter((ms) => ms > 34).length;
  const longest = Math.max(0, ...longTasks);
  console.log(`scrolled ${Math.round(reached)} px, to photo ${shown} of ${PHOTOS}`);
  console.log(
    `long tasks: ${longTasks.length}, longest ${longest} ms (limit ${LIMITS.longTask}): ${longTasks.join(' ')}`,
  );
  console.log(`frames: ${frames.length}, later than 34 ms: ${late}`);
  console.log(
    `elements: ${elements} (limit ${LIMITS.elements}), layout shift ${shift.toFixed(4)} (limit ${LIMITS.shift})`,
  );
  for (const moved of shifts.slice(0, 5)) console.log(`   moved ${moved}`);
  for (const failure of failures) console.log(failure);
  const isGood =
    reached >= pixels - 1 &&
    longest <= LIMITS.longTask &&
    elements < LIMITS.elements &&
    shift <= LIMITS.shift &&
    failures.length === 0;
  console.log(isGood ? 'holds' : 'DOES NOT HOLD');
  process.exitCode = isGood ? 0 : 1;
} finally {
  await browser.close();
  await product.stop();
}
