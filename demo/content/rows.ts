/** What all demo rows are made with: times, ids and chance that are the same from run to run. */
import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { InsertablePhoto } from '../../server/api/photos/photoWrites.ts';
import type { Database } from '../../server/database/schema.ts';
import type { DemoPicture } from '../drawnPictures.ts';
import { createRandom } from '../random.ts';

export type DemoRow<T extends keyof Database> = Insertable<Database[T]>;
/** Milliseconds. */
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

export interface DemoPhoto {
  readonly row: InsertablePhoto;
  /** Whose bytes it shows. */
  readonly picture: DemoPicture;
}

/** An id that stays the same from run to run. */
export const idOf = (length: number, ...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, length);

export interface Chance {
  between(from: number, to: number): number;
  whole(below: number): number;
  of(share: number): boolean;
  pick<T>(items: readonly T[]): T | undefined;
}
/** Chance from a seed. */
export function createChance(seed: string): Chance {
  const random = createRandom(seed);
  const whole = (below: number) => Math.floor(random() * below);
  return {
    between: (from, to) => from + random() * (to - from),
    whole,
    of: (share) => random() < share,
    pick: (items) => items[whole(items.length)],
  };
}
