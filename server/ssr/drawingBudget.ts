/** How many pages the server draws anew, so that nobody can have it do nothing else (HLF-15). */
import { PAGE_DRAWINGS } from '../../src/contract/loadLimits.ts';

interface Bucket {
  left: number;
  /** When it was last filled up. */
  at: number;
}

export interface DrawingBudget {
  /**
   * Asks for one drawing. Answers what to call when it is done; null: not now.
   * @param network who asks; null: not known, all of these count as one
   */
  take(network: string | null): (() => void) | null;
}

/** @param now a clock that only goes forward, in milliseconds */
export function createDrawingBudget(now: () => number): DrawingBudget {
  const everybody: Bucket = { left: PAGE_DRAWINGS.everybody.burst, at: now() };
  const networks = new Map<string, Bucket>();
  let running = 0;

  function fill(bucket: Bucket, { perSecond, burst }: { readonly perSecond: number; readonly burst: number }): Bucket {
    const at = now();
    bucket.left = Math.min(burst, bucket.left + ((at - bucket.at) / 1000) * perSecond);
    bucket.at = at;
    return bucket;
  }

  /** The network's own, as the one seen last. */
  function bucketOf(network: string): Bucket {
    const known = networks.get(network) ?? { left: PAGE_DRAWINGS.network.burst, at: now() };
    networks.delete(network);
    networks.set(network, known);
    const [oldest] = networks.keys();
    if (networks.size > PAGE_DRAWINGS.networks && oldest !== undefined) networks.delete(oldest);
    return fill(known, PAGE_DRAWINGS.network);
  }

  return {
    take(network) {
      const own = bucketOf(network ?? '');
      fill(everybody, PAGE_DRAWINGS.everybody);
      const isScarce = everybody.left < PAGE_DRAWINGS.everybody.burst / 2;
      if (running >= PAGE_DRAWINGS.atOnce || everybody.left < 1 || (isScarce && own.left < 1)) return null;
      everybody.left -= 1;
      own.left = Math.max(0, own.left - 1);
      running += 1;
      let hasEnded = false;
      return () => {
        if (!hasEnded) running -= 1;
        hasEnded = true;
      };
    },
  };
}
