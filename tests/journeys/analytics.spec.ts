/** A tenant with an analytics id counts the pages its fans open (TEN-12); Google is a local stand-in. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { type RunningServer, startServer } from '../../server/main.ts';
import { company } from '../../src/messages/jaAccount.ts';
import { measurements } from '../../src/messages/jaMeasurements.ts';
import { shell } from '../../src/messages/jaShell.ts';
import { findTenant } from '../../tenants/index.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { DIST } from './nextBuild.ts';
import { launchBrowser } from './support/browser.ts';
import { untilWorkerControls } from './support/fan.ts';

const ID = 'G-TEST123456';
const place = mkdtempSync(join(tmpdir(), 'analytics-'));
const dist = join(place, 'dist');
let server: RunningServer;
let browser: Browser;

/** The present build, with an id in the club's facts. Compressed copies would have the old text. */
function buildWithId(): void {
  cpSync(DIST, dist, { recursive: true, filter: (path) => !/\.(?:br|gz|dcz)$|\/demo$/.test(path) });
  const shortName = findTenant(CLUB)?.shortName;
  let changed = 0;
  for (const name of readdirSync(join(dist, 'assets')).filter((one) => one.endsWith('.js'))) {
    const path = join(dist, 'assets', name);
    const text = readFileSync(path, 'utf8');
    const found = text.replace(`shortName:\`${shortName}\``, (given) => `ga:\`${ID}\`,${given}`);
    if (found === text) continue;
    changed += 1;
    writeFileSync(path, found);
  }
  expect(changed).toBeGreaterThan(0);
}

test.beforeAll(async () => {
  buildWithId();
  // The server runs in this process: its policy is of the tenant as it is here.
  Object.assign(findTenant(CLUB) ?? {}, { ga: ID });
  server = await startServer({ port: 0, host: '127.0.0.1', dataDir: join(place, 'data'), demoPictures: null, dist });
  browser = await launchBrowser();
});
test.afterAll(async () => {
  Object.assign(findTenant(CLUB) ?? {}, { ga: '' });
  await browser.close();
  await server.close();
  rmSync(place, { recursive: true, force: true });
});

/** What Google's script does with commands: sends views unless it is disabled, and sets a cookie whatever it was told. */
const STAND_IN = `
  const handle = (command) => {
    const [name, what, fields] = Array.from(command);
    if (Object.prototype.toString.call(command) !== '[object Arguments]') return;
    if (name === 'config') document.cookie = '_ga=GA1.1.1.1; path=/';
    if (name !== 'event' || what !== 'page_view' || window['ga-disable-' + fields.send_to]) return;
    const told = new URLSearchParams({ dl: fields.page_location, dt: fields.page_title, dr: fields.page_referrer });
    told.set('paints', String(performance.getEntriesByType('paint').length));
    fetch('https://region1.google-analytics.com/g/collect?' + told, { method: 'POST', mode: 'no-cors', keepalive: true });
  };
  for (const command of window.dataLayer) handle(command);
  window.dataLayer.push = (...commands) => commands.forEach(handle);
`;

interface Watched {
  readonly page: Page;
  /** Requests for Google's script. */
  readonly scripts: string[];
  /** What the counters were told. */
  readonly views: URLSearchParams[];
  readonly paths: () => string[];
  readonly refused: string[];
}

interface Given {
  readonly isPhone?: boolean;
  readonly setUp?: (context: BrowserContext) => Promise<unknown>;
}
async function withFan(run: (fan: Watched) => Promise<void>, { isPhone = false, setUp }: Given = {}) {
  const context = await browser.newContext({
    locale: 'ja-JP',
    reducedMotion: 'reduce',
    viewport: isPhone ? { width: 390, height: 844 } : { width: 1280, height: 900 },
  });
  const [scripts, views, refused]: [string[], URLSearchParams[], string[]] = [[], [], []];
  try {
    await context.route('https://www.googletagmanager.com/**', (route) => {
      scripts.push(route.request().url());
      return route.fulfill({ contentType: 'text/javascript', body: STAND_IN });
    });
    await context.route('https://*.google-analytics.com/**', (route) => {
      views.push(new URL(route.request().url()).searchParams);
      return route.fulfill({ status: 204 });
    });
    await setUp?.(context);
    const page = await context.newPage();
    page.setDefaultTimeout(45_000);
    page.on('console', (message) => {
      if (/Content Security Policy|TrustedScript/.test(message.text())) refused.push(message.text());
    });
    const paths = () => views.map((view) => (view.get('dl') ?? '').replace(new URL(server.url).origin, ''));
    await run({ page, scripts, views, paths, refused });
  } finally {
    await context.close();
  }
}

async function switchMeasuring(page: Page, to: 'on' | 'off'): Promise<void> {
  await page.getByRole('button', { name: shell.menu }).click();
  await page.getByRole('dialog', { name: shell.menu }).getByRole('button', { name: shell.company }).click();
  const dialog = page.getByRole('dialog', { name: company.title });
  await expect(dialog.getByText(measurements.analyticsHint)).toBeVisible();
  await dialog.getByRole('switch', { name: measurements.label }).click();
  await expect(page.getByText(measurements[to])).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}
const untilViews = (paths: () => string[], expected: readonly string[]) =>
  expect.poll(paths, { timeout: 45_000 }).toEqual(expected);
const goTo = (page: Page, path: string) => page.locator(`a[href="${path}"]:visible`).first().click();
const cookies = (page: Page) => page.evaluate(() => document.cookie);

test('TEN-12a TEN-12b pages are counted once each, loaded or not, by what is public; the worker keeps out', async () => {
  await withFan(async ({ page, scripts, views, paths, refused }) => {
    await page.goto(`${server.url}/${CLUB}/?utm_source=mail`);
    await untilViews(paths, [`/${CLUB}/`]);
    expect(scripts).toEqual([`https://www.googletagmanager.com/gtag/js?id=${ID}`]);
    expect(Number(views[0]?.get('paints'))).toBeGreaterThan(0);
    await goTo(page, `/${CLUB}/gallery.html`);
    await untilViews(paths, [`/${CLUB}/`, `/${CLUB}/gallery.html`]);
    await untilWorkerControls(page);
    await page.goto(`${server.url}/common/search-result.html?t=${CLUB}&text=secret`);
    const shared = `/common/search-result.html?t=${CLUB}`;
    await untilViews(paths, [`/${CLUB}/`, `/${CLUB}/gallery.html`, shared]);
    expect(views.map(String).join()).not.toMatch(/secret|utm/);
    expect(refused).toEqual([]);
    const kept = await page.evaluate(async () => {
      const found: string[] = [];
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) found.push(url);
      return found;
    });
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.filter((url) => url.includes('google'))).toEqual([]);
  });
});

test('TEN-12c switched off it stops at once and takes its cookies and its id away; on again it counts', async () => {
  await withFan(
    async ({ page, scripts, paths }) => {
      await page.goto(`${server.url}/${CLUB}/`);
      await untilViews(paths, [`/${CLUB}/`]);
      const id = () => page.evaluate(() => localStorage.getItem('analytics_client'));
      expect([await cookies(page), await id()]).toEqual([
        expect.stringContaining('_ga'),
        expect.stringContaining(CLUB),
      ]);
      await switchMeasuring(page, 'off');
      expect([await cookies(page), await id()]).toEqual(['', null]);
      await goTo(page, `/${CLUB}/gallery.html`);
      await expect(page).toHaveURL(/gallery/);
      await page.reload();
      await page.waitForLoadState('networkidle');
      expect([paths(), scripts.length]).toEqual([[`/${CLUB}/`], 1]);
      await switchMeasuring(page, 'on');
      await untilViews(paths, [`/${CLUB}/`, `/${CLUB}/gallery.html`]);
    },
    { isPhone: true },
  );
});

test('TEN-12c TEN-12d nothing is asked of Google by who asks for privacy, nor on pages of another tenant', async () => {
  const askForPrivacy = (context: BrowserContext) =>
    context.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
  await withFan(
    async ({ page, scripts }) => {
      await page.goto(`${server.url}/${CLUB}/`);
      await page.waitForLoadState('networkidle');
      expect(scripts).toEqual([]);
    },
    { setUp: askForPrivacy },
  );
  await withFan(async ({ page, scripts }) => {
    for (const path of [`/${LEAGUE}/`, `/common/tutorial.html?t=${LEAGUE}`]) {
      const answer = await page.goto(server.url + path);
      await page.waitForLoadState('networkidle');
      expect(answer?.headers()['content-security-policy']).not.toContain('google');
    }
    expect(scripts).toEqual([]);
  });
});
