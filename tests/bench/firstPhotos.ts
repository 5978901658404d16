/**
 * When are the first screen's photos drawn, against a static HTML page with the same thumbnails on the same server?
 * Applied slow 4G (562.5 ms, 1.47 Mbit/s) and 4× CPU, cold cache, interleaved pairs, median of the ratios.
 *
 *   npm run bench:first-photos            (PAIRS=5, PAGES=/{tenant}/,/{tenant}/?q=)
 */
import { type Browser, chromium } from 'playwright';
import { ensureChromium } from '../../.ci/ensure-chromium.mjs';
import { startProduct } from '../journeys/support/product.ts';
import { CLUB } from '../support/tenants.ts';
import { type Drawn, drawnOf, median, openFront, PHONE, staticPage, watchPhotos } from './support/watchPhotos.ts';

const pairs = Number(process.env.PAIRS ?? 5);
const EVENT = `/${CLUB}/event-detail.html?e=${CLUB}-today`;
const pages = process.env.PAGES?.split(',') ?? [`/${CLUB}/gallery.html`, `/${CLUB}/`, EVENT, `/${CLUB}/?q=`];
/** At most so much later than the static page. */
const LIMIT = 1.25;

async function measure(browser: Browser, url: string): Promise<Drawn> {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' });
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
  const drawn = await drawnOf(page);
  await context.close();
  return drawn;
}

/** A link as fans share it: the newest photo by its short code. */
async function sharedLink(origin: string, path: string): Promise<string> {
  const headers = { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB, 'content-type': 'application/json' };
  const list = (await (await fetch(`${origin}/f/media/public/list/items/all`, { headers })).json()) as {
    media_list: { media_url: string }[];
  };
  const body = JSON.stringify({ original_url: list.media_list[0]?.media_url });
  const answer = await fetch(`${origin}/f/degenerate/url/item`, { method: 'PUT', headers, body });
  const { degenerate_url } = (await answer.json()) as { degenerate_url: string };
  return path + encodeURIComponent(degenerate_url);
}

const product = await startProduct();
const front = await openFront(product.url);
const { origin } = front;
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });

for (const page of pages) {
  const path = page.endsWith('?q=') ? await sharedLink(origin, page) : page;
  const { sources } = await measure(browser, origin + path);
  front.files.set('/static.html', { type: 'text/html', text: staticPage(sources) });
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
