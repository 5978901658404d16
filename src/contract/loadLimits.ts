/** Bounds of what one client can have the server do, so that all others are served (HLF-14, HLF-15). */

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
 * Reads of one network while others ask, too: worked on at once, and waiting for their turn. Several thousand fans behind one address
 * share these: a read takes some milliseconds.
 */
export const READ_TURNS = { atOnce: 4, waiting: 2_000, activeMs: 1_000 } as const;
