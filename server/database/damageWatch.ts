/** Whether the database has met its own data damaged, or its disk failing: nothing passes by itself there, and backups must be kept (HLF-18). */
import { sqlState } from './databaseFailure.ts';

/** data_corrupted, index_corrupted, and class 58: files that cannot be read or are not there. */
const DAMAGED = /^(?:XX00[12]|58...)$/;
/** So long `/healthz` tells of it after it was met last. In milliseconds. */
const TELL_MS = 10 * 60_000;
/** Lines of the log are this far apart. In milliseconds. */
const LOG_EVERY_MS = 60_000;

/** What PostgreSQL said. `said` names a file and a block, nothing of a fan. */
export interface Damage {
  readonly code: string;
  readonly said: string;
}

export interface DamageWatch {
  /** Takes every error a statement ended with. */
  readonly saw: (error: unknown) => void;
  /** How often damage was met since the start. */
  readonly count: () => number;
  /** Whether it was met within the last ten minutes. */
  readonly isRecent: () => boolean;
}

/** @param now in milliseconds, of a clock that only goes forward @param tell once a minute at most */
export function createDamageWatch(now: () => number, tell: (damage: Damage) => void): DamageWatch {
  let count = 0;
  let metAt = Number.NEGATIVE_INFINITY;
  let toldAt = Number.NEGATIVE_INFINITY;
  return {
    saw(error) {
      const code = sqlState(error) ?? '';
      if (!DAMAGED.test(code)) return;
      count += 1;
      metAt = now();
      if (metAt - toldAt < LOG_EVERY_MS) return;
      toldAt = metAt;
      tell({ code, said: error instanceof Error ? error.message : '' });
    },
    count: () => count,
    isRecent: () => now() - metAt < TELL_MS,
  };
}
