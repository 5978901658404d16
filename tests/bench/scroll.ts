/**
 * Scrolls 50,000 px of a gallery of 10,000 photos on a slow phone (4× CPU, the worker's too): long tasks, late frames, elements,
 * layout shift. In turns of chance with a static page of the same photos without a script, served plainly. That one should have no
 * long task either; where the machine is too slow even for it, ours may not have more. Once more unslowed, each with a trace: the tasks
 * that would be long by their own work, not by waiting for cores on which the browser also draws in software. The gallery's pages after the first are made
 * here from the server's own, under new names at every visit: either page loads its pictures for the first time, the same AVIFs.
 *
 *   npm run bench:scroll                  (ROUNDS=5, PIXELS=50000, SPEED=4000 pixels a second)
 *
 * AGAINST: root of another checkout, built there, whose gallery takes turns with ours.
 */
import { type Browser, chromium } from 'playwright';
import { ensureChromium } from '../../.ci/ensure-chromium.mjs';
import { type SizedPicture, srcSetOf } from '../../src/rules/pictureSources.ts';
import { startProduct } from '../journeys/support/product.ts';
import { CLUB } from '../support/tenants.ts';
import { NOT_SLOWER, startOther } from './support/otherCheckout.ts';
import { ownLongTasks } from './support/ownTime.ts';
import { openPlainPage } from './support/plainPage.ts';
import { slowDown } from './support/slowDown.ts';
import { takeTurns } from './support/turns.ts';
import { createVerdict } from './support/verdict.ts';
import { median, openFront } from './support/watchPhotos.ts';

const pixels = Number(process.env.PIXELS ?? 50_000);
const speed = Number(process.env.SPEED ?? 4_000);
const rounds = Number(process.env.ROUNDS ?? 5);
const PHOTOS = 10_000;
const PAGE = 30;
/** A long task, as browsers count them. */
const LONG_TASK_MS = 50;
const LIMITS = { elements: 1_500, shift: 0.02 } as const;

type ListedPhoto = SizedPicture & { readonly reactionInfo: object };

/** Names of a visit's photos. */
const VISIT = 1_000_000;
let visits = 0;

/** The n-th of this visit's photos: one of the server's under a name of its own. */
function madePhoto(n: number, models: readonly ListedPhoto[]): ListedPhoto {
  const model = models[n % models.length] as ListedPhoto;
  const media_url = model.media_url.replace(/[^/]{20}\.jpg$/, `${String(visits * VISIT + n).padStart(20, '0')}.jpg`);
  return { ...model, media_url, reactionInfo: { ...model.reactionInfo, media_url } };
}

async function ask(origin: string, path: string): Promise<Response> {
  const headers = { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB };
  const answer = await fetch(origin + path, { headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

/** The server's newest photos. */
async function listModels(origin: string): Promise<readonly ListedPhoto[]> {
  const listed = await (await ask(origin, '/f/media/public/list/items/all')).json();
  return (listed as { media_list: ListedPhoto[] }).media_list;
}

/** Where the server has published pictures. */
const PUBLISHED = '/s3/photos';

/** The product, but its gallery goes on and on. */
async function openLongGallery(origin: string, models: readonly ListedPhoto[]) {
  /** By the model's address. */
  const pictures = new Map<string, Buffer>();
  const pictureAt = async (path: string) => {
    const known = pictures.get(path) ?? Buffer.from(await (await ask(origin, path)).arrayBuffer());
    pictures.set(path, known);
    return known;
  };
  const make = async (path: string) => {
    const [, folder, number, kind] = /^(.+\/)0{10}(\d{10})\.(avif|jpg)$/.exec(path) ?? [];
    const model = models[(Number(number) % VISIT) % models.length]?.media_url.match(/[^/]{20}(?=\.jpg$)/);
    if (model)
      return { type: `image/${kind === 'jpg' ? 'jpeg' : kind}`, text: await pictureAt(`${folder}${model}.${kind}`) };
    if (!path.startsWith('/f/media/public/list/items/all')) return null;
    const cursor = new URL(path, origin).searchParams.get('cursor');
    if (cursor === null) return null;
    const from = /^n\d+$/.test(cursor) ? Number(cursor.slice(1)) : PAGE;
    const media_list = Array.from({ length: PAGE }, (_, index) => madePhoto(from + index, models));
    const next = from + PAGE;
    const text = JSON.stringify({ media_list, cursor: next < PHOTOS ? `n${next}` : null, total: PHOTOS });
    return { type: 'application/json', text };
  };
  return openFront(origin, make);
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

/** Runs in the page, before its own scripts. */
function noteFailures() {
  const failures: string[] = [];
  addEventListener('error', ({ message }) => failures.push(message));
  addEventListener('unhandledrejection', ({ reason }) => failures.push(String(reason)));
  Object.assign(window, { failures });
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

/** Runs in the page: a steady scroll by time, as a finger's, to `distance` below. */
function scroll(distance: number, pace: number): Promise<number> {
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

/** Runs in the page: until there are `count` photos, those on screen are loaded and the page rests. */
function settle(count: number): Promise<void> {
  return new Promise((done) => {
    const look = () => {
      const photos = [...document.querySelectorAll<HTMLImageElement>('[data-photo] img')];
      const isShown = photos.every((photo) => photo.complete || photo.getBoundingClientRect().top > innerHeight);
      if (photos.length >= count && isShown) requestIdleCallback(() => done());
      else requestAnimationFrame(look);
    };
    look();
  });
}

type Side = 'gallery' | 'static page' | 'other';

/** Unslowed, with a trace. */
async function countOwnLongTasks(browser: Browser, side: Side, address: string): Promise<number> {
  const page = await openGallery(browser, side, address);
  await browser.startTracing(undefined, { categories: ['toplevel', 'devtools.timeline'] });
  await page.run(watch);
  await page.run(scroll, pixels, speed);
  const trace = await browser.stopTracing();
  await page.close();
  return ownLongTasks(trace.toString());
}

async function openGallery(browser: Browser, side: Side, address: string) {
  const page = await openPlainPage(browser);
  await page.call('Page.addScriptToEvaluateOnNewDocument', { source: `(${noteFailures})()` });
  await page.call('Page.navigate', { url: address });
  await page.run(settle, PAGE / 2);
  if (side !== 'static page') await page.run(() => navigator.serviceWorker.ready.then(() => true));
  await page.run(() => scrollTo(0, 3_000));
  await page.run(settle, PAGE / 2);
  return page;
}

async function measure(browser: Browser, side: Side, address: string) {
  const page = await openGallery(browser, side, address);
  const slowness = await slowDown();
  const reached = await page
    .run(watch)
    .then(() => page.run(scroll, pixels, speed))
    .finally(() => slowness.end());
  const felt = await page.run(() => (window as unknown as { felt: Felt }).felt);
  const failures = await page.run(() => (window as unknown as { failures: string[] }).failures);
  const shown = await page.run(() => [...document.querySelectorAll('[data-photo]')].at(-1)?.ariaPosInSet);
  await page.close();
  return { ...felt, reached, shown: Number(shown), failures };
}

type Measured = Awaited<ReturnType<typeof measure>>;

/** The same photos on a page without any script, for the browser to load as they come near. */
const staticPhotos = (photos: readonly ListedPhoto[]) =>
  `<!doctype html><html lang="ja"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>static</title><style>body{margin:0;display:grid;grid-template-columns:1fr 1fr;gap:4px}img{width:100%;height:180px;object-fit:cover}</style>${photos.map((photo) => `<picture data-photo><source type="image/avif" srcset="${srcSetOf(photo, PUBLISHED)}" sizes="50vw"><img src="${PUBLISHED}/${photo.media_url}" alt="" width="3" height="2" loading="lazy" decoding="async"></picture>`).join('')}</html>`;

function tell(name: string, { longTasks, frames, reached, shown, shift, shifts, failures }: Measured) {
  const late = frames.filter((ms) => ms > 34).length;
  const place = shown ? `, to photo ${shown} of ${PHOTOS}` : '';
  console.log(
    `${name}: ${Math.round(reached)} px${place}; ${longTasks.length} long tasks, longest ${Math.max(0, ...longTasks)} ms; ${frames.length} frames, later than 34 ms: ${late}; shift ${shift.toFixed(4)}`,
  );
  for (const line of [...shifts.slice(0, 5).map((moved) => `moved ${moved}`), ...failures]) console.log(`   ${line}`);
}

const verdict = createVerdict('scroll', { settings: ['ROUNDS', 'PIXELS', 'SPEED', 'AGAINST'] });
const product = await startProduct();
const models = await listModels(product.url);
const front = await openLongGallery(product.url, models);
const other = await startOther(process.env.AGAINST);
const otherFront = other && (await openLongGallery(other.product.url, await listModels(other.product.url)));
const sides: readonly Side[] = otherFront ? ['gallery', 'static page', 'other'] : ['gallery', 'static page'];
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
try {
  const addressOf = (side: Side): string => {
    visits += 1;
    if (side === 'gallery') return `${front.origin}/${CLUB}/gallery.html`;
    if (side === 'other') return `${otherFront?.origin}/${CLUB}/gallery.html`;
    const made = Array.from({ length: Math.ceil(pixels / 90) }, (_, n) => madePhoto(PAGE + n, models));
    front.files.set('/static.html', { type: 'text/html', text: staticPhotos([...models, ...made]) });
    return `${front.origin}/static.html`;
  };
  const measured = await takeTurns(sides, rounds, (side) => measure(browser, side, addressOf(side)));
  const [own] = await takeTurns(['gallery', 'static page'], 1, (side) =>
    countOwnLongTasks(browser, side, addressOf(side)),
  );
  const [ours, plain, before] = sides.map((side) => measured.map((one) => one[side])) as [
    Measured[],
    Measured[],
    Measured[]?,
  ];
  for (const felt of ours) tell('gallery', felt);
  for (const felt of plain) tell('static page', felt);
  for (const felt of before ?? []) tell('other checkout', felt);
  const longTasks = (all: readonly Measured[]) => median(all.map((felt) => felt.longTasks.length));
  verdict.least('px scrolled', Math.min(...ours.map(({ reached }) => reached)), pixels - 1);
  verdict.most('failures in the page', Math.max(...ours.map(({ failures }) => failures.length)), 0);
  verdict.most(`long tasks over ${LONG_TASK_MS} ms, as the static page has`, longTasks(ours), longTasks(plain));
  const ofTheirOwn = { ours: own?.gallery ?? Number.NaN, plain: own?.['static page'] ?? Number.NaN };
  console.log(`long tasks by their own work, unslowed: gallery ${ofTheirOwn.ours}, static page ${ofTheirOwn.plain}`);
  verdict.most('long tasks by their own work, as the static page has', ofTheirOwn.ours, ofTheirOwn.plain);
  if (before) verdict.most('long tasks, as the other checkout has', longTasks(ours), longTasks(before) * NOT_SLOWER);
  verdict.most('elements', Math.max(...ours.map(({ elements }) => elements)), LIMITS.elements);
  verdict.most('layout shift', Math.max(...ours.map(({ shift }) => shift)), LIMITS.shift);
} finally {
  await browser.close();
  front.close();
  otherFront?.close();
  await other?.close();
  await product.stop();
}
verdict.end();
