import { registerQuotaErrorCallback } from 'workbox-core/registerQuotaErrorCallback.js';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { CacheExpiration } from 'workbox-expiration';
import { namesSignedOut } from './signedOut.ts';

/** After the first use: by then the page has its pictures. */
const QUIET_MS = 3_000;

interface Bounds {
  readonly maxEntries: number;
  readonly maxAgeSeconds: number;
}

/**
 * Keeps a cache to its `maxEntries` last seen ones, none older than `maxAgeSeconds`; where space runs out all of them go (DAT-03).
 *
 * As workbox's own plugin, but for the moment. That one writes down every use at once and walks through the record of all caches
 * after each: with a thousand pictures kept, a start without signal waits for its worker. Here what comes in is written down at
 * once, so that nothing is ever kept without a record; uses follow when it is quiet, and the walk once, if something came in.
 */
export function deferredExpiration(cacheName: string, bounds: Bounds): WorkboxPlugin {
  const record = new CacheExpiration(cacheName, bounds);
  const used = new Set<string>();
  let hasNew = false;
  let settling: Promise<void> | null = null;

  registerQuotaErrorCallback(async () => {
    await caches.delete(cacheName);
    await record.delete();
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
    if (isGrown) await record.expireEntries();
  }

  function settleLater(event: ExtendableEvent | undefined): void {
    settling ??= settle().catch(() => undefined); // the next use tries again
    try {
      event?.waitUntil(settling);
    } catch {
      // The event is over: it is settled if the worker lives that long.
    }
  }

  return {
    async cachedResponseWillBeUsed({ cachedResponse, request, event }) {
      if (!cachedResponse) return null;
      used.add(request.url);
      settleLater(event);
      return cachedResponse;
    },
    async cacheDidUpdate({ request, event }) {
      hasNew = true;
      await record.updateTimestamp(request.url);
      settleLater(event);
    },
  };
}
