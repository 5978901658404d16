/** Newest-first pages of photos, narrowed by any conditions. */
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import type { PhotoPage } from '../../../src/contract/entities.ts';
import { LIST_PAGE } from '../../../src/contract/limits.ts';
import { JsonText } from '../../database/jsonText.ts';
import type { PhotoTable } from '../../database/photoTables.ts';
import type { Database } from '../../database/schema.ts';
import { isSeen } from '../blocks/repository.ts';
import {
  type Facet,
  isOfOneFan,
  type PhotoConditions,
  readPhotographers,
  readTallies,
  wantedWords,
} from './photoConditions.ts';
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

/** The last row as the contract's Cursor. */
export const cursorOf = ({ at, id }: Position): string => `${at.getTime().toString(36)}-${id.toString(36)}`;

/** @param cursor of the contract's form: whatever has it is a place, whether or not a row was ever there */
export function positionOf(cursor: string): Position {
  const [ms = 0, id = 0] = cursor.split('-').map((part) => Number.parseInt(part, 36));
  return { at: new Date(ms), id };
}

/** Photos looked at, at most, in the hope of a full page before the index of terms is asked. */
const WALK = 1500;
/** The same for the photos with one facet: each is looked up in a second table. */
const FACET_WALK = 600;
/** The same for several facets alone: indexes are enough. */
const INDEX_WALK = 1500;
/** Of a facet that so few photos have, the index may read all that match. */
const RARE = 6000;

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
  page: PageRequest,
): Promise<JsonText<PhotoPage>> {
  const seen = { ...viewer, muter: isOfOneFan(conditions) ? null : viewer.userId };
  let found = await readRows(db, seen, conditions, page);
  for (let i = 1; i < MUTED_PAGES && found.list === '[]' && found.last !== null; i++) {
    found = {
      ...(await readRows(db, seen, conditions, { ...page, cursor: cursorAt(found.last) })),
      total: found.total,
    };
  }
  // A page that a block keeps from the viewer tells nothing, its number of photos included.
  const isEmpty = page.cursor === undefined && found.list === '[]' && found.last === null;
  return pageOf(isEmpty ? { ...found, total: found.total === null ? null : 0 } : found);
}

/** Who looks, and whose list of muted people counts. */
interface ListViewer extends Viewer {
  readonly muter: string | null;
}

async function readRows(
  db: Kysely<Database>,
  viewer: ListViewer,
  conditions: PhotoConditions,
  page: PageRequest,
): Promise<KeyedRows> {
  const { tenant } = viewer;
  const rows = page.l ?? LIST_PAGE;
  const keys: Keys = {
    tenant,
    from: page.cursor === undefined ? null : positionOf(page.cursor),
    limit: rows + 1,
  };
  const { facets = [] } = conditions;
  const words = wantedWords(conditions);
  const [facet = null] = facets;
  if (facets.length <= 1 && words.length === 0 && conditions.photographer === undefined) {
    return readKeyed(db, viewer, keysOfFacet(keys, facet), rows, facet ?? ['all', '']);
  }
  const photographers = await readPhotographers(db, tenant, conditions.photographer);
  return readFiltered(db, viewer, keys, { words, facets, photographers }, rows);
}

async function readFiltered(db: Kysely<Database>, viewer: ListViewer, keys: Keys, filter: Filter, rows: number) {
  const wanted: readonly Facet[] = filter.facets.length === 0 ? [['all', '']] : filter.facets;
  const [all = 0, ...counts] = await readTallies(db, keys.tenant, [['all', ''], ...wanted]);
  const facets = wanted.map((facet, i) => ({ facet, n: counts[i] ?? 0 })).sort((a, b) => a.n - b.n);
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
  const read = (found: RawBuilder<unknown>, ifMore = false) => readKeyed(db, viewer, found, rows, null, ifMore);
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

const pageOf = ({ list, last, total }: KeyedRows): JsonText<PhotoPage> => {
  const cursor = last === null ? null : cursorAt(last);
  return new JsonText(`{"media_list":${list},"cursor":${JSON.stringify(cursor)},"total":${total}}`);
};

/**
 * The photos of the first `rows` keys.
 * @param counted the counter that is the list's total
 * @param ifMore only if more follow; none otherwise
 */
async function readKeyed(
  db: Kysely<Database>,
  viewer: ListViewer,
  keys: RawBuilder<unknown>,
  rows: number,
  counted: Facet | null,
  ifMore = false,
): Promise<KeyedRows> {
  const isShown = ifMore ? sql`and exists (select 1 from k where position > ${rows})` : sql``;
  const shown =
    viewer.muter === null
      ? sql`select id, position from k where position <= ${rows} ${isShown}`
      : sql`select k.id, k.position from k join photo a on a.id = k.id
          where k.position <= ${rows} and ${isSeen(viewer.muter, 'a.user_id')} ${isShown}`;
  const total = counted
    ? sql`greatest(0, (select n from tally
        where tenant = ${viewer.tenant} and kind = ${counted[0]} and value = ${counted[1]}))`
    : sql`null::int`;
  const result = await sql<KeyedRows>`
    with found as materialized (${keys}),
      k as materialized (select id, created_at, row_number() over (order by created_at desc, id desc) as position from found)
    select ${photosAsJson(viewer, shown)} as list, ${total} as total, (select count(*) from k) as found,
      (select json_build_array((extract(epoch from created_at) * 1000)::int8, id) from k
        where position = ${rows} and exists (select 1 from k where position > ${rows})) as last`.execute(db);
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
