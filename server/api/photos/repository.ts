/** Pages of photos, narrowed by any conditions: the newest first, or the most liked. */
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import type { PhotoPage } from '../../../src/contract/entities.ts';
import { LIST_PAGE } from '../../../src/contract/limits.ts';
import type { BestKind, PhotoSort } from '../../../src/contract/photoSorts.ts';
import { JsonText } from '../../database/jsonText.ts';
import type { PhotoTable } from '../../database/photoTables.ts';
import { runKept } from '../../database/preparedQuery.ts';
import type { Database } from '../../database/schema.ts';
import { readBestOfEvent } from './bestOfEvent.ts';
import { readLikedRows } from './likedRows.ts';
import { byRarity, type ListViewer, RARE, shownTo, totalOf } from './listParts.ts';
import { cursorOf, likedCursorOf, likedPlaceOf, positionOf, restCursorOf } from './pageCursor.ts';
import { type Facet, filterFrom, isOfOneFan, type PhotoConditions, singleFacet } from './photoConditions.ts';
import {
  type Filter,
  type Keys,
  keysByFacets,
  keysByTerms,
  keysByWalk,
  keysOfFacet,
  type Position,
} from './photoKeys.ts';
import { keysByMonths } from './photoMonths.ts';
import { photosAsJson, type Viewer } from './photoText.ts';

export interface PageRequest {
  readonly cursor?: string | undefined;
  readonly l?: number | undefined;
}
/** A page of a narrowed list. */
export interface ListRequest extends PageRequest {
  /** Absent: the newest first. */
  readonly sort?: PhotoSort | undefined;
  /** The best photos of the event that the conditions name, in one page (FAN-18). */
  readonly best?: BestKind | undefined;
}

/** Photos looked at, at most, in the hope of a full page before the index of terms is asked. */
const WALK = 1500;
/** The same for the photos with one facet: each is looked up in a second table. */
const FACET_WALK = 600;
/** The same for several facets alone: indexes are enough. */
const INDEX_WALK = 1500;

/** Photos looked at for a page of those nobody likes. */
const UNLIKED_WALK = 300;

/** Pages in a row, at most, of which the viewer wants to see nothing. */
const MUTED_PAGES = 10;

/**
 * One page. `total` is given where a counter is kept: for no condition, or exactly one.
 * Without photos of people the viewer muted, unless their own page is asked for: a page may then be shorter than it could.
 */
export async function readPhotoPage(
  db: Kysely<Database>,
  viewer: Viewer,
  conditions: PhotoConditions,
  page: ListRequest,
): Promise<JsonText<PhotoPage>> {
  if (page.best !== undefined) return readBestPage(db, viewer, conditions, page.best);
  const seen = { ...viewer, muter: isOfOneFan(conditions) ? null : viewer.userId };
  const read = page.sort === undefined ? readNewest : readSorted[page.sort];
  let found = await read(db, seen, conditions, page);
  for (let i = 1; i < MUTED_PAGES && found.list === '[]' && found.cursor !== null; i++) {
    found = { ...(await read(db, seen, conditions, { ...page, cursor: found.cursor })), total: found.total };
  }
  // A page that a block keeps from the viewer tells nothing, its number of photos included.
  const isEmpty = page.cursor === undefined && found.list === '[]' && found.cursor === null;
  const total = isEmpty && found.total !== null ? 0 : found.total;
  return new JsonText(`{"media_list":${found.list},"cursor":${JSON.stringify(found.cursor)},"total":${total}}`);
}

async function readBestPage(
  db: Kysely<Database>,
  viewer: Viewer,
  conditions: PhotoConditions,
  kind: BestKind,
): Promise<JsonText<PhotoPage>> {
  const [, eventId = ''] = singleFacet(conditions) ?? [];
  const media_list = await readBestOfEvent(db, viewer, eventId, { kind });
  const page: PhotoPage = { media_list, cursor: null, total: null };
  return new JsonText(JSON.stringify(page));
}

/** Rows of each order besides the newest first. */
const readSorted: Readonly<Record<PhotoSort, typeof readNewest>> = { likes: readMostLiked };

/** A page, as text. */
interface PageText {
  /** JSON array of photos. */
  readonly list: string;
  /** null: no more follow. */
  readonly cursor: string | null;
  readonly total: number | null;
}

async function readNewest(
  db: Kysely<Database>,
  viewer: ListViewer,
  conditions: PhotoConditions,
  { cursor, l = LIST_PAGE }: PageRequest,
): Promise<PageText> {
  const from = cursor === undefined ? null : positionOf(cursor);
  const { list, last, total } = await readRows(db, viewer, conditions, { from, rows: l });
  return { list, total, cursor: last === null ? null : cursorAt(last) };
}

/** Photos somebody likes, by their likes; then those nobody likes, the newest first. */
async function readMostLiked(
  db: Kysely<Database>,
  viewer: ListViewer,
  conditions: PhotoConditions,
  { cursor, l = LIST_PAGE }: PageRequest,
): Promise<PageText> {
  const place = likedPlaceOf(cursor);
  const liked =
    place.among === 'liked'
      ? await readLikedRows(db, viewer, conditions, { from: place.after, rows: l })
      : { ...NONE, last: null };
  if (liked.last !== null) return { list: liked.list, total: liked.total, cursor: likedCursorOf(liked.last) };
  const from = place.among === 'rest' ? place.after : null;
  const rest = await readRows(db, viewer, conditions, { from, rows: l - liked.found, isUnliked: true });
  return {
    list: joinLists([liked.list, rest.list]),
    total: liked.total ?? rest.total,
    cursor: rest.last === null ? null : restCursorOf(cursorAt(rest.last)),
  };
}

/** JSON arrays as one. */
const joinLists = (lists: readonly string[]): string =>
  `[${lists
    .map((list) => list.slice(1, -1))
    .filter((items) => items !== '')
    .join(',')}]`;

/** Rows of a page. */
interface RowsRequest {
  readonly from: Position | null;
  readonly rows: number;
  /** Without photos that somebody likes. */
  readonly isUnliked?: boolean;
}

async function readRows(
  db: Kysely<Database>,
  viewer: ListViewer,
  conditions: PhotoConditions,
  request: RowsRequest,
): Promise<KeyedRows> {
  const { tenant } = viewer;
  const limit = request.isUnliked ? Math.max(UNLIKED_WALK, request.rows + 1) : request.rows + 1;
  const keys: Keys = { tenant, from: request.from, limit };
  const read: ReadKeyed = (found, counted, ifMore = false) =>
    readKeyed(db, viewer, { ...request, limit, found, counted, ifMore });
  const single = singleFacet(conditions);
  if (single) return read(keysOfFacet(keys, single[0] === 'all' ? null : single), single);
  return readFiltered(db, keys, await filterFrom(db, tenant, conditions), read);
}

type ReadKeyed = (found: RawBuilder<unknown>, counted: Facet | null, ifMore?: boolean) => Promise<KeyedRows>;

async function readFiltered(
  db: Kysely<Database>,
  keys: Keys,
  filter: Filter,
  readCounted: ReadKeyed,
): Promise<KeyedRows> {
  const { all, facets } = await byRarity(db, keys.tenant, filter.facets);
  const [rarest] = facets;
  const sorted = facets.map(({ facet }) => facet);
  if (!rarest || rarest.n <= 0) return NONE;
  const facet = rarest.facet[0] === 'all' ? null : rarest.facet;
  const isByFacets = facets.length > 1 && filter.words.length === 0 && filter.photographers === null;
  const walk = facet === null ? WALK : isByFacets ? INDEX_WALK : FACET_WALK;
  const isWhole = rarest.n <= walk;
  const isRare = facet !== null && rarest.n <= RARE;
  /** Share of the rarest facet's photos that have the other facets, if they have nothing to do with one another. */
  const share = facets.reduce((product, { n }) => (product * n) / all, all / rarest.n);
  const likely = Math.min(walk, rarest.n) * share;
  const read = (found: RawBuilder<unknown>, ifMore = false) => readCounted(found, null, ifMore);
  let found = likely;
  if (isRare ? isByFacets && likely > keys.limit : isWhole || likely > keys.limit) {
    const walked = isByFacets ? keysByFacets(keys, sorted, walk) : keysByWalk(keys, facet, filter, walk);
    const page = await read(walked, !isWhole);
    if (isWhole || page.last !== null) return page;
    found = page.found;
  }
  // So few have the facet that reading those of them that pass is nothing.
  if (isRare) return read(keysByTerms(keys, filter));
  // Among so many there are two pages, if they are like those that were looked at.
  const wide = (2 * keys.limit * walk) / (found + 1);
  return read(await keysByMonths(db, keys, filter, rarest.n, wide));
}

interface KeyedRows {
  /** Keys there were, one more than a page at most. */
  readonly found: number;
  /** JSON array of photos. */
  readonly list: string;
  /** Epoch ms and id of the last one, if more follow. */
  readonly last: readonly [number, number] | null;
  readonly total: number | null;
}

const NONE: KeyedRows = { found: 0, list: '[]', last: null, total: null };

const cursorAt = ([at, id]: readonly [number, number]): string => cursorOf({ at: new Date(at), id });

interface KeyedRequest extends RowsRequest {
  /** Query for the keys, `limit` at most. */
  readonly limit: number;
  readonly found: RawBuilder<unknown>;
  /** The counter that is the list's total. */
  readonly counted: Facet | null;
  /** Only if more follow, or were looked at no further; none otherwise. */
  readonly ifMore: boolean;
}

/** The photos of the first `rows` keys. */
async function readKeyed(db: Kysely<Database>, viewer: ListViewer, request: KeyedRequest): Promise<KeyedRows> {
  const { found, rows, limit, counted, ifMore, isUnliked = false } = request;
  const isShown = ifMore ? sql`and exists (select 1 from ending)` : sql``;
  const isOfRest = isUnliked ? sql`where not exists (select 1 from photo_rank r where r.id = found.id)` : sql``;
  const last = sql`select created_at, id from k where position = ${rows} and exists (select 1 from k where position > ${rows})`;
  // Few of those that were looked at are left: the next page goes on behind them. Other lists do not pay for planning this.
  const endings = isUnliked
    ? sql`last as (${last}), looked as (select created_at, id from found order by created_at desc, id desc offset ${limit - 1}),
      ending as (select * from last union all (select * from looked where not exists (select 1 from last)))`
    : sql`ending as (${last})`;
  const shown = shownTo(viewer, sql`k.position <= ${rows} ${isShown}`);
  const query = sql<KeyedRows>`
    with found as materialized (${found}),
      k as materialized (select id, created_at, row_number() over (order by created_at desc, id desc) as position from found ${isOfRest}),
      ${endings}
    select ${photosAsJson(viewer, shown)} as list, ${totalOf(viewer.tenant, counted)} as total, (select count(*) from k) as found,
      (select json_build_array((extract(epoch from created_at) * 1000)::int8, id) from ending) as last`;
  // One facet has an index in the order of its list, and most ask for pages of one size.
  const isKept = counted !== null && rows === LIST_PAGE && !isUnliked;
  const result = await (isKept ? runKept(db, query) : query.execute(db));
  return result.rows[0] ?? NONE;
}

/** A fan's public name. Empty: the fan has left the service. */
export const screenName = (profile: { nickname: string | null }): string => profile.nickname ?? '';

/** Returns the whole photo, hidden or not, locked until the transaction ends. Undefined: it is gone. */
export const lockPhotoRow = (
  trx: Transaction<Database>,
  tenant: string,
  mediaUrl: string,
): Promise<Selectable<PhotoTable> | undefined> =>
  trx
    .selectFrom('photo')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('media_url', '=', mediaUrl)
    .forUpdate()
    .executeTakeFirst();

/** A photo that is not hidden, locked to be changed or deleted until the transaction ends. */
export const lockShownPhoto = (
  trx: Transaction<Database>,
  tenant: string,
  mediaUrl: string,
): Promise<Selectable<PhotoTable> | undefined> =>
  trx
    .selectFrom('photo')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('media_url', '=', mediaUrl)
    .where('hidden_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** A photo an operator or the server hid, of this author, locked for the transaction. Undefined: there is none. */
export const lockHiddenPhotoOf = (
  trx: Transaction<Database>,
  tenant: string,
  userId: string,
  mediaUrl: string,
): Promise<Selectable<PhotoTable> | undefined> =>
  trx
    .selectFrom('photo')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('media_url', '=', mediaUrl)
    .where('user_id', '=', userId)
    .where('hidden_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
