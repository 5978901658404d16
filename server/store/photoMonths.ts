/**
 * A search whose matches are spread over years looks through the latest months first, and through more and more at a time:
 * what it reads depends on the page, not on how many photos there are.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Facet } from './photoConditions.ts';
import { monthOf } from './photoIndex.ts';
import { type Filter, type Keys, keysByTerms, keysOf, newestOfFacets, type Position } from './photoKeys.ts';
import type { Database } from './schema.ts';

/** Each part is so many times larger than the one before. */
const GROWTH = 4;

export interface Month {
  readonly month: string;
  /** Photos of it. */
  readonly n: number;
}

/** Months of a tenant's photos up to the one of `from`, the latest first. */
export const readMonths = (db: Kysely<Database>, { tenant, from }: Keys): Promise<Month[]> =>
  db
    .selectFrom('tally')
    .select(['value as month', 'n'])
    .where('tenant', '=', tenant)
    .where('kind', '=', 'month')
    .where('n', '>', 0)
    .$if(from !== null, (query) => query.where('value', '<=', monthOf(from?.at ?? new Date())))
    .orderBy('value', 'desc')
    .execute();

/** The latest months that hold `size` photos together, at least one, and the others. */
export function takeMonths(months: readonly Month[], size: number): [string[], readonly Month[]] {
  let held = 0;
  const last = months.findIndex(({ n }) => {
    held += n;
    return held >= size;
  });
  const end = last < 0 ? months.length : last + 1;
  return [months.slice(0, end).map(({ month }) => month), months.slice(end)];
}

/** Without the latest months that cannot have a photo with all the facets: one season's are years from another's. */
async function skipMonths(db: Kysely<Database>, tenant: string, months: readonly Month[], facets: readonly Facet[]) {
  const [latest] = months;
  if (facets.length === 0 || latest === undefined) return months;
  const { rows } = await sql<{ at: Date | null }>`${newestOfFacets(tenant, facets, endOf(latest.month))}`.execute(db);
  const at = rows[0]?.at;
  return at ? months.filter(({ month }) => month <= monthOf(at)) : [];
}

function endOf(month: string): Date {
  const end = new Date(`${month}-01T00:00:00Z`);
  end.setUTCMonth(end.getUTCMonth() + 1);
  return end;
}

/**
 * Keys of those that pass, from one part of the months after the other until there are enough.
 * @param wanted photos of the tenant among which a page may well be
 */
export async function keysByMonths(
  db: Kysely<Database>,
  keys: Keys,
  filter: Filter,
  months: readonly Month[],
  wanted: number,
): Promise<RawBuilder<unknown>> {
  const found: Position[] = [];
  let size = wanted;
  for (let left = months; found.length < keys.limit; ) {
    const there = await skipMonths(db, keys.tenant, left, filter.facets);
    if (there.length === 0) break;
    // Elsewhere in time there may be more again.
    if (there.length < left.length) size = wanted;
    const [part, rest] = takeMonths(there, size);
    const query = keysByTerms({ ...keys, limit: keys.limit - found.length }, filter, part);
    // What is left when nothing was found: the page itself asks.
    if (found.length === 0 && rest.length === 0) return query;
    const { rows } = await sql<{ id: number; created_at: Date }>`${query}`.execute(db);
    found.push(...rows.map(({ id, created_at }) => ({ id, at: created_at })));
    left = rest;
    size *= GROWTH;
  }
  return keysOf(found);
}
