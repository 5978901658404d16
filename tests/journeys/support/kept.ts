/** What the worker keeps on the device, read as the browser stores it. */
import { expect, type Locator, type Page } from '@playwright/test';

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
