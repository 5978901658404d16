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
  const { missing, atOnce } = order;
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
      await storeWhole(order, one, picture);
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

const STORING = 'kept-pictures';

/** Stores one whole, and tells of it. Several may at once, a page and the worker too; whoever looks for leftovers waits for them. */
export async function storeWhole(
  { cacheName, onStored }: Pick<MissingOrder, 'cacheName' | 'onStored'>,
  one: Missing,
  picture: Blob,
): Promise<void> {
  const { type, size } = picture;
  const headers = { 'content-type': type, 'content-length': String(size) };
  await locked('shared', async () => {
    // A cache takes it whole or not at all.
    await (await caches.open(cacheName)).put(one.address, new Response(picture, { headers }));
    await onStored(one, size);
  });
}

/** While nothing is being stored on this device. */
export const whileNothingIsStored = (work: () => Promise<void>): Promise<void> => locked('exclusive', work);

const locked = async (mode: LockMode, work: () => Promise<void>): Promise<void> => {
  if (navigator.locks) await navigator.locks.request(STORING, { mode }, work);
  else await work();
};

const onDevice = async (address: string): Promise<Response | undefined> => {
  const seen = await caches.match(address, { ignoreVary: true });
  return seen && isPlainPicture(seen) ? seen : undefined;
};
/** One that was seen already is not fetched. */
export const isOnDevice = async (address: string): Promise<boolean> => (await onDevice(address)) !== undefined;

/** null: there is none. @throws LineFailure: whatever this is, it is not the server's word on the picture */
export async function pictureIn(answer: Response): Promise<Blob | null> {
  if (answer.status === 404 || answer.status === 403 || answer.status === 410) return null;
  if (!isPlainPicture(answer)) throw new LineFailure(`Answered ${answer.status}`);
  const picture = await answer.blob();
  if (picture.size === 0) throw new LineFailure('An empty answer');
  return picture;
}

/** null: there is none. */
async function pictureOf(address: string, signal: AbortSignal, fetch: typeof globalThis.fetch): Promise<Blob | null> {
  const seen = await onDevice(address);
  if (seen) return seen.blob();
  try {
    // 'no-store': past the worker, which would keep a second copy among what was seen.
    const answer = await fetch(address, {
      mode: 'cors',
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      signal,
    });
    return await pictureIn(answer);
  } catch (cause) {
    signal.throwIfAborted();
    throw cause instanceof LineFailure ? cause : new LineFailure('No answer', { cause });
  }
}
