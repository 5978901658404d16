/**
 * Static routes past the worker, in a browser that has just been started: scripts from what the worker precached, and photos, too. 4× CPU,
 * in turn, with and without a network; medians, and of the ratios within a round.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type BrowserContext, chromium } from 'playwright';
import { ensureHeadlessShell } from '../../../.ci/ensure-chromium.mjs';
import { CLUB } from '../../support/tenants.ts';
import { drawnOf, type Front, median, openFront, PHONE, watchPhotos } from '../support/watchPhotos.ts';

const PAGE = `/${CLUB}/gallery.html`;
const worker = readFileSync(resolve(import.meta.dirname, '../../../dist/sw.js'), 'utf8');
const routed = (routes: string) =>
  `${worker};addEventListener('install', (event) => event.waitUntil(event.addRoutes([${routes}])));`;
const SCRIPTS = `{ condition: { urlPattern: new URLPattern({ pathname: '/assets/*' }) }, source: { cacheName: 'workbox-precache-v2-' + location.origin + '/' } }`;
const PHOTOS = `{ condition: { urlPattern: new URLPattern({ pathname: '/s3/photos/*' }) }, source: { cacheName: 'thumbnails' } }`;
const WORKERS = { none: worker, scripts: routed(SCRIPTS), both: routed(`${SCRIPTS}, ${PHOTOS}`) } as const;

/** ms: a script's and a photo's way to the page, and when the photos of the first screen were drawn. */
interface Times {
  readonly script: number;
  readonly photo: number;
  readonly drawn: number;
}
interface Side {
  readonly name: keyof typeof WORKERS;
  readonly front: Front;
  readonly profile: string;
  readonly online: Times[];
  readonly offline: Times[];
}

async function withBrowser<T>(profile: string, run: (context: BrowserContext) => Promise<T>): Promise<T> {
  const args = ['--no-sandbox', '--disable-gpu'];
  const context = await chromium.launchPersistentContext(profile, {
    ...PHONE,
    executablePath: ensureHeadlessShell(),
    args,
  });
  try {
    return await run(context);
  } finally {
    await context.close();
  }
}

/** Visits until the worker has kept all of the page. */
const visit = ({ front, profile }: Side) =>
  withBrowser(profile, async (context) => {
    const page = await context.newPage();
    for (let visits = 0; visits < 3; visits += 1) {
      await page.goto(front.origin + PAGE, { waitUntil: 'networkidle' });
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.waitForLoadState('networkidle');
    }
  });

const start = ({ front, profile }: Side, isOffline: boolean): Promise<Times> =>
  withBrowser(profile, async (context) => {
    await context.setOffline(isOffline);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.addInitScript(watchPhotos);
    await page.goto(front.origin + PAGE, { waitUntil: 'load' });
    await page.waitForFunction(() => !document.querySelector('#root')?.hasAttribute('inert'));
    await page.waitForLoadState('networkidle');
    const loaded = (await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name, duration }) => ({ name, duration })),
    )) as { name: string; duration: number }[];
    const usual = (kind: RegExp) =>
      median(loaded.filter(({ name }) => kind.test(name)).map(({ duration }) => duration));
    return { script: usual(/\/assets\/.*\.js$/), photo: usual(/\/ugc\//), drawn: (await drawnOf(page)).at };
  });

export async function compareRoutes(url: string, rounds: number): Promise<void> {
  const sides: Side[] = [];
  for (const name of ['none', 'scripts', 'both'] as const) {
    const front = await openFront(url);
    front.files.set('/sw.js', { type: 'text/javascript', text: WORKERS[name] });
    sides.push({ name, front, profile: mkdtempSync(join(tmpdir(), 'routes-')), online: [], offline: [] });
  }
  try {
    for (const side of sides) await visit(side);
    for (let round = 0; round < rounds; round += 1)
      for (const line of ['online', 'offline'] as const)
        for (const side of sides) side[line].push(await start(side, line === 'offline'));
    const [plain] = sides;
    for (const line of ['online', 'offline'] as const)
      for (const side of sides) {
        const told = (['script', 'photo', 'drawn'] as const).map((what) => {
          const ratio = median(side[line].map((times, at) => times[what] / (plain?.[line][at]?.[what] ?? Number.NaN)));
          return `${what} ${Math.round(median(side[line].map((times) => times[what])))} ms (${ratio.toFixed(2)})`;
        });
        console.log(`${line}, static routes for ${side.name}, median of ${rounds}: ${told.join(', ')}`);
      }
  } finally {
    for (const { front, profile } of sides) {
      front.close();
      rmSync(profile, { recursive: true, force: true });
    }
  }
}
