/** Background Fetch, as far as it is used here: Chromium alone has it, and TypeScript's library does not know it. */
import { KEPT } from '../../contract/limits.ts';

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

/** What the worker is told of one: success, failure, abort, or a press on its notification. Not in TypeScript's library either. */
export interface SystemFetchEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
  readonly registration: SystemFetch;
  /** Where the fan has not ended it. */
  updateUI?(options: { readonly title: string }): Promise<void>;
}

/** null: this browser has none. In the worker too, whose registration is its own. */
export async function findSystemFetches(): Promise<SystemFetches | null> {
  const { registration } = globalThis as { readonly registration?: Registration };
  const found = registration ?? ((await navigator.serviceWorker?.getRegistration()) as Registration | undefined);
  return found?.backgroundFetch ?? null;
}

/**
 * Asks the browser for pictures of the photo store.
 * @throws as `SystemFetches.fetch`
 */
export function beginSystemFetch(
  fetches: SystemFetches,
  id: string,
  addresses: readonly string[],
  { title, icon }: { readonly title: string; readonly icon: string },
): Promise<SystemFetch> {
  const requests = addresses.map((address) => new Request(address, { mode: 'cors', credentials: 'omit' }));
  return fetches.fetch(id, requests, { title, icons: [{ src: icon, sizes: '192x192' }] });
}
