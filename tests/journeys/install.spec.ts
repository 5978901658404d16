/** Every club is an app of its own that Chromium installs without a complaint, side by side with the others. */
import { type Browser, expect, test } from '@playwright/test';
import sharp from 'sharp';
import { ensureChromium } from '../../.ci/ensure-chromium.mjs';
import { tenants } from '../../tenants/index.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { launchBrowser } from './support/browser.ts';
import { type Product, startProduct } from './support/product.ts';

let product: Product;
let browser: Browser;
test.beforeAll(async () => {
  product = await startProduct();
  browser = await launchBrowser(ensureChromium());
});
test.afterAll(async () => {
  await browser.close();
  await product.stop();
});

interface Pictured {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly form_factor?: 'narrow' | 'wide';
  readonly label?: string;
}
interface Manifest {
  readonly id: string;
  readonly scope: string;
  readonly start_url: string;
  readonly icons: readonly Pictured[];
  readonly screenshots: readonly Pictured[];
  readonly shortcuts: readonly { url: string; icons: readonly Pictured[] }[];
}

test('TEN-11d T27 nothing speaks against the installation of any club, and no app reaches into another', async () => {
  const context = await browser.newContext({ locale: 'ja-JP' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const ids: string[] = [];
  const scopes: string[] = [];
  for (const { id, index } of nonEmpty(tenants)) {
    await page.goto(product.url + index, { waitUntil: 'domcontentloaded' });
    await expect.poll(async () => (await session.send('Page.getAppManifest')).url).toContain(`/${id}/`);
    const { errors, data } = await session.send('Page.getAppManifest');
    expect([id, errors]).toEqual([id, []]);
    // Playwright's contexts are private windows, where Chromium installs nothing: that is the one thing it may say.
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    const reasons = installabilityErrors.map(({ errorId }) => errorId).filter((one) => one !== 'in-incognito');
    expect([id, reasons]).toEqual([id, []]);
    const { appId } = await session.send('Page.getAppId');
    ids.push(appId ?? '');
    scopes.push((JSON.parse(data ?? '{}') as Manifest).scope);
  }
  expect(new Set(ids).size, 'two clubs are two apps').toBe(tenants.length);
  for (const one of nonEmpty(ids)) expect(one.startsWith(product.url)).toBe(true);
  for (const one of nonEmpty(scopes))
    for (const other of scopes) if (one !== other) expect(other.startsWith(one), `${other} in ${one}`).toBe(false);
  await context.close();
});

test('TEN-11b TEN-11c what a manifest names is there as it says: icons, shortcuts, screenshots', async () => {
  for (const { id, index } of nonEmpty(tenants)) {
    const answer = await fetch(`${product.url}${index}manifest.webmanifest`);
    expect(answer.headers.get('content-type')).toMatch(/^application\/manifest\+json/);
    const manifest = (await answer.json()) as Manifest;
    const { icons, screenshots, shortcuts } = manifest;
    expect(shortcuts.length).toBeGreaterThanOrEqual(3);
    // The richer installation wants at least one for phones and one for computers, all of one kind in one shape.
    for (const factor of ['narrow', 'wide'])
      expect(screenshots.filter(({ form_factor }) => form_factor === factor).length).toBeGreaterThanOrEqual(1);
    const pictures = [...icons, ...screenshots, ...shortcuts.flatMap((shortcut) => shortcut.icons)];
    const addresses = new Map(pictures.map((picture) => [picture.src, picture]));
    for (const [src, { sizes, type }] of nonEmpty(addresses)) {
      const file = await fetch(product.url + src);
      const { width, height } = await sharp(Buffer.from(await file.arrayBuffer())).metadata();
      const found = { src, type: file.headers.get('content-type'), sizes: `${width}x${height}` };
      expect([id, found]).toEqual([id, { src, type, sizes }]);
    }
    for (const { label, sizes } of nonEmpty(screenshots)) {
      expect(label).toBeTruthy();
      const [width = 0, height = 0] = sizes.split('x').map(Number);
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(320);
      expect(Math.max(width, height)).toBeLessThanOrEqual(Math.min(3840, 2.3 * Math.min(width, height)));
    }
    for (const { url } of nonEmpty(shortcuts)) expect((await fetch(product.url + url)).status).toBe(200);
  }
});
