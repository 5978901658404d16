/** What the worker keeps and for how long: one strategy a kind of request. */
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { matchPrecache } from 'workbox-precaching';
import { CacheFirst, StaleWhileRevalidate, type Strategy } from 'workbox-strategies';
import { ANSWER_CACHE, IMAGE_CACHE } from '../src/contract/limits.ts';
import { meantPath } from '../src/contract/meantPath.ts';
import { deleteUserCaches } from '../src/platform/storage/userCaches.ts';
import { answerCacheName, answerKey, subjectOf } from './answerKey.ts';
import { isAnswered, isArt, isDocument, isJson, isPage, isPicture } from './cacheableResponses.ts';
import { deferredExpiration } from './deferredExpiration.ts';
import { nearestPicture } from './nearestPicture.ts';
import { isLineThin, NetworkFirstWithDeadline, withStaleHeader } from './networkFirstWithDeadline.ts';
import { kindOf, type RequestKind } from './requestKind.ts';
import { hasSignedIn, notAcrossWipes, rememberSignedOut } from './signedOut.ts';
import { wipeUserCaches } from './wipeUserCaches.ts';

const DAY_S = 24 * 60 * 60;
const SHELL = '/shell.html';
const PAGES_PREFIX = 'pages-';

const bounded = (cacheName: string, maxEntries: number, maxAgeDays: number) =>
  deferredExpiration(cacheName, { maxEntries, maxAgeSeconds: maxAgeDays * DAY_S });
const keepOnly = (isKept: (response: Response) => boolean) => ({
  cacheWillUpdate: async ({ response }: { response: Response }) => (isKept(response) ? response : null),
});

export interface Caching {
  /** The response, or undefined where the worker keeps out of it. */
  answer(event: FetchEvent): Promise<Response> | undefined;
  /** Keeps what a page used before the worker stood between it and the network: pages, settings, pictures, art. No answers of §7. */
  keep(event: ExtendableEvent, addresses: readonly string[]): Promise<void>;
  /** Removes pages of earlier builds: they name scripts that are gone. */
  dropOldPages(): Promise<void>;
  /** Removes every user's answers, also those on their way, and all that names the fan who signed out (SAF-15). */
  wipeUsers(userId: string | null): Promise<void>;
}

/** `build`: something that changes with every build. `origin`: the worker's own. */
export function createCaching({ build, origin }: { readonly build: string; readonly origin: string }): Caching {
  const pagesName = PAGES_PREFIX + build;
  let wipes = 0;
  const unlessWiped = (begun?: number) => notAcrossWipes(() => wipes, begun);
  const pictures = (cacheName: 'thumbnails' | 'previews' | 'originals'): CacheFirst =>
    new CacheFirst({
      cacheName,
      matchOptions: { ignoreVary: true },
      plugins: [
        unlessWiped(),
        keepOnly(isPicture),
        { handlerDidError: ({ request }) => nearestPicture(request.url) },
        deferredExpiration(cacheName, {
          ...IMAGE_CACHE[cacheName],
          maxAgeSeconds: IMAGE_CACHE.maxAgeDays * DAY_S,
        }),
      ],
    });
  // A 404 is an answer, a failing server is none. Portals redirect: that is for the browser to follow.
  const isGood = ({ status }: Response) => status < 500;
  const fallback = () => matchPrecache(SHELL);
  const fixed: Record<Exclude<RequestKind, 'answer' | 'page'>, Strategy> = {
    config: new NetworkFirstWithDeadline({ cacheName: 'config', isGood: isJson, isKept: isJson }),
    thumbnail: pictures('thumbnails'),
    preview: pictures('previews'),
    original: pictures('originals'),
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
    plugins: [unlessWiped(), bounded(pagesName, 60, ANSWER_CACHE.maxAgeDays)],
    isGood,
    isKept: isPage,
    fallback,
    isThin: isLineThin,
  });

  async function answerCall(event: FetchEvent): Promise<Response> {
    const { headers } = event.request;
    const begun = wipes;
    const authorization = headers.get('x-api-authorization');
    const userId = authorization === null ? null : subjectOf(authorization);
    if (userId !== null) hasSignedIn(userId);
    const cacheName = await answerCacheName(authorization);
    if (cacheName === null) return fetch(event.request);
    const tenant = headers.get('x-api-tenant');
    return new NetworkFirstWithDeadline({
      cacheName,
      plugins: [unlessWiped(begun), expirationOf(cacheName)],
      isGood: isAnswered,
      isKept: isJson,
      markStale: withStaleHeader,
      keyOf: ({ url }) => answerKey(url, tenant),
    }).handle(event);
  }

  /** One a cache: each keeps a record of its own. */
  const expirations = new Map<string, WorkboxPlugin>();
  function expirationOf(cacheName: string): WorkboxPlugin {
    const known = expirations.get(cacheName) ?? bounded(cacheName, ANSWER_CACHE.maxEntries, ANSWER_CACHE.maxAgeDays);
    expirations.set(cacheName, known);
    return known;
  }

  /** One after the other, from the browser's own cache where that has it: the page the fan looks at goes first. */
  async function keepOne(event: ExtendableEvent, address: string): Promise<void> {
    const url = new URL(address, origin);
    url.hash = '';
    const facts = { method: 'GET', url, cache: 'default', hasHeader: () => false };
    const isOurPage = kindOf({ ...facts, mode: 'navigate' }, origin) === 'page';
    const kind = isOurPage ? 'page' : kindOf({ ...facts, mode: 'cors' }, origin);
    if (kind === null || kind === 'answer') return;
    const strategy = kind === 'page' ? page : fixed[kind];
    const request = new Request(url, { mode: 'cors', priority: 'low' });
    const [answered, kept] = strategy.handleAll({ event, request });
    await answered;
    await kept;
  }

  return {
    async keep(event, addresses) {
      // What cannot be had now is kept when it is next looked at.
      for (const address of addresses) await keepOne(event, address).catch(() => undefined);
    },
    answer(event) {
      const { request } = event;
      const kind = kindOf(
        {
          method: request.method,
          url: new URL(request.url),
          mode: request.mode,
          cache: request.cache,
          hasHeader: (name) => request.headers.has(name),
        },
        origin,
      );
      switch (kind) {
        case null:
          return undefined;
        case 'page':
          return page.handle(event);
        case 'answer':
          return answerCall(event);
        case 'thumbnail':
        case 'preview':
        case 'original':
          return fixed[kind].handle({ event, request: readable(request) });
        default:
          return fixed[kind].handle(event);
      }
    },
    async dropOldPages() {
      const names = await caches.keys();
      await Promise.all(
        names.filter((name) => name.startsWith(PAGES_PREFIX) && name !== pagesName).map((name) => caches.delete(name)),
      );
    },
    async wipeUsers(userId) {
      wipes += 1;
      expirations.clear();
      if (userId !== null) rememberSignedOut(userId);
      await deleteUserCaches();
      if (userId !== null) await wipeUserCaches(userId);
    },
  };
}

async function redirectToMeant({ url }: Request): Promise<Response | undefined> {
  const { pathname, search, origin } = new URL(url);
  const path = meantPath(pathname);
  return path === null ? undefined : Response.redirect(origin + path + search);
}

/** An <img> asks without CORS, which would bring an opaque answer from another origin (T30). */
const readable = (request: Request): Request =>
  request.mode === 'no-cors' ? new Request(request.url, { mode: 'cors', credentials: 'omit' }) : request;
