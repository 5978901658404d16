/** Bounds of what one client can have the server do, so that all others are served (HLF-14 to HLF-16). */

interface Refill {
  readonly perSecond: number;
  /** As many at once after a quiet time. */
  readonly burst: number;
}

/**
 * Pages drawn anew, by one copy of the server. Beyond that visitors get the frame, and their browser draws. Once half of what
 * everybody has is used up, a network gets its own share alone: who asks for most is left to their browser first.
 */
export const PAGE_DRAWINGS = {
  everybody: { perSecond: 30, burst: 60 },
  network: { perSecond: 3, burst: 12 },
  /** Drawn side by side. */
  atOnce: 4,
  /** Networks remembered; the longest unseen go first. */
  networks: 10_000,
  /** Pages kept to be given again. */
  kept: 100,
  /** Characters of one parameter's value: a page with a longer one is left to the browser. */
  valueMax: 600,
} as const satisfies Readonly<Record<string, Refill | number>>;

/**
 * Reads of one network while others ask, too: worked on at once, waiting for their turn, and how long the first of them may have waited
 * before more are refused. Several thousand fans behind one address share these: a read takes some milliseconds. Writes have no turns (ADR 36).
 */
export const READ_TURNS = { atOnce: 4, waiting: 2_000, patienceMs: 3_000, activeMs: 1_000 } as const;

/**
 * Calls one copy of the server works on side by side, of its 20 connections to the database; how many milliseconds the first waiting call
 * of a network may have waited before others of the kind are refused; and how many networks may wait (HLF-14a, HLF-16a). Several thousand
 * fans behind one address share its turns: a read takes some milliseconds, a post some 30.
 */
export const ADMISSION = {
  atOnce: { posts: 6, reads: 8 },
  patienceMs: { newPost: 1_000, fansRead: 1_000, visitorsRead: 2_000 },
  networks: 1_000,
} as const;

/** Seconds a client that was refused waits: so many to so many, by chance, so that not all come at once. */
export const OVERLOADED_RETRY_AFTER = { from: 5, to: 15 } as const;

/**
 * What the check of stored pictures reads in a run, which is once a minute: about 90 GB a day. A round begins a day after the one before
 * it began, or later. `damaged`: how many damaged objects are remembered.
 */
export const SCRUB = { bytes: 64_000_000, files: 2_000, roundEveryMs: 24 * 3_600_000, damaged: 1_000 } as const;

/**
 * The server's public word about its own trouble (FAN-22). The server looks at most once in `lookEveryMs`; caches keep the answer for
 * `cachedS`. A trouble is told until it was not met for `heldMs`; `busy` only after `busyAfterMs` of refusals. A client asks at most once
 * in `askEveryMs` and waits for `answerMs`.
 */
export const SERVER_STATUS = {
  lookEveryMs: 5_000,
  cachedS: 10,
  heldMs: 20_000,
  busyAfterMs: 60_000,
  askEveryMs: 30_000,
  answerMs: 10_000,
} as const;
