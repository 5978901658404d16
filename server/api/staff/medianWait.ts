import { FIGURE_WAITS } from '../../../src/contract/staffLimits.ts';

/**
 * Returns the median of times in seconds, rounded, within its part by even spread; beyond the last bound that bound. null: no times.
 * @param counts times in each part of FIGURE_WAITS: below the first bound, between two, and from the last one on
 */
export function medianWait(counts: readonly number[]): number | null {
  const all = counts.reduce((sum, n) => sum + n, 0);
  if (all <= 0) return null;
  let before = 0;
  for (const [part, n] of counts.entries()) {
    if (n > 0 && before + n >= all / 2) {
      const [low, high] = [FIGURE_WAITS[part - 1] ?? 0, FIGURE_WAITS[part] ?? FIGURE_WAITS[part - 1] ?? 0];
      return Math.round(low + ((all / 2 - before) / n) * (high - low));
    }
    before += n;
  }
  return null;
}
