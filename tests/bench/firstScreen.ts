/**
 * Bytes and sharpness of a first screen's photos: the product against the same pages with the 480-px JPEG thumbnails alone, on a phone
 * (390 × 844 at 3×) and a desktop (1440 × 900 at 2×), home and gallery of two tenants. No scroll, no worker, no throttling: bytes only.
 *
 *   npm run bench:first-screen            (TENANTS=…,…)
 */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { ensureChromium } from '../../.ci/ensure-chromium.mjs';
import { startProduct } from '../journeys/support/product.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { createVerdict } from './support/verdict.ts';

const tenants = process.env.TENANTS?.split(',') ?? [CLUB, LEAGUE];
const PAGES = ['', 'gallery.html'];
const SCREENS = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 2 },
} as const;
/** On the phone, bytes against the JPEGs. */
const MOST_BYTES = 0.65;
/** Picture's pixels to a pixel of the screen: on the desktop of every photo; on the phone beyond this more shows nothing. */
const LEAST_DENSITY = 0.9;

interface Seen {
  /** The photo's name in the object store. */
  readonly photo: string;
  readonly source: string;
  /** Pixels of the picture to a pixel of the screen. */
  readonly density: number;
}
interface Screen {
  readonly seen: readonly Seen[];
  /** Bytes of the photos in view, and of all photos the page asked for: those near the screen too, as many as the browser likes. */
  readonly inView: number;
  readonly all: number;
}

/** Runs in the page: photos in view, with the size of the file that the browser chose. */
async function lookAtPhotos() {
  const images = [...document.querySelectorAll('img')].filter((image) => {
    const box = image.getBoundingClientRect();
    const isInView = box.width > 0 && box.top < innerHeight && box.bottom > 0 && box.left < innerWidth && box.right > 0;
    return isInView && /\/ugc\//.test(image.currentSrc) && image.checkVisibility();
  });
  return Promise.all(
    images.map(async (image) => {
      const file = await createImageBitmap(await (await fetch(image.currentSrc)).blob());
      const { width, height } = image.getBoundingClientRect();
      const isCut = getComputedStyle(image).objectFit === 'cover';
      const scale = (isCut ? Math.max : Math.min)(width / file.width, height / file.height) * devicePixelRatio;
      return { source: image.currentSrc, density: 1 / scale };
    }),
  );
}

/** The page as it was before there were AVIFs. */
async function withJpegsOnly(context: BrowserContext): Promise<void> {
  await context.route(/\.html|\/$|\/f\//, async (route) => {
    const response = await route.fetch();
    const text = await response.text().catch(() => null);
    // The page has gone meanwhile.
    if (text === null) return;
    const body = text
      .replaceAll(/<source type="image\/avif"[^>]*>/g, '')
      .replaceAll(/<link rel="preload"[^>]*image\/avif[^>]*>/g, '')
      .replaceAll(/(\\?"variants\\?": ?)\[[\d, ]*\]/g, '$1[]');
    await route.fulfill({ response, body });
  });
}

const nameOf = (address: string) => /([A-Za-z0-9]{20})\.\w+$/.exec(address)?.[1] ?? address;

async function settle(page: Page, url: string): Promise<void> {
  await page.goto(url, { waitUntil: 'networkidle', timeout: 120_000 });
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy'),
  );
}

async function open(browser: Browser, screen: keyof typeof SCREENS, url: string, isJpeg: boolean): Promise<Screen> {
  // What is taken out of a page changes the hash of its scripts.
  const context = await browser.newContext({ ...SCREENS[screen], serviceWorkers: 'block', bypassCSP: isJpeg });
  if (isJpeg) await withJpegsOnly(context);
  const page = await context.newPage();
  const sizes = new Map<string, number>();
  page.on('response', async (response) => {
    if (/\/ugc\//.test(response.url())) sizes.set(response.url(), Number(response.headers()['content-length'] ?? 0));
  });
  await settle(page, url);
  const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const looked = await page.evaluate(lookAtPhotos);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
  const seen = looked.map(({ source, density }) => ({ photo: nameOf(source), source, density }));
  const inView = [...new Set(seen.map(({ source }) => source))].reduce((sum, one) => sum + (sizes.get(one) ?? 0), 0);
  if (seen.length === 0 || inView === 0) throw new Error(`No photo is in view: ${url}`);
  if (isJpeg && seen.some(({ source }) => source.endsWith('.avif'))) throw new Error(`${url} still shows AVIFs.`);
  return { seen, inView, all };
}

function judge(screen: keyof typeof SCREENS, page: string, ours: Screen, jpegs: Screen): void {
  let lacking = 0;
  // The same page: a photo that stands on it twice is compared place by place.
  for (const [place, { photo, density }] of ours.seen.entries()) {
    const before = jpegs.seen[place];
    if (before?.photo !== photo) throw new Error(`${photo} stands in another place without AVIFs`);
    const least = screen === 'desktop' ? LEAST_DENSITY : Math.min(LEAST_DENSITY, before.density);
    if (density >= least - 0.005) continue;
    lacking += 1;
    console.log(`  ${photo} has ${density.toFixed(2)} of its pixels, not ${least.toFixed(2)}`);
  }
  const of = `${screen} ${page}`;
  verdict.most('photos in view that lack pixels', lacking, 0, of);
  if (screen === 'phone')
    verdict.most('bytes of photos in view ÷ with JPEGs', ours.inView / jpegs.inView, MOST_BYTES, of);
}

const verdict = createVerdict('first-screen', { settings: ['TENANTS'] });

const product = await startProduct();
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
const kB = (bytes: number) => (bytes / 1000).toFixed(0);
for (const screen of ['phone', 'desktop'] as const)
  for (const tenant of tenants)
    for (const name of PAGES) {
      const url = `${product.url}/${tenant}/${name}`;
      // Bytes and pixels: which of them is first changes nothing.
      const [ours, jpegs] = [await open(browser, screen, url, false), await open(browser, screen, url, true)];
      const lowest = (of: Screen) => Math.min(...of.seen.map(({ density }) => density)).toFixed(2);
      const ratio = (what: 'inView' | 'all') => (ours[what] / jpegs[what]).toFixed(2);
      console.log(
        `${screen} /${tenant}/${name}: ${ours.seen.length} photos in view, ${kB(ours.inView)} kB against ${kB(jpegs.inView)}: ${ratio('inView')}; all asked for ${kB(ours.all)} against ${kB(jpegs.all)}: ${ratio('all')}; lowest density ${lowest(ours)} against ${lowest(jpegs)}`,
      );
      judge(screen, `/${tenant}/${name}`, ours, jpegs);
    }
await browser.close();
await product.stop();
verdict.end();
process.exit();
