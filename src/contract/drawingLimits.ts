/** Bounds of drawing pages at the server, one of the costliest things a stranger can ask for (HLF-13). */

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
  everybody: { perSecond: 30, burst: 120 },
  network: { perSecond: 3, burst: 20 },
  /** Drawn side by side. */
  atOnce: 16,
  /** Networks remembered; the longest unseen go first. */
  networks: 10_000,
  /** Pages kept to be given again. */
  kept: 100,
  /** Characters of one parameter's value: a page with a longer one is left to the browser. */
  valueMax: 600,
} as const satisfies Readonly<Record<string, Refill | number>>;
