/**
 * A search whose matches are spread over years looks through the latest months first, and through more and more at a time:
 * what it reads depends on the page, not on how many photos there are.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database/schema.ts';
import type { Facet } from './photoConditions.ts';
import { monthOf } from './photoIndex.ts';
import { type Filter, type Keys, keysByTerms, keysOf, type Position, spanOfFacets } from './photoKeys.ts';

/** Each part is so many times larger than the one before. */
const GROWTH = 4;

/** Later than any photo. */
const LAST_MONTH = '9999-11';

export interface Month {
  readonly month: string;
  /** Photos of it. */
  readonly n: number;
}

/** Months of a tenant's photos, the latest first, without those that cannot have a photo with all the facets. */
async function readMonths(
  db: Kysely<Database>,
  tenant: string,
  facets: readonly Facet[],
  last: string,
): Promise<readonly Month[]> {
  const [span, between] =
    facets.length === 0
      ? [sql``, sql``]
      : [
          sql`with span as materialized (${spanOfFacets(tenant, facets, endOf(last))})`,
          sql`and value between (select since from span) and (select till from span)`,
        ];
  const { rows } = await sql<Month>`${span} select value as month, n from tally
    where tenant = ${tenant} and kind = 'month' and n > 0 and value <= ${last} ${between} order by value desc`.execute(
    db,
  );
  return rows;
}

const photosIn = (months: readonly Month[]): number => months.reduce((sum, { n }) => sum + n, 0);

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

function endOf(month: string): Date {
  const end = new Date(`${month}-01T00:00:00Z`);
  end.setUTCMonth(end.getUTCMonth() + 1);
  return end;
}

/**
 * Keys of those that pass, from one part of the months after the other until there are enough.
 * @param rarest photos with the rarest of the facets; without facets: all of the tenant
 * @param wanted of these, among so many a page may well be
 */
export async function keysByMonths(
  db: Kysely<Database>,
  keys: Keys,
  filter: Filter,
  rarest: number,
  wanted: number,
): Promise<RawBuilder<unknown>> {
  const { tenant, limit } = keys;
  const months = await readMonths(db, tenant, filter.facets, LAST_MONTH);
  const first = (wanted * photosIn(months)) / rarest;
  const found: Position[] = [];
  let from: Position | null = keys.from;
  let left = upTo(from, months);
  let size = first;
  while (left.length > 0 && found.length < limit) {
    const [part, rest] = takeMonths(left, 2 * size < photosIn(left) ? size : Number.POSITIVE_INFINITY);
    // If these are all that are left there is no need to name them.
    const query = keysByTerms({ tenant, from, limit: limit - found.length }, filter, rest.length > 0 ? part : null);
    // What is left when nothing was found: the page itself asks.
    if (found.length === 0 && rest.length === 0) return query;
    const { rows } = await sql<{ id: number; created_at: Date }>`${query}`.execute(db);
    found.push(...rows.map(({ id, created_at }) => ({ id, at: created_at })));
    from = found.at(-1) ?? from;
    const [next] = rest;
    left = next && filter.facets.length > 0 ? await readMonths(db, tenant, filter.facets, next.month) : rest;
    // Elsewhere in time there may be more again.
    size = left.length < rest.length ? first : size * GROWTH;
  }
  return keysOf(found);
}

const upTo = (from: Position | null, months: readonly Month[]): readonly Month[] =>
  from === null ? months : months.filter(({ month }) => month <= monthOf(from.at));
