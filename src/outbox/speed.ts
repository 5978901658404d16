/** How fast the line has been, from what the puts report (QUE-04: estimate of time). */
import type { SendProgress } from './client.ts';

/** Milliseconds looked back: long enough to smooth, short enough to follow a train into a tunnel. */
const WINDOW_MS = 20_000;
/** Before this much time has been seen, any number would be a guess. */
const MIN_SPAN_MS = 1_500;

export interface Speedometer {
  /** A put reports; `now` in epoch ms. */
  feed(progress: SendProgress, now: number): void;
  /** Bytes a second over the last while; null: too little is known. */
  read(now: number): number | null;
  /** Nothing is on the wire: what was is no measure for later. */
  reset(): void;
}

export function createSpeedometer(): Speedometer {
  const sent = new Map<string, number>();
  let steps: { readonly at: number; readonly bytes: number }[] = [];
  let since: number | null = null;
  const lately = (now: number) => steps.filter(({ at }) => now - at <= WINDOW_MS);
  return {
    feed({ jobId, photoName, sent: total }, now) {
      const key = `${jobId} ${photoName}`;
      // A put that starts over reports less than before: no bytes arrived.
      const bytes = Math.max(0, total - (sent.get(key) ?? 0));
      sent.set(key, total);
      since ??= now;
      steps = [...lately(now), { at: now, bytes }];
    },
    read(now) {
      const span = Math.min(WINDOW_MS, now - (since ?? now));
      const bytes = lately(now).reduce((sum, step) => sum + step.bytes, 0);
      return span < MIN_SPAN_MS || bytes === 0 ? null : (bytes / span) * 1_000;
    },
    reset() {
      sent.clear();
      steps = [];
      since = null;
    },
  };
}
