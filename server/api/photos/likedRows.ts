/** Rows of a list with the most liked first (LST-01). Whatever is asked, so many photos are looked at and no more: a page may be short. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { byRarity, type ListViewer, RARE, shownTo, totalOf } from './listParts.ts';
import { type Facet, filterFrom, type PhotoConditions, singleFacet } from './photoConditions.ts';
import { facetTerm } from './photoIndex.ts';
import { type Filter, type LikedPosition, likedOfTerm, likedOfThese, likedThatPass, someByTerms } from './photoKeys.ts';
import { photosAsJson } from './photoText.ts';

interface Bounds {
  /** Liked photos looked at, at most, in the hope of a full page before the index of terms is asked. */
  readonly walk: number;
  /** Photos put in order, at most. */
  readonly few: number;
}
const BOUNDS: Bounds = { walk: 1500, few: RARE };

export interface LikedRows {
  /** JSON array of photos. */
  readonly list: string;
  /** Photos there were for this page. */
  readonly found: number;
  /** Where the next page begins; null: nothing liked follows. */
  readonly last: LikedPosition | null;
  readonly total: number | null;
}
interface LikedRequest {
  readonly from: LikedPosition | null;
  readonly rows: number;
}

const NONE: LikedRows = { list: '[]', found: 0, last: null, total: null };

/** Those of the list that somebody likes, from the place on. */
export async function readLikedRows(
  db: Kysely<Database>,
  viewer: ListViewer,
  conditions: PhotoConditions,
  request: LikedRequest,
  bounds: Bounds = BOUNDS,
): Promise<LikedRows> {
  const { tenant } = viewer;
  const { from, rows } = request;
  const single = singleFacet(conditions);
  if (single) {
    const term = termOf(tenant, single);
    return read(db, viewer, { rows, counted: single, keys: likedOfTerm(tenant, term, from, rows) });
  }
  const filter = await filterFrom(db, tenant, conditions);
  const [rarest] = (await byRarity(db, tenant, filter.facets)).facets;
  if (!rarest || rarest.n <= 0) return NONE;
  const few = () => readOfFew(db, viewer, filter, request, bounds.few);
  const walk = () => readByWalk(db, viewer, { filter, facet: rarest.facet, walk: bounds.walk }, request);
  if (rarest.n <= bounds.few) return (await few()) ?? walk();
  const walked = await walk();
  if (walked.last === null || walked.found >= rows) return walked;
  // Hardly any of the most liked pass. Either few photos do at all, or the walk goes on with the next page.
  return (await few()) ?? walked;
}

const termOf = (tenant: string, [kind, value]: Facet): string =>
  kind === 'all' ? facetTerm('tenant', tenant) : facetTerm(kind, value);

/** Of the next most liked with the facet, those that pass; the next page begins after the last that was looked at. */
async function readByWalk(
  db: Kysely<Database>,
  viewer: ListViewer,
  { filter, facet, walk }: { readonly filter: Filter; readonly facet: Facet; readonly walk: number },
  { from, rows }: LikedRequest,
): Promise<LikedRows> {
  const { tenant } = viewer;
  const walked = likedOfTerm(tenant, termOf(tenant, facet), from, walk);
  const page = await read(db, viewer, { rows, keys: likedThatPass(tenant, walked, filter, rows) });
  if (page.last !== null) return page;
  const end = await sql<LikedPosition>`select likes, id from (${walked}) w offset ${walk - 1}`.execute(db);
  return { ...page, last: end.rows[0] ?? null };
}

/** All that pass, put in order. null: they are too many for that. */
async function readOfFew(
  db: Kysely<Database>,
  viewer: ListViewer,
  filter: Filter,
  { from, rows }: LikedRequest,
  most: number,
): Promise<LikedRows | null> {
  const some = sql`select id from few`;
  const before = sql`few as materialized (${someByTerms(viewer.tenant, filter, most + 1)}),`;
  const page = await read(db, viewer, { rows, before, keys: likedOfThese(some, from, rows), most });
  return page.isTooMuch ? null : page;
}

interface ReadRequest {
  readonly rows: number;
  /** Query for id and likes, the most liked first, `rows` at most. */
  readonly keys: RawBuilder<unknown>;
  /** What the query for keys reads from. */
  readonly before?: RawBuilder<unknown>;
  /** Rows of table `few`, at most. */
  readonly most?: number;
  readonly counted?: Facet;
}

async function read(
  db: Kysely<Database>,
  viewer: ListViewer,
  { rows, keys, before = sql``, most, counted }: ReadRequest,
): Promise<LikedRows & { readonly isTooMuch: boolean }> {
  const isTooMuch = most === undefined ? sql`false` : sql`(select count(*) > ${most} from few)`;
  const result = await sql<LikedRows & { readonly isTooMuch: boolean }>`
    with ${before} found as materialized (${keys}),
      k as materialized (select id, likes, row_number() over (order by likes desc, id desc) as position from found)
    select ${photosAsJson(viewer, shownTo(viewer, sql`true`))} as list, (select count(*)::int from k) as found,
      ${totalOf(viewer.tenant, counted ?? null)} as total, ${isTooMuch} as "isTooMuch",
      (select json_build_object('likes', likes, 'id', id) from k where position = ${rows}) as last`.execute(db);
  return result.rows[0] ?? { ...NONE, isTooMuch: false };
}
