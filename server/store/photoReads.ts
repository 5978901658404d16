/** Newest-first pages of photos, narrowed by any conditions, and single photos. */
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Photo, PhotoPage } from '../../src/contract/entities.ts';
import { LIST_PAGE } from '../../src/contract/limits.ts';
import { formatWireDateTime } from '../../src/rules/dates.ts';
import { tagValue } from './photoWrites.ts';
import type { Database, TallyKind } from './schema.ts';
import { containsPattern, normaliseText } from './searchText.ts';

/** All are ANDed. Undefined: not narrowed by it. */
export interface PhotoConditions {
  readonly event?: string | undefined;
  readonly season?: string | undefined;
  readonly team?: string | undefined;
  readonly user?: string | undefined;
  readonly location?: string | undefined;
  /** Photos that show all of them. */
  readonly persons?: readonly string[] | undefined;
  readonly hashtag?: string | undefined;
  readonly text?: string | undefined;
  readonly photographer?: 'official' | 'staff' | undefined;
}
export interface PageRequest {
  readonly cursor?: string | undefined;
  readonly l?: number | undefined;
}
/** Who looks: own_reacted is theirs. */
export interface Viewer {
  readonly tenant: string;
  readonly userId: string | null;
}

/** A cursor nobody here has made. */
export class BadCursor extends Error {}

interface Position {
  readonly at: Date;
  readonly id: number;
}
/** Opaque to clients: instant and id of the last row, base 36. */
export const cursorOf = ({ at, id }: Position): string => `${at.getTime().toString(36)}-${id.toString(36)}`;

export function positionOf(cursor: string): Position {
  const [ms, id] = cursor.split('-').map((part) => Number.parseInt(part, 36));
  if (ms === undefined || id === undefined || !Number.isSafeInteger(id)) throw new BadCursor();
  const at = new Date(ms);
  if (Number.isNaN(at.getTime()) || cursorOf({ at, id }) !== cursor) throw new BadCursor();
  return { at, id };
}

/** One page. `total` is given where a counter is kept: for no condition, or exactly one. Throws BadCursor. */
export async function readPhotoPage(
  db: Kysely<Database>,
  viewer: Viewer,
  conditions: PhotoConditions,
  page: PageRequest,
): Promise<PhotoPage> {
  const rows = page.l ?? LIST_PAGE;
  const hashtag = conditions.hashtag === undefined ? undefined : tagValue(conditions.hashtag);
  const [firstPerson] = conditions.persons ?? [];
  const tag = hashtag !== undefined ? (['htag', hashtag] as const) : firstPerson && (['person', firstPerson] as const);
  let query = selectPhotos(db, viewer).limit(rows + 1);
  if (tag) {
    // The tag's own rows are in the wanted order, so a rare hashtag in a big tenant is as quick as a common one.
    query = query
      .innerJoin('photo_tag as t', 't.id', 'p.id')
      .where('t.tenant', '=', viewer.tenant)
      .where('t.kind', '=', tag[0])
      .where('t.value', '=', tag[1])
      .orderBy('t.created_at', 'desc')
      .orderBy('t.id', 'desc');
  } else query = query.orderBy('p.created_at', 'desc').orderBy('p.id', 'desc');
  query = narrow(query, viewer.tenant, conditions);
  if (page.cursor !== undefined) {
    const { at, id } = positionOf(page.cursor);
    query = query.where(({ eb, refTuple, tuple }) =>
      tag
        ? eb(sql`(t.created_at, t.id)`, '<', sql`(${at}::timestamptz, ${id}::bigint)`)
        : eb(refTuple('p.created_at', 'p.id'), '<', tuple(at, id)),
    );
  }
  const [found, total] = await Promise.all([query.execute(), readTotal(db, viewer.tenant, conditions)]);
  const shown = found.slice(0, rows);
  const last = shown.at(-1);
  return {
    media_list: shown.map(toPhoto),
    cursor: last && found.length > rows ? cursorOf({ at: last.created_at, id: last.id }) : null,
    total,
  };
}

/** Photos by key, in the order of the keys; unknown ones are left out. */
export async function readPhotos(db: Kysely<Database>, viewer: Viewer, urls: readonly string[]): Promise<Photo[]> {
  if (urls.length === 0) return [];
  const rows = await selectPhotos(db, viewer).where('p.media_url', 'in', urls).execute();
  const byUrl = new Map(rows.map((row) => [row.media_url, toPhoto(row)]));
  return urls.flatMap((url) => byUrl.get(url) ?? []);
}

function selectPhotos(db: Kysely<Database>, { tenant, userId }: Viewer) {
  return db
    .selectFrom('photo as p')
    .leftJoin('profile as u', 'u.user_id', 'p.user_id')
    .leftJoin('event as e', (join) => join.onRef('e.tenant', '=', 'p.tenant').onRef('e.event_id', '=', 'p.event_id'))
    .select([
      ...(['p.id', 'p.media_url', 'p.user_id', 'p.public_list_id', 'p.event_id', 'p.season_id', 'p.team_id'] as const),
      ...(['p.comment', 'p.htag', 'p.player', 'p.photo_location', 'p.option', 'p.usepermit', 'p.exif'] as const),
      ...(['p.face_info', 'p.width', 'p.height', 'p.color', 'p.comment_count', 'p.reaction_count'] as const),
      ...(['p.created_at', 'u.name', 'u.nickname', 'u.avatar', 'e.event_name'] as const),
    ])
    .select(hasReacted(userId).as('own_reacted'))
    .where('p.tenant', '=', tenant)
    .where('p.hidden_at', 'is', null);
}

const hasReacted = (userId: string | null) =>
  userId === null
    ? sql<boolean>`false`
    : sql<boolean>`exists (select 1 from reaction r where r.media_url = p.media_url and r.user_id = ${userId})`;

type PhotoQuery = ReturnType<typeof selectPhotos>;
type PhotoQueryRow = Awaited<ReturnType<PhotoQuery['execute']>>[number];

function narrow<DB extends Database & { p: Database['photo'] }, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  tenant: string,
  wanted: PhotoConditions,
): SelectQueryBuilder<DB, TB, O> {
  const equal = [
    ['event_id', wanted.event],
    ['season_id', wanted.season],
    ['team_id', wanted.team],
    ['user_id', wanted.user],
    ['photo_location', wanted.location],
  ] as const;
  for (const [column, value] of equal) {
    if (value !== undefined) query = query.where(sql.ref(`p.${column}`), '=', value);
  }
  if (wanted.persons && wanted.persons.length > 0) {
    query = query.where(sql<boolean>`p.player @> ${[...wanted.persons]}::text[]`);
  }
  for (const word of normaliseText(wanted.text ?? '').split(' ')) {
    if (word !== '') query = query.where(sql<boolean>`p.search like ${containsPattern(word)}`);
  }
  if (wanted.photographer) query = query.where(isBy(wanted.photographer, tenant));
  return query;
}

/** Photos of the official user; 'staff' adds ambassadors and fans with a reserved name (SRC-07). */
function isBy(photographer: 'official' | 'staff', tenant: string) {
  const official = sql`select user_id from official_user where tenant = ${tenant}`;
  if (photographer === 'official') return sql<boolean>`p.user_id in (${official})`;
  return sql<boolean>`p.user_id in (${official} union select user_id from ambassador where tenant = ${tenant}
    union select f.user_id from profile f join reserved_name n on n.name in (f.name, f.nickname) where n.tenant = ${tenant})`;
}

async function readTotal(db: Kysely<Database>, tenant: string, wanted: PhotoConditions): Promise<number | null> {
  const given: [TallyKind, string][] = [];
  const add = (kind: TallyKind, value: string | undefined) => value !== undefined && given.push([kind, value]);
  add('event', wanted.event);
  add('season', wanted.season);
  add('team', wanted.team);
  add('user', wanted.user);
  add('location', wanted.location);
  add('htag', wanted.hashtag === undefined ? undefined : tagValue(wanted.hashtag));
  for (const person of wanted.persons ?? []) add('person', person);
  if (wanted.photographer || normaliseText(wanted.text ?? '') !== '' || given.length > 1) return null;
  const [kind, value] = given[0] ?? (['all', ''] as const);
  const row = await db
    .selectFrom('tally')
    .select('n')
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
    .where('value', '=', value)
    .executeTakeFirst();
  return row?.n ?? 0;
}

/** A fan's public name: the nickname, or the name. Empty: the fan has left the service. */
export const screenName = (profile: { name: string | null; nickname: string | null }): string =>
  profile.nickname || profile.name || '';

function toPhoto(row: PhotoQueryRow): Photo {
  return {
    media_url: row.media_url,
    user_id: row.user_id,
    user_name: row.name ?? '',
    user_screen_name: screenName(row),
    user_avatar: row.avatar,
    comment: row.comment,
    htag: row.htag,
    player: row.player.join(','),
    photo_location: row.photo_location,
    team_id: row.team_id,
    event_id: row.event_id,
    event_name: row.event_name,
    season_id: row.season_id,
    public_list_id: row.public_list_id,
    created_at: formatWireDateTime(row.created_at.getTime()),
    option: row.option,
    usepermit: row.usepermit,
    exif: row.exif,
    face_info: row.face_info,
    comment_count: row.comment_count,
    // Who reacted is asked for one photo at a time; a list needs the number and the viewer's own state.
    reactionInfo: {
      reactions: [],
      total: row.reaction_count,
      media_url: row.media_url,
      own_reacted: row.own_reacted,
    },
    width: row.width,
    height: row.height,
    color: row.color,
  };
}
