import { registerQuotaErrorCallback } from 'workbox-core/registerQuotaErrorCallback.js';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { CacheExpiration } from 'workbox-expiration';
import { namesSignedOut } from './signedOut.ts';

/** After the first use: by then the page has its pictures. */
const QUIET_MS = 3_000;

/** A server says how long a picture is. One that does not: as long as an opened photo, rather too much than too little. */
const UNKNOWN_BYTES = 128 * 1024;
const sizeOf = ({ headers }: Response): number => Number(headers.get('content-length') ?? UNKNOWN_BYTES);

const sizesIn = async (cacheName: string): Promise<number[]> =>
  (await (await caches.open(cacheName)).matchAll()).map(sizeOf);

interface EntryBounds {
  readonly maxEntries: number;
  readonly maxAgeSeconds: number;
}
interface Bounds extends EntryBounds {
  /** Of all bodies together; left out: any. */
  readonly maxBytes?: number;
}

/** Strategies find an entry whatever its answer varies by; it goes whatever that is. */
const recordOf = (cacheName: string, bounds: EntryBounds) =>
  new CacheExpiration(cacheName, { ...bounds, matchOptions: { ignoreVary: true } });

/**
 * Keeps a cache to its `maxEntries` last seen ones and to `maxBytes`, none older than `maxAgeSeconds`; where space runs out all of them go (DAT-03).
 *
 * As workbox's own plugin, but for the moment. That one writes down every use at once and walks through the record of all caches
 * after each: with a thousand pictures kept, a start without signal waits for its worker. Here what comes in is written down at
 * once, so that nothing is ever kept without a record; uses follow when it is quiet, and the walk once, if something came in.
 */
export function deferredExpiration(cacheName: string, { maxBytes, ...bounds }: Bounds): WorkboxPlugin {
  const record = recordOf(cacheName, bounds);
  const used = new Set<string>();
  let hasNew = false;
  /** At most so many bytes are kept; not known before they were counted. */
  let bytes = Number.POSITIVE_INFINITY;
  let settling: Promise<void> | null = null;

  registerQuotaErrorCallback(async () => {
    await caches.delete(cacheName);
    // A full device may refuse this as well; the other caches are to go all the same.
    await record.delete().catch(() => undefined);
  });

  async function settle(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    settling = null;
    const urls = [...used];
    const isGrown = hasNew;
    used.clear();
    hasNew = false;
    // A fan's answers may have gone meanwhile (T26): the walk would bring their cache back, empty.
    if (!(await caches.has(cacheName))) return;
    for (const url of urls) if (!namesSignedOut(url)) await record.updateTimestamp(url);
    if (!isGrown) return;
    await record.expireEntries();
    if (maxBytes !== undefined && bytes > maxBytes) bytes = await shrink(cacheName, bounds, maxBytes);
  }

  function settleLater(event: ExtendableEvent | undefined): void {
    settling ??= settle().catch(() => undefined); // the next use tries again
    keepAwake(event, settling);
  }

  return {
    async cachedResponseWillBeUsed({ cachedResponse, request, event }) {
      if (!cachedResponse) return null;
      used.add(request.url);
      settleLater(event);
      return cachedResponse;
    },
    async cacheDidUpdate({ request, newResponse, event }) {
      hasNew = true;
      bytes += sizeOf(newResponse);
      await record.updateTimestamp(request.url);
      settleLater(event);
    },
  };
}

/** The least recently seen go until the bodies have at most so many bytes; how many they have. */
async function shrink(cacheName: string, bounds: EntryBounds, most: number): Promise<number> {
  for (let before = Number.POSITIVE_INFINITY; ; ) {
    const sizes = await sizesIn(cacheName);
    const sum = sizes.reduce((all, size) => all + size, 0);
    // One that is larger than all may be: the next one that comes takes its place.
    if (sum <= most || sizes.length === 1) return sum;
    const maxEntries = Math.max(1, Math.floor((sizes.length * most) / sum));
    const record = recordOf(cacheName, { ...bounds, maxEntries });
    const isStuck = sizes.length === before;
    if (isStuck) await dropUnrecorded(cacheName, record);
    else await record.expireEntries();
    before = isStuck ? Number.POSITIVE_INFINITY : sizes.length;
  }
}

/** A worker that is ended between keeping and writing down leaves an entry that expires by no record, and would be counted for ever. */
async function dropUnrecorded(cacheName: string, record: CacheExpiration): Promise<void> {
  const cache = await caches.open(cacheName);
  for (const request of await cache.keys())
    if (await record.isURLExpired(request.url)) await cache.delete(request, { ignoreVary: true });
}

function keepAwake(event: ExtendableEvent | undefined, work: Promise<void>): void {
  try {
    event?.waitUntil(work);
  } catch {
    // The event is over: it is settled if the worker lives that long.
  }
}
