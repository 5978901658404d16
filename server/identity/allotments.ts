/**
 * Bounds of a network a whole stadium shares, without one row of the database that every call changes: a server copy takes a thousandth
 * of the bound at a time, and gives it out itself. So the bound is kept by all copies together; what a copy has taken and nobody asked
 * for is lost to the others.
 */
import type { AttemptLimit, Limit } from './attemptLimit.ts';

/** What was taken is given out no longer than this, so that a new window begins for all copies. */
export const ALLOTTED_MS = 10_000;
const SHARE = 1_000;
/** Networks a copy holds something of; more come from attackers only. */
export const NETWORKS = 20_000;

interface Allotment {
  left: number;
  readonly until: number;
}

/** @param now epoch ms */
export function createAllotments(limit: Pick<AttemptLimit, 'take'>, now: () => number): Pick<AttemptLimit, 'take'> {
  const held = new Map<string, Promise<Allotment | null>>();

  async function fetch(key: string, bound: Limit, size: number): Promise<Allotment | null> {
    return (await limit.take(key, bound, size)) ? { left: size, until: now() + ALLOTTED_MS } : null;
  }
  return {
    async take(key, bound) {
      const size = Math.max(1, Math.floor(bound.count / SHARE));
      for (;;) {
        const known = held.get(key);
        const allotment = await known;
        if (allotment && allotment.left > 0 && allotment.until > now()) {
          allotment.left -= 1;
          return true;
        }
        // Somebody else has fetched meanwhile.
        if (held.get(key) !== known) continue;
        if (held.size >= NETWORKS) held.clear();
        const fetched = fetch(key, bound, size);
        held.set(key, fetched);
        const allotted = await fetched.catch((error: unknown) => {
          // Whoever comes next asks for itself.
          held.delete(key);
          throw error;
        });
        if (allotted === null) return false;
      }
    },
  };
}
