/** Background Fetch, as far as it is used here: Chromium alone has it, and TypeScript's library does not know it. */
import { KEPT } from '../../contract/limits.ts';
import { changeRecord } from './keptRecords.ts';

/**
 * Bounds of one fetch, by those of keeping; times in milliseconds. Fewer pictures than `min` are here before its notification is. One that
 * brought nothing within `startMs` is given up, for `restMs`; after `stalledMs` without a byte the fan is told.
 */
export const SYSTEM_FETCH = {
  min: 2 * KEPT.atOnce,
  max: KEPT.photosMax / 3,
  startMs: 30_000,
  restMs: 24 * 60 * 60_000,
  stalledMs: 20_000,
} as const;

/** One request of a fetch; without an answer `responseReady` rejects once the fetch has ended. */
interface SystemRecord {
  readonly request: { readonly url: string };
  readonly responseReady: Promise<Response>;
}
export interface SystemFetch extends EventTarget {
  readonly id: string;
  /** Bytes so far. */
  readonly downloaded: number;
  /** Empty while it runs. */
  readonly result: '' | 'success' | 'failure';
  readonly failureReason: string;
  abort(): Promise<boolean>;
  matchAll(): Promise<readonly SystemRecord[]>;
}
interface SystemFetches {
  /** @throws NotAllowedError, QuotaExceededError, TypeError: no worker, or one of this id is running */
  fetch(
    id: string,
    requests: readonly Request[],
    options: { readonly title: string; readonly icons: readonly { readonly src: string; readonly sizes: string }[] },
  ): Promise<SystemFetch>;
  get(id: string): Promise<SystemFetch | undefined>;
  getIds(): Promise<readonly string[]>;
}
type Registration = ServiceWorkerRegistration & { readonly backgroundFetch?: SystemFetches };

const PREFIX = 'kept:';
export const systemIdOf = (id: string): string => PREFIX + id;
/** null: it is no kept match that is fetched. */
export const keptIdIn = (systemId: string): string | null =>
  systemId.startsWith(PREFIX) ? systemId.slice(PREFIX.length) : null;

/** null: this browser has none. In the worker too, whose registration is its own. */
export async function findSystemFetches(): Promise<SystemFetches | null> {
  const { registration } = globalThis as { readonly registration?: Registration };
  const found = registration ?? ((await navigator.serviceWorker?.getRegistration()) as Registration | undefined);
  return found?.backgroundFetch ?? null;
}

/**
 * Ends what the browser fetches of a match, as its owner here wants it: the mark goes first, so the worker does not take it for the fan's
 * word in the system's notification. What came by then is taken in by the worker.
 */
export async function endSystemFetch(id: string): Promise<void> {
  const running = await (await findSystemFetches())?.get(systemIdOf(id));
  await changeRecord(id, { isBySystem: false });
  await running?.abort();
}

/** At a logout: nothing that was asked for in one fan's time arrives in another's. */
export async function endSystemFetches(): Promise<void> {
  const ids = (await (await findSystemFetches())?.getIds()) ?? [];
  for (const id of ids.map(keptIdIn)) if (id !== null) await endSystemFetch(id);
}
