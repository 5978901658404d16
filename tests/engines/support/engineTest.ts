/** What every journey on an engine starts with: a product of its own worker, and a device that never saw it. */
import { writeFile } from 'node:fs/promises';
import { test as base, expect } from '@playwright/test';
import { DEMO_PASSWORD, demoLogins } from '../../../demo/content/people.ts';
import { login } from '../../../src/messages/jaAccount.ts';
import { shell } from '../../../src/messages/jaShell.ts';
import { type Product, startProduct } from '../../journeys/support/product.ts';
import { CLUB } from '../../support/tenants.ts';
import { type Device, type DeviceOptions, type Engine, openDevice, stopXServer } from './device.ts';
import type { Screen } from './screen.ts';

export interface EngineOptions {
  readonly engine: Engine;
}
export interface EngineFixtures {
  /** Opens a device; it is closed, and the product is up again, when the journey ends. */
  readonly open: (options?: DeviceOptions) => Promise<Device>;
}
export interface EngineProduct {
  readonly product: Product;
}

export const test = base.extend<EngineFixtures, EngineOptions & EngineProduct>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
      await stopXServer();
    },
    { scope: 'worker' },
  ],
  open: async ({ engine, product }, use, info) => {
    const devices: Device[] = [];
    await use(async (options) => {
      const device = await openDevice(engine, options);
      devices.push(device);
      info.annotations.push({ type: 'engine', description: device.screen.driver.engine });
      return device;
    });
    if (info.status !== info.expectedStatus)
      for (const [at, { screen }] of devices.entries()) {
        const picture = await screen.driver.screenshot().catch(() => null);
        if (picture) await writeFile(info.outputPath(`screen-${at + 1}.png`), picture);
      }
    await Promise.all(devices.map((device) => device.close()));
    if (!(await fetch(`${product.url}/healthz`).catch(() => null))?.ok) await product.restart();
  },
});
export { expect };

export const galleryOf = (product: Product): string => `${product.url}/${CLUB}/gallery.html`;
export const { fan: FAN, official: OFFICIAL } = demoLogins;

/** Signs the demo's fan in, or somebody else of the demo, from the gallery. */
export async function signIn(screen: Screen, product: Product, who: { readonly email: string } = FAN): Promise<void> {
  await screen.goto(galleryOf(product));
  await screen.the('button', new RegExp(`^(${shell.login}|${shell.join})$`)).touch();
  const modal = screen.the('dialog', login.title);
  await modal.the('textbox', new RegExp(`^${login.email}`)).fill(who.email);
  await modal.part('input[type="password"]').fill(DEMO_PASSWORD);
  await modal.the('button', login.submit).touch();
  await modal.gone();
}

/** Photos of the list that are really drawn. */
export const drawnPhotos = (screen: Screen): Promise<string[]> =>
  screen.driver.evaluate<string[]>(
    // A photo may stand in two lists: the best of a match, and all of them.
    `[...new Set([...document.querySelectorAll('#main li img[src*="/thumbnail/"]')]
      .filter((one) => one.complete && one.naturalWidth > 0).map((one) => one.currentSrc.split('/').at(-1)))]`,
  );

export async function untilPhotos(screen: Screen, atLeast = 4): Promise<string[]> {
  await expect.poll(async () => (await drawnPhotos(screen)).length).toBeGreaterThanOrEqual(atLeast);
  return drawnPhotos(screen);
}

/** From now on the product opens with no network: the worker controls the page, and the page is in its cache. */
export async function untilKept(screen: Screen, photos: readonly string[]): Promise<void> {
  const missing = `(async () => {
    if (navigator.serviceWorker.controller?.state !== 'activated') return 'worker';
    const kept = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) kept.push(request.url);
    if (!kept.includes(location.href)) return 'page';
    return ${JSON.stringify(photos)}.find((photo) => !kept.some((url) => url.endsWith(photo))) ?? null;
  })()`;
  await expect.poll(() => screen.driver.evaluate<string | null>(missing)).toBe(null);
}
