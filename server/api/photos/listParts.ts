/** Parts of the queries for lists of photos, in whatever order they stand. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { isSeen } from '../blocks/repository.ts';
import { type Facet, readTallies } from './photoConditions.ts';
import type { Viewer } from './photoText.ts';

/** Of a facet that so few photos have, the index may read all that match. */
export const RARE = 6000;

/** Who looks, and whose list of muted people counts. */
export interface ListViewer extends Viewer {
  readonly muter: string | null;
}

/** Id and position of the rows of table k that meet `condition`, without photos of people the viewer muted or who blocked them. */
export const shownTo = ({ muter }: ListViewer, condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  muter === null
    ? sql`select k.id, k.position from k where ${condition}`
    : sql`select k.id, k.position from k join photo a on a.id = k.id where ${isSeen(muter, 'a.user_id')} and ${condition}`;

/** The counter that is a list's total. `counted` null: nobody counts it. */
export const totalOf = (tenant: string, counted: Facet | null): RawBuilder<unknown> =>
  counted === null
    ? sql`null::int`
    : sql`greatest(0, (select n from tally where tenant = ${tenant} and kind = ${counted[0]} and value = ${counted[1]}))`;

interface Counted {
  readonly facet: Facet;
  /** Photos that have it. */
  readonly n: number;
}

/** The facets, the rarest first; without any: all photos as one. `all`: photos of the tenant. */
export async function byRarity(
  db: Kysely<Database>,
  tenant: string,
  facets: readonly Facet[],
): Promise<{ readonly all: number; readonly facets: readonly Counted[] }> {
  const wanted: readonly Facet[] = facets.length === 0 ? [['all', '']] : facets;
  const [all = 0, ...counts] = await readTallies(db, tenant, [['all', ''], ...wanted]);
  return { all, facets: wanted.map((facet, i) => ({ facet, n: counts[i] ?? 0 })).sort((a, b) => a.n - b.n) };
}
