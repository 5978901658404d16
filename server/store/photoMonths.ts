/**
 * A search whose matches are spread over years looks through the latest months first, and through more and more at a time:
 * what it reads depends on the page, not on how many photos there are.
 */
import { type Kysely, sql } from 'kysely';
import type { Facet } from './photoConditions.ts';
import { monthOf } from './photoIndex.ts';
import { type Position, spanOfFacets } from './photoKeys.ts';
import type { Database } from './schema.ts';

/** Each part is so many times larger than the one before. */
const GROWTH = 4;

interface Month {
  readonly month: string;
  /** Photos of it. */
  readonly n: number;
}

/** Months a tenant has photos of that may have all the facets, the latest first: a season's are its own. */
export async function readMonths(db: Kysely<Database>, tenant: string, facets: readonly Facet[]): Promise<Month[]> {
  const span = facets.length > 0 ? await readSpan(db, tenant, facets) : null;
  return db
    .selectFrom('tally')
    .select(['value as month', 'n'])
    .where('tenant', '=', tenant)
    .where('kind', '=', 'month')
    .where('n', '>', 0)
    .$if(span !== null, (query) => query.where('value', '>=', span?.[0] ?? '').where('value', '<=', span?.[1] ?? ''))
    .orderBy('value', 'desc')
    .execute();
}

/** First and last month. */
async function readSpan(db: Kysely<Database>, tenant: string, facets: readonly Facet[]): Promise<[string, string]> {
  const { rows } = await sql<{ oldest: Date | null; newest: Date | null }>`${spanOfFacets(tenant, facets)}`.execute(db);
  const [{ oldest, newest } = { oldest: null, newest: null }] = rows;
  return oldest && newest ? [monthOf(oldest), monthOf(newest)] : ['', ''];
}

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
