/** Fetches pictures into a cache, a few at once. Knows nothing of matches: who has another way of fetching puts it here. */
import { isPlainPicture } from './plainPicture.ts';

export interface Missing {
  /** The photo's key. */
  readonly name: string;
  readonly address: string;
}

export interface MissingOrder {
  readonly missing: readonly Missing[];
  readonly cacheName: string;
  readonly atOnce: number;
  readonly signal: AbortSignal;
  /** Told of each that is stored, whole; a rejection ends the rest. */
  readonly onStored: (one: Missing, bytes: number) => Promise<void>;
  readonly fetch?: typeof globalThis.fetch;
}

/** A server that fails, or no signal: worth another try. */
export class LineFailure extends Error {}

/**
 * Resolves when each was stored or is nowhere to be had (404, or no picture): those are given back. Rejects with the signal's reason,
 * LineFailure, or what the cache or `onStored` threw; what was stored by then stays.
 */
export async function fetchMissing(order: MissingOrder): Promise<readonly Missing[]> {
  const { missing, cacheName, atOnce, onStored } = order;
  const cache = await caches.open(cacheName);
  const queue = [...missing];
  const nowhere: Missing[] = [];
  const end = new AbortController();
  const signal = AbortSignal.any?.([order.signal, end.signal]) ?? order.signal;
  const work = async () => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
      signal.throwIfAborted();
      const picture = await pictureOf(one.address, signal, order.fetch ?? globalThis.fetch);
      if (picture === null) {
        nowhere.push(one);
        continue;
      }
      // A cache takes it whole or not at all.
      await cache.put(one.address, new Response(picture, { headers: headersOf(picture) }));
      await onStored(one, picture.size);
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(atOnce, queue.length) }, work));
  } catch (error) {
    queue.length = 0;
    end.abort(error);
    throw error;
  }
  return nowhere;
}

const headersOf = ({ type, size }: Blob) => ({ 'content-type': type, 'content-length': String(size) });

/** null: there is none. One that was seen already is on the device. */
async function pictureOf(address: string, signal: AbortSignal, fetch: typeof globalThis.fetch): Promise<Blob | null> {
  const seen = await caches.match(address, { ignoreVary: true });
  if (seen && isPlainPicture(seen)) return seen.blob();
  try {
    // 'no-store': past the worker, which would keep a second copy among what was seen.
    const answer = await fetch(address, {
      mode: 'cors',
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      signal,
    });
    if (answer.status === 404 || answer.status === 403 || answer.status === 410) return null;
    if (!isPlainPicture(answer)) throw new LineFailure(`Answered ${answer.status}`);
    const picture = await answer.blob();
    if (picture.size === 0) throw new LineFailure('An empty answer');
    return picture;
  } catch (cause) {
    signal.throwIfAborted();
    throw cause instanceof LineFailure ? cause : new LineFailure('No answer', { cause });
  }
}
