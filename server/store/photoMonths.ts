/**
 * A search whose matches are spread over years looks through the latest months first, and through more and more at a time:
 * what it reads depends on the page, not on how many photos there are.
 */
import type { Kysely } from 'kysely';
import { monthOf } from './photoIndex.ts';
import type { Position } from './photoKeys.ts';
import type { Database } from './schema.ts';

/** Each part is so many times larger than the one before. */
const GROWTH = 4;

interface Month {
  readonly month: string;
  /** Photos of it. */
  readonly n: number;
}

/** Months of a tenant's photos, the latest first. */
export const readMonths = (db: Kysely<Database>, tenant: string): Promise<Month[]> =>
  db
    .selectFrom('tally')
    .select(['value as month', 'n'])
    .where('tenant', '=', tenant)
    .where('kind', '=', 'month')
    .where('n', '>', 0)
    .orderBy('value', 'desc')
    .execute();

/**
 * The months up to the one of `from`, in parts.
 * @param wanted photos the first part had better hold
 */
export function partMonths(months: readonly Month[], from: Position | null, wanted: number): string[][] {
  const parts: string[][] = [];
  let size = wanted;
  let held = 0;
  let part: string[] = [];
  for (const { month, n } of months) {
    if (from !== null && month > monthOf(from.at)) continue;
    part.push(month);
    held += n;
    if (held < size) continue;
    parts.push(part);
    size *= GROWTH;
    held = 0;
    part = [];
  }
  return part.length > 0 ? [...parts, part] : parts;
}
