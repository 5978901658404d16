/** One strategy a kind of request, but for answers: those go by who asks. */
import { matchPrecache } from 'workbox-precaching';
import { CacheFirst, StaleWhileRevalidate, type Strategy } from 'workbox-strategies';
import { KEPT_CACHE } from '../src/contract/kept.ts';
import { ANSWER_CACHE, IMAGE_CACHE } from '../src/contract/limits.ts';
import { meantPath } from '../src/contract/meantPath.ts';
import { isLineThin } from '../src/platform/device/savesData.ts';
import { isArt, isDocument, isJson, isPage, isPicture } from './cacheableResponses.ts';
import { deferredExpiration } from './deferredExpiration.ts';
import { nearestPicture } from './nearestPicture.ts';
import { NetworkFirstWithDeadline } from './networkFirstWithDeadline.ts';
import type { RequestKind } from './requestKind.ts';
import { notAcrossWipes } from './signedOut.ts';

const DAY_S = 24 * 60 * 60;
const SHELL = '/shell.html';

/** Expiration of a cache by number and age of its entries. */
export const bounded = (cacheName: string, maxEntries: number, maxAgeDays: number) =>
  deferredExpiration(cacheName, { maxEntries, maxAgeSeconds: maxAgeDays * DAY_S });
const keepOnly = (isKept: (response: Response) => boolean) => ({
  cacheWillUpdate: async ({ response }: { response: Response }) => (isKept(response) ? response : null),
});

// A 404 is an answer, a failing server is none. Portals redirect: that is for the browser to follow.
const isGood = ({ status }: Response) => status < 500;
const fallback = () => matchPrecache(SHELL);

function pictures(cacheName: 'thumbnails' | 'previews' | 'originals', getWipes: () => number): CacheFirst {
  return new CacheFirst({
    cacheName,
    matchOptions: { ignoreVary: true },
    plugins: [
      notAcrossWipes(getWipes),
      keepOnly(isPicture),
      // What a fan keeps needs no second copy.
      {
        cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
          cachedResponse ?? (await caches.match(request.url, { cacheName: KEPT_CACHE, ignoreVary: true })) ?? null,
      },
      { handlerDidError: ({ request }) => nearestPicture(request.url) },
      deferredExpiration(cacheName, {
        ...IMAGE_CACHE[cacheName],
        maxAgeSeconds: IMAGE_CACHE.maxAgeDays * DAY_S,
      }),
    ],
  });
}

export type Strategies = ReturnType<typeof createStrategies>;

/** `page` is for a page of this build, `fixed` for all else. `getWipes`: how often users' answers were wiped. */
export function createStrategies(pagesName: string, getWipes: () => number) {
  const fixed: Record<Exclude<RequestKind, 'answer' | 'page'>, Strategy> = {
    config: new NetworkFirstWithDeadline({ cacheName: 'config', isGood: isJson, isKept: isJson }),
    thumbnail: pictures('thumbnails', getWipes),
    preview: pictures('previews', getWipes),
    original: pictures('originals', getWipes),
    document: new NetworkFirstWithDeadline({
      cacheName: 'documents',
      plugins: [bounded('documents', 12, 90)],
      isGood,
      isKept: isDocument,
      fallback,
    }),
    // A server knows which tenants there are; without one the page itself says what it is. Never kept: it is no page.
    moved: new NetworkFirstWithDeadline({
      cacheName: pagesName,
      isGood,
      isKept: () => false,
      fallback: redirectToMeant,
    }),
    art: new StaleWhileRevalidate({ cacheName: 'art', plugins: [keepOnly(isArt), bounded('art', 150, 90)] }),
  };
  const page = new NetworkFirstWithDeadline({
    cacheName: pagesName,
    plugins: [notAcrossWipes(getWipes), bounded(pagesName, 60, ANSWER_CACHE.maxAgeDays)],
    isGood,
    isKept: isPage,
    fallback,
    isThin: isLineThin,
  });

  return { page, fixed };
}

async function redirectToMeant({ url }: Request): Promise<Response | undefined> {
  const { pathname, search, origin } = new URL(url);
  const path = meantPath(pathname);
  return path === null ? undefined : Response.redirect(origin + path + search);
}
