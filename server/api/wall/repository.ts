/** The wall of an event in the database (WAL): its keys, its settings, what staff decided of photos, and what it plays. */
import { type Insertable, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Photo } from '../../../src/contract/entities.ts';
import type { WallDecision } from '../../../src/contract/staffWallEndpoints.ts';
import { NEW_WALL, type WallState } from '../../../src/contract/wall.ts';
import { WALL_PHOTOS } from '../../../src/contract/wallLimits.ts';
import type { Database } from '../../database/schema.ts';
import type { WallKeyTable } from '../../database/wallTables.ts';
import { photosAsJson } from '../photos/photoText.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;

/** The wall of one event. */
export interface WallEvent {
  readonly tenant: string;
  readonly eventId: string;
}
export interface StoredState extends WallState {
  readonly version: number;
}

const DEFAULTS: StoredState = { ...NEW_WALL, version: 0 };
const STATE = [
  ...(['version', 'needs_approval', 'layout', 'motion', 'message'] as const),
  ...(['is_paused', 'is_blackout', 'pinned', 'skips'] as const),
] as const;

/** Returns the settings of the event's wall. */
export async function readWallState(db: Db, { tenant, eventId }: WallEvent): Promise<StoredState> {
  const row = await db
    .selectFrom('wall_state')
    .select(STATE)
    .where('tenant', '=', tenant)
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  return row ?? DEFAULTS;
}

/** As `readWallState`. Until the transaction ends nobody else of the staff changes the event's wall. The event must be there. */
export async function lockWallState(trx: Trx, { tenant, eventId }: WallEvent): Promise<StoredState> {
  await trx
    .insertInto('wall_state')
    .values({ tenant, event_id: eventId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return trx
    .selectFrom('wall_state')
    .select(STATE)
    .where('tenant', '=', tenant)
    .where('event_id', '=', eventId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function saveWallState(trx: Trx, { tenant, eventId }: WallEvent, state: Partial<StoredState>) {
  await trx.updateTable('wall_state').set(state).where('tenant', '=', tenant).where('event_id', '=', eventId).execute();
}

/**
 * Gives the keys of an event's wall to another event, and its settings if nobody chose any for that one. Decisions follow their photos by
 * themselves.
 */
export async function giveWall(trx: Trx, { tenant, eventId }: WallEvent, intoId: string): Promise<void> {
  const columns = sql.join(STATE.map((name) => sql.ref(name)));
  const changes = sql.join(STATE.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`));
  await sql`
    insert into wall_state(tenant, event_id, ${columns})
      select tenant, ${intoId}, ${columns} from wall_state where tenant = ${tenant} and event_id = ${eventId}
    on conflict (tenant, event_id) do update set ${changes}
      where wall_state.version = 0 and excluded.version > 0`.execute(trx);
  const keys = trx.updateTable('wall_key').set({ event_id: intoId });
  await keys.where('tenant', '=', tenant).where('event_id', '=', eventId).execute();
}

/** Photo p may be on a wall of the event at all: shown to everybody, and permitted for the club's use. */
const isUsable = ({ tenant, eventId }: WallEvent): RawBuilder<boolean> =>
  sql`p.tenant = ${tenant} and p.event_id = ${eventId} and p.hidden_at is null and p.usepermit`;
/** Joins what staff decided of photo p, as w. */
const decisionOf = ({ tenant, eventId }: WallEvent): RawBuilder<unknown> =>
  sql`left join wall_photo w on w.tenant = ${tenant} and w.event_id = ${eventId} and w.media_url = p.media_url`;

/** Ids of photos with their places, for `photosAsJson`. */
interface Keys {
  readonly id: number;
  readonly media_url: string;
  readonly decision: WallDecision;
}

/** Approved photos, the last approved first. Few approved ones are found without a look at the many others. */
const approvedKeys = (place: WallEvent) => sql<Keys>`
  select p.id, p.media_url, 'approved' as decision from wall_photo w join photo p on p.media_url = w.media_url
  where w.tenant = ${place.tenant} and w.event_id = ${place.eventId} and w.state = 'approved' and ${isUsable(place)}
  order by w.at desc, p.id desc limit ${WALL_PHOTOS.played}`;

/** Photos that nobody rejected, the last posted first. */
const unrejectedKeys = (place: WallEvent) => sql<Keys>`
  select p.id, p.media_url, coalesce(w.state, 'waiting') as decision from photo p ${decisionOf(place)}
  where ${isUsable(place)} and w.state is distinct from 'rejected'
  order by p.created_at desc, p.id desc limit ${WALL_PHOTOS.played}`;

/** Photos of these that walls may show now, whatever else is listed. */
const playableKeys = (place: WallEvent, { needs_approval }: WallState, mediaUrls: readonly string[]) => sql<Keys>`
  select p.id, p.media_url, coalesce(w.state, 'waiting') as decision from photo p ${decisionOf(place)}
  where ${isUsable(place)} and p.media_url = any(${mediaUrls}::text[])
    and (w.state = 'approved' or (not ${needs_approval}::boolean and w.state is distinct from 'rejected'))`;
/** The pinned photo, which may be older than all the others. */
const pinnedKey = (place: WallEvent, state: WallState) =>
  playableKeys(place, state, state.pinned === null ? [] : [state.pinned]);

const waitingKeys = (place: WallEvent) => sql<Keys>`
  select p.id, p.media_url, 'waiting' as decision from photo p ${decisionOf(place)}
  where ${isUsable(place)} and w.state is null order by p.created_at, p.id limit ${WALL_PHOTOS.waiting}`;

export interface DecidedRow {
  readonly photo: Photo;
  readonly decision: WallDecision;
}

async function photosOf(db: Db, { tenant }: WallEvent, keys: readonly Keys[]): Promise<DecidedRow[]> {
  if (keys.length === 0) return [];
  const wanted = sql`select id, position from
    unnest(${keys.map(({ id }) => id)}::bigint[]) with ordinality as w(id, position)`;
  // A block between fans is none of the screen: it has no account.
  const { rows } = await sql<{ list: string }>`
    select ${photosAsJson({ tenant, userId: null }, wanted)} as list`.execute(db);
  const decisions = new Map(keys.map(({ media_url, decision }) => [media_url, decision]));
  return (JSON.parse(rows[0]?.list ?? '[]') as Photo[]).map((photo) => ({
    photo,
    decision: decisions.get(photo.media_url) ?? 'waiting',
  }));
}

/** Returns what walls of the event may play, the newest first, and the pinned photo at the end if it is older (WAL-02a). */
export async function readPlayed(db: Db, place: WallEvent, state: WallState): Promise<DecidedRow[]> {
  const query = state.needs_approval ? approvedKeys(place) : unrejectedKeys(place);
  const { rows } = await query.execute(db);
  const isPinnedThere = state.pinned === null || rows.some(({ media_url }) => media_url === state.pinned);
  const pinned = isPinnedThere ? [] : (await pinnedKey(place, state).execute(db)).rows;
  return photosOf(db, place, [...rows, ...pinned]);
}

/** Returns the oldest photos that wait for an approval, and the number of all. */
export async function readWaitingPhotos(db: Db, place: WallEvent): Promise<{ list: DecidedRow[]; count: number }> {
  const { rows } = await waitingKeys(place).execute(db);
  if (rows.length < WALL_PHOTOS.waiting) return { list: await photosOf(db, place, rows), count: rows.length };
  const counted = await sql<{ n: number }>`
    select count(*)::int as n from photo p ${decisionOf(place)} where ${isUsable(place)} and w.state is null`.execute(
    db,
  );
  return { list: await photosOf(db, place, rows), count: counted.rows[0]?.n ?? 0 };
}

/** Returns the photos of these that walls of the event may show now. */
export async function keepPlayable(
  db: Db,
  place: WallEvent,
  state: WallState,
  mediaUrls: readonly string[],
): Promise<string[]> {
  const { rows } = await playableKeys(place, state, mediaUrls).execute(db);
  return rows.map(({ media_url }) => media_url);
}

/** Whether walls of the event may show the photo now. */
export async function isPlayable(db: Db, place: WallEvent, state: WallState): Promise<boolean> {
  return (await pinnedKey(place, state).execute(db)).rows.length > 0;
}

/** Returns what staff decided of a photo; null: it is none that a wall of the event may ever show. */
export async function readDecision(db: Db, place: WallEvent, mediaUrl: string): Promise<WallDecision | null> {
  const { rows } = await sql<{ decision: WallDecision }>`
    select coalesce(w.state, 'waiting') as decision from photo p ${decisionOf(place)}
    where ${isUsable(place)} and p.media_url = ${mediaUrl}`.execute(db);
  return rows[0]?.decision ?? null;
}

export async function saveDecision(
  trx: Trx,
  { tenant, eventId }: WallEvent,
  mediaUrl: string,
  decision: WallDecision,
  at: Date,
): Promise<void> {
  const key = { tenant, event_id: eventId, media_url: mediaUrl };
  if (decision === 'waiting') {
    const row = trx.deleteFrom('wall_photo').where('tenant', '=', tenant).where('event_id', '=', eventId);
    await row.where('media_url', '=', mediaUrl).execute();
    return;
  }
  await trx
    .insertInto('wall_photo')
    .values({ ...key, state: decision, at })
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'event_id', 'media_url']).doUpdateSet({ state: decision, at }),
    )
    .execute();
}

/** Number of shown photos of the event that were posted since. */
export async function countSince(db: Db, { tenant, eventId }: WallEvent, since: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from photo
    where tenant = ${tenant} and event_id = ${eventId} and created_at >= ${since} and hidden_at is null`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Keys of the event that are not revoked, the oldest first. */
export const readWallKeys = (db: Db, { tenant, eventId }: WallEvent) =>
  db
    .selectFrom('wall_key')
    .select(['key_id', 'name', 'hash', 'created_at', 'seen_at'])
    .where('tenant', '=', tenant)
    .where('event_id', '=', eventId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .orderBy('key_id')
    .execute();

export async function addWallKey(trx: Trx, key: Insertable<WallKeyTable>): Promise<void> {
  await trx.insertInto('wall_key').values(key).execute();
}

/** Revokes a key of the tenant. Returns its name and event; undefined: there is none, or it was revoked before. */
export const revokeWallKey = (trx: Trx, tenant: string, keyId: string, at: Date) =>
  trx
    .updateTable('wall_key')
    .set({ revoked_at: at })
    .where('key_id', '=', keyId)
    .where('tenant', '=', tenant)
    .where('revoked_at', 'is', null)
    .returning(['name', 'event_id'])
    .executeTakeFirst();

/** Notes that a wall asks with the key. */
export async function markWallSeen(db: Db, keyId: string, at: Date): Promise<void> {
  await db.updateTable('wall_key').set({ seen_at: at }).where('key_id', '=', keyId).execute();
}
