/**
 * Static routes past the worker, in a browser that has just been started: scripts from what the worker precached, and photos, too. 4× CPU,
 * the worker's too, in turns of chance, with and without a network; medians, and of the ratios within a round.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type BrowserContext, chromium } from 'playwright';
import { ensureHeadlessShell } from '../../../.ci/ensure-chromium.mjs';
import { CLUB } from '../../support/tenants.ts';
import { slowDown } from '../support/slowDown.ts';
import { takeTurns } from '../support/turns.ts';
import type { Verdict } from '../support/verdict.ts';
import { drawnOf, type Front, median, openFront, PHONE, watchPhotos } from '../support/watchPhotos.ts';

const PAGE = `/${CLUB}/gallery.html`;
const worker = readFileSync(resolve(import.meta.dirname, '../../../dist/sw.js'), 'utf8');
const routed = (routes: string) =>
  `${worker};addEventListener('install', (event) => event.waitUntil(event.addRoutes([${routes}])));`;
const SCRIPTS = `{ condition: { urlPattern: new URLPattern({ pathname: '/assets/*' }) }, source: { cacheName: 'workbox-precache-v2-' + location.origin + '/' } }`;
const PHOTOS = `{ condition: { urlPattern: new URLPattern({ pathname: '/s3/photos/*' }) }, source: { cacheName: 'thumbnails' } }`;
const WORKERS = { none: worker, scripts: routed(SCRIPTS), both: routed(`${SCRIPTS}, ${PHOTOS}`) } as const;

const NAMES = ['none', 'scripts', 'both'] as const;
/** Photos drawn with routes, against without: only a fifth less would be worth what they lose (ADR 31). */
const WORTH = 0.8;

/** ms: a script's and a photo's way to the page, and when the photos of the first screen were drawn. */
interface Times {
  readonly script: number;
  readonly photo: number;
  readonly drawn: number;
}
interface Side {
  readonly front: Front;
  readonly profile: string;
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
    await page.addInitScript(watchPhotos);
    const slowness = await slowDown();
    try {
      await page.goto(front.origin + PAGE, { waitUntil: 'load' });
      await page.waitForFunction(() => !document.querySelector('#root')?.hasAttribute('inert'));
      await page.waitForLoadState('networkidle');
    } finally {
      await slowness.end();
    }
    const loaded = (await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name, duration }) => ({ name, duration })),
    )) as { name: string; duration: number }[];
    const usual = (kind: RegExp) =>
      median(loaded.filter(({ name }) => kind.test(name)).map(({ duration }) => duration));
    return { script: usual(/\/assets\/.*\.js$/), photo: usual(/\/ugc\//), drawn: (await drawnOf(page)).at };
  });

export async function compareRoutes(url: string, rounds: number, verdict: Verdict): Promise<void> {
  const prepare = async (name: keyof typeof WORKERS): Promise<Side> => {
    const front = await openFront(url);
    front.files.set('/sw.js', { type: 'text/javascript', text: WORKERS[name] });
    return { front, profile: mkdtempSync(join(tmpdir(), 'routes-')) };
  };
  const sides = { none: await prepare('none'), scripts: await prepare('scripts'), both: await prepare('both') };
  try {
    for (const side of Object.values(sides)) await visit(side);
    for (const line of ['online', 'offline'] as const) {
      const turns = await takeTurns(NAMES, rounds, (name) => start(sides[name], line === 'offline'));
      for (const name of NAMES) {
        const ratioOf = (what: keyof Times) => median(turns.map((turn) => turn[name][what] / turn.none[what]));
        const told = (['script', 'photo', 'drawn'] as const).map(
          (what) =>
            `${what} ${Math.round(median(turns.map((turn) => turn[name][what])))} ms (${ratioOf(what).toFixed(2)})`,
        );
        console.log(`${line}, static routes for ${name}, median of ${rounds}: ${told.join(', ')}`);
        if (name !== 'none')
          verdict.least('photos drawn with static routes ÷ without', ratioOf('drawn'), WORTH, `${line}, ${name}`);
      }
    }
  } finally {
    for (const { front, profile } of Object.values(sides)) {
      front.close();
      rmSync(profile, { recursive: true, force: true });
    }
  }
}
