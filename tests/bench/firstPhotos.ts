/**
 * When are the first screen's photos drawn, against a static HTML page with the same thumbnails on the same server?
 * Applied slow 4G (562.5 ms, 1.47 Mbit/s) and 4× CPU, cold cache, interleaved pairs, median of the ratios.
 *
 *   npm run bench:first-photos            (PAIRS=5, PAGES=/kawasakif/,/kawasakif/?q=)
 */
import { createServer, request } from 'node:http';
import { type Browser, chromium } from 'playwright';
import { ensureChromium } from '../../.ci/ensure-chromium.mjs';
import { startProduct } from '../journeys/support/product.ts';

const pairs = Number(process.env.PAIRS ?? 5);
const EVENT = '/kawasakif/event-detail.html?e=kawasakif-today';
const pages = process.env.PAGES?.split(',') ?? ['/kawasakif/gallery.html', '/kawasakif/', EVENT, '/kawasakif/?q='];
/** At most so much later than the static page. */
const LIMIT = 1.25;
const viewport = { width: 390, height: 844 };

interface Drawn {
  /** ms from navigation start to the frame in which the last photo of the first screen was there. */
  readonly at: number;
  readonly photos: number;
  readonly sources: readonly string[];
}

/** Runs in the page: notes at every frame how many photos of the first screen are drawn; of a shared photo that one alone. */
function watchPhotos() {
  const timeline: [number, number][] = [];
  // An event's first screen is its own picture; what stands on the static page is all that counts there.
  const watched = location.search.includes('q=')
    ? 'dialog[open] [data-side="open"] img'
    : location.pathname.endsWith('/event-detail.html')
      ? 'main img[src*="/s3/photos/"]'
      : 'img[src*="/thumbnail/"], body > img';
  const inView = () =>
    [...document.querySelectorAll<HTMLImageElement>(watched)].filter((image) => {
      const box = image.getBoundingClientRect();
      return box.width > 0 && box.top < innerHeight && box.bottom > 0;
    });
  const tick = () => {
    const drawn = inView().filter((image) => image.complete && image.naturalWidth > 0).length;
    if (drawn !== timeline.at(-1)?.[1]) timeline.push([performance.now(), drawn]);
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  Object.assign(window, { firstScreen: () => ({ timeline, sources: inView().map(({ src }) => src) }) });
}

async function measure(browser: Browser, url: string): Promise<Drawn> {
  const context = await browser.newContext({
    viewport,
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 562.5,
    downloadThroughput: 1_474_560 / 8,
    uploadThroughput: 675_000 / 8,
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(watchPhotos);
  await page.goto(url, { waitUntil: 'networkidle', timeout: 120_000 });
  const { timeline, sources } = await page.evaluate(() =>
    (window as unknown as { firstScreen(): { timeline: [number, number][]; sources: string[] } }).firstScreen(),
  );
  await context.close();
  const photos = timeline.at(-1)?.[1] ?? 0;
  const at = timeline.find(([, drawn]) => drawn === photos)?.[0] ?? Number.NaN;
  return { at, photos, sources };
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const product = await startProduct();
const target = new URL(product.url);
let staticPage = '';
// One origin for both pages: the product behind a pass-through that adds the static page.
const front = createServer((incoming, outgoing) => {
  if (incoming.url === '/static.html') {
    outgoing.setHeader('content-type', 'text/html; charset=utf-8');
    outgoing.end(staticPage);
    return;
  }
  const passed = request(
    { host: '127.0.0.1', port: target.port, path: incoming.url, method: incoming.method, headers: incoming.headers },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    },
  );
  passed.on('error', () => outgoing.destroy());
  incoming.pipe(passed);
});
await new Promise<void>((done) => front.listen(0, '127.0.0.1', done));
const address = front.address();
const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });

/** A link as fans share it: the newest photo by its short code. */
async function sharedLink(path: string): Promise<string> {
  const headers = { 'x-api-key': 'fan-web', 'x-api-tenant': 'kawasakif', 'content-type': 'application/json' };
  const list = (await (await fetch(`${origin}/f/media/public/list/items/all`, { headers })).json()) as {
    media_list: { media_url: string }[];
  };
  const body = JSON.stringify({ original_url: list.media_list[0]?.media_url });
  const answer = await fetch(`${origin}/f/degenerate/url/item`, { method: 'PUT', headers, body });
  const { degenerate_url } = (await answer.json()) as { degenerate_url: string };
  return path + encodeURIComponent(degenerate_url);
}

for (const page of pages) {
  const path = page.endsWith('?q=') ? await sharedLink(page) : page;
  const { sources, photos } = await measure(browser, origin + path);
  const images = sources.map((src) => `<img src="${new URL(src).pathname}" alt="">`).join('');
  staticPage = `<!doctype html><html lang="ja"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>static</title><style>body{margin:0;display:grid;grid-template-columns:repeat(2,1fr);gap:4px}img{width:100%;height:${Math.floor(viewport.height / Math.ceil(photos / 2) - 4)}px;object-fit:cover}</style>${images}</html>`;
  const ratios: number[] = [];
  const times: string[] = [];
  for (let i = 0; i < pairs; i += 1) {
    const plain = await measure(browser, `${origin}/static.html`);
    const ours = await measure(browser, origin + path);
    ratios.push(ours.at / plain.at);
    times.push(`${Math.round(ours.at)}/${Math.round(plain.at)} (${ours.photos}/${plain.photos} photos)`);
  }
  if (median(ratios) > LIMIT) process.exitCode = 1;
  console.log(
    `${path}: drawn ÷ static, median of ${pairs}: ${median(ratios).toFixed(2)} (limit ${LIMIT})   ms ours/static: ${times.join(', ')}`,
  );
}
await browser.close();
front.close();
await product.stop();
process.exit();
