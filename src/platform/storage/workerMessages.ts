/** Messages of a page to the worker. Both import them. */

/**
 * The first visit of a device: the page is loaded before there is a worker to cache anything. When the worker takes over, the page
 * tells it once what it used (DAT-02).
 */
export const RECENTLY_USED = 'KEEP_USED';

export interface RecentlyUsedMessage {
  readonly type: typeof RECENTLY_USED;
  /** The page's own first. */
  readonly addresses: readonly string[];
}

/**
 * Asks a worker that stands ready to take this page over: a page whose loading began just before the worker was ready slips past
 * its claim, and would stay without it until the next load.
 */
export const CLAIM_MESSAGE = { type: 'CLAIM' } as const;

/** Asks a waiting worker to take the place of the active one: the fan agreed (T28). */
export const SKIP_WAITING_MESSAGE = { type: 'SKIP_WAITING' } as const;

/**
 * A logout: the caches of answers read in a fan's name are deleted, and answers on their way are not cached any more (T26). With
 * `userId` those of this fan, without it those of all.
 */
export const WIPE_MESSAGE = { type: 'WIPE_USERS' } as const;

/** At most so many at once; a page that shows more has the rest kept when it is next looked at. */
const MAX_USED = 250;

export const recentlyUsedMessage = (addresses: Iterable<string>): RecentlyUsedMessage => ({
  type: RECENTLY_USED,
  addresses: [...new Set(addresses)].filter((address) => /^https?:/.test(address)).slice(0, MAX_USED),
});

/** Addresses of a message as the worker received it. */
export function addressesOf(message: { readonly addresses?: unknown }): string[] {
  const { addresses } = message;
  return Array.isArray(addresses) ? addresses.filter((one) => typeof one === 'string').slice(0, MAX_USED) : [];
}
