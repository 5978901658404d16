/** What the worker keeps on the device, read as the browser stores it. */
import { expect, type Locator, type Page } from '@playwright/test';
import { untilWorkerControls } from './fan.ts';
import type { Line } from './line.ts';
import type { Phone } from './phone.ts';

export interface Kept {
  readonly cache: string;
  readonly url: string;
  readonly requestHeaders: readonly string[];
  readonly type: string;
  readonly contentType: string;
  readonly bytes: number;
}

/** Every entry of every cache. The page must be one of the product's. */
export const keptEntries = (page: Page): Promise<Kept[]> =>
  page.evaluate(async () => {
    const entries: Kept[] = [];
    for (const cache of await caches.keys()) {
      const opened = await caches.open(cache);
      for (const request of await opened.keys()) {
        const response = await opened.match(request, { ignoreVary: true });
        if (!response) continue;
        entries.push({
          cache,
          url: request.url,
          requestHeaders: [...request.headers.keys()],
          type: response.type,
          contentType: response.headers.get('content-type') ?? '',
          bytes: (await response.arrayBuffer()).byteLength,
        });
      }
    }
    return entries;
  });

/** Photos of the page that are really drawn, by name. */
export const drawnPhotos = (page: Page): Promise<string[]> =>
  page
    .locator('#main li img[src*="/thumbnail/"]')
    .evaluateAll((images) =>
      (images as HTMLImageElement[])
        .filter(({ complete, naturalWidth }) => complete && naturalWidth > 0)
        .map(({ currentSrc }) => currentSrc.split('/').at(-1) ?? ''),
    );

/** Waits until photos are drawn, and gives their names. */
export async function untilPhotos(page: Page, atLeast = 4): Promise<string[]> {
  await expect.poll(async () => (await drawnPhotos(page)).length).toBeGreaterThanOrEqual(atLeast);
  return drawnPhotos(page);
}

export async function expectDrawn(image: Locator): Promise<void> {
  await expect
    .poll(() => image.evaluate((one) => (one as HTMLImageElement).complete && (one as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
}

/** Waits until this page, the answers it needs and these pictures are on the device. */
export async function untilKept(page: Page, photos: readonly string[]): Promise<void> {
  const address = page.url();
  const { pathname, searchParams } = new URL(address);
  const club = searchParams.get('t') ?? pathname.split('/')[1] ?? '';
  await expect
    .poll(
      async () => {
        const kept = await keptEntries(page);
        const names = new Set(
          kept.filter(({ cache }) => cache === 'thumbnails').map(({ url }) => url.split('/').at(-1)),
        );
        return {
          page: kept.some(({ cache, url }) => cache.startsWith('pages-') && url === address),
          list: kept.some(
            ({ cache, url }) =>
              cache.startsWith('answers-') &&
              url.includes('/media/public/list/items/') &&
              new URL(url).searchParams.get('kept-for-tenant') === club,
          ),
          settings: kept.some(({ url }) => url.endsWith('/config.json')),
          missing: photos.filter((name) => !names.has(name)),
        };
      },
      { timeout: 30_000 },
    )
    .toEqual({ page: true, list: true, settings: true, missing: [] });
}

/** Where on this device one of the words stands: `localStorage USER_ID`, `cache pages-… /x.html`, `indexedDB fan-photo jobs`, `cookie …`. */
export async function placesNaming(page: Page, words: readonly string[]): Promise<string[]> {
  const cookies = await page.context().cookies();
  const inCookies = cookies.filter((cookie) => words.some((word) => JSON.stringify(cookie).includes(word)));
  const found = await page.evaluate(async (asked) => {
    const places = new Set<string>();
    const look = (place: string, text: string) => {
      if (asked.some((word) => text.includes(word) || text.includes(encodeURIComponent(word)))) places.add(place);
    };
    const storages = { localStorage, sessionStorage };
    for (const [name, storage] of Object.entries(storages))
      for (const [key, value] of Object.entries(storage)) look(`${name} ${key}`, `${key} ${value}`);
    look('history.state', JSON.stringify(history.state));
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const kept = await cache.match(request, { ignoreVary: true });
        const { pathname } = new URL(request.url);
        look(`cache ${name} ${pathname}`, `${request.url} ${(await kept?.text()) ?? ''}`);
      }
    }
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await done(indexedDB.open(name));
      for (const store of db.objectStoreNames) {
        const objects = db.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([done(objects.getAllKeys()), done(objects.getAll())]);
        look(`indexedDB ${name} ${store}`, JSON.stringify([keys, values]));
      }
      db.close();
    }
    return [...places];
  }, words);
  return [...found, ...inCookies.map(({ name }) => `cookie ${name}`)].sort();
}

/** One visit with signal, at the end of which the page is on the device. Gives the names of its photos. */
export async function visitUntilKept(page: Page, url: string): Promise<string[]> {
  await page.goto(url);
  const photos = await untilPhotos(page);
  await untilWorkerControls(page);
  await untilKept(page, photos);
  return photos;
}

/** The browser was killed and is started anew with no signal, on a page of the product. */
export async function openCold(phone: Phone, line: Line, path: string): Promise<void> {
  await phone.kill();
  await phone.open({ offline: true });
  // A worker that is just starting may slip past the browser's own switch.
  line.decide = () => 'reset';
  await phone.page.goto(line.url + path);
}
