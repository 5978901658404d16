/** Pushes to many wait for the morning. */
/** Nobody's phone rings between these hours in Tokyo; many events begin at midnight. */
const QUIET = { from: 22, until: 8 } as const;
const TOKYO_MS = 9 * 3_600_000;

/** When a phone may be told of what happened then. */
export function afterQuietHours(instant: number): number {
  const inTokyo = new Date(instant + TOKYO_MS);
  const hour = inTokyo.getUTCHours();
  if (hour >= QUIET.until && hour < QUIET.from) return instant;
  const days = hour >= QUIET.from ? 1 : 0;
  const morning = Date.UTC(inTokyo.getUTCFullYear(), inTokyo.getUTCMonth(), inTokyo.getUTCDate() + days, QUIET.until);
  return morning - TOKYO_MS;
}

/** A push that something has begun is worth nothing later than this, wherever it was held up. */
const LATE_MS = 3_600_000;

/** Until when a phone is told of what began then. */
export const toldUntil = (start: number): number => afterQuietHours(start) + LATE_MS;
