/** Limits of measurements, apart from `limits.ts`: that one is in the first script, which has no use for these. */

/**
 * Measurements of real devices (OPS-02). One page load in `oneIn` measures, and one pass of the worker. `perKind`: entries of a kind in one
 * call, which has at most `bodyBytes`. `labelMax`: characters of a label. A post older than `postAgeS` seconds tells of a wrong clock.
 */
export const MEASUREMENTS = {
  oneIn: 10,
  perKind: 20,
  bodyBytes: 4_000,
  labelMax: 40,
  postAgeS: 14 * 24 * 60 * 60,
} as const;
/** Largest values that are believed: seconds, and for `cls` a score. */
export const WEB_VITALS_MAX = { lcp: 300, inp: 60, cls: 100 } as const;
/** Calls with measurements that count of one network; further ones are answered alike and dropped. `windowMs` in milliseconds. */
export const MEASUREMENT_CALLS = { count: 6_000, windowMs: 10 * 60_000 } as const;
