import type { DrainOutcome } from '../src/outbox/drainPass.ts';

/** Browsers end a sync event after some minutes; the next one comes late (T06, T07): what can be done in this one is. */
const PATIENCE_MS = 100_000;
const LONGEST_WAIT_MS = 10_000;
const SHORTEST_WAIT_MS = 500;
const SLICE_MS = 500;

interface Surroundings {
  /** Epoch ms. */
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<unknown>;
  /** A new build waits to take over, which it cannot while this event lasts (T28). */
  readonly isReplaced: () => boolean;
}

/**
 * Drains again and again within one sync event: the signal that just came back may stumble, and a page that was closed may hold
 * the lock for a moment longer. Rejects when something is left at the end: the browser then fires `sync` again.
 */
export async function drainPatiently(
  drain: () => Promise<Pick<DrainOutcome, 'nextAt'>>,
  { now, wait, isReplaced }: Surroundings,
): Promise<void> {
  const end = now() + PATIENCE_MS;
  for (;;) {
    const { nextAt } = await drain();
    if (nextAt === null) return;
    const due = now() + Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, nextAt - now()));
    if (due > end) throw new Error('posts are left to send');
    while (now() < due) {
      if (isReplaced()) throw new Error('left to the next build');
      await wait(SLICE_MS);
    }
  }
}
