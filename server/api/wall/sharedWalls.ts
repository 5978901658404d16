/**
 * What all walls of an event are told (WAL-06): computed once for those that ask within WALL_TIMES.shared, whatever their keys are. So
 * fifty screens cost the database as much as one, and a wrong key costs no more than a right one.
 */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Photo } from '../../../src/contract/entities.ts';
import type { Wall, WallPhoto } from '../../../src/contract/wall.ts';
import { WALL_TIMES } from '../../../src/contract/wallLimits.ts';
import { startOfDay } from '../../../src/rules/dates.ts';
import type { Database } from '../../database/schema.ts';
import { readMovedAlong } from '../../operations/eventMoves.ts';
import { readEvent } from '../access/repository.ts';
import { createCredits } from '../photos/photoCredits.ts';
import { countSince, readPlayed, readWallKeys, readWallState, type WallEvent } from './repository.ts';

type Db = Kysely<Database>;

interface SharedKey {
  readonly keyId: string;
  /** Nobody has noted lately that a wall asks with it. */
  isSeenDue: boolean;
}

/** An event's wall as it is told, and who may be told. */
interface SharedWall {
  /** Its keys by their hashes. */
  readonly keys: ReadonlyMap<string, SharedKey>;
  /** Events that have its keys since it was moved. */
  readonly movedTo: readonly string[];
  /** Changes with what the wall shows. */
  readonly tag: string;
  /** Opens the wall without a key (`WallFeed`). */
  readonly pass: string;
  /** null: it has no keys. */
  readonly wall: Wall | null;
}
interface Kept {
  /** Epoch ms at which it was asked for. */
  readonly at: number;
  readonly shared: Promise<SharedWall>;
}

/** Events whose walls are remembered at once, by database. */
const KEPT = 300;
const keptOf = new WeakMap<Db, Map<string, Kept>>();

export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('hex');

const nameOf = ({ tenant, eventId }: WallEvent): string => `${tenant} ${eventId}`;

/** Makes the walls of an event ask the database again: the staff changed something. */
export function forgetWall(db: Db, place: WallEvent): void {
  keptOf.get(db)?.delete(nameOf(place));
}

/**
 * Returns the event's wall, at most WALL_TIMES.shared old.
 * @param now epoch ms
 */
function readSharedWall(db: Db, place: WallEvent, now: number): Promise<SharedWall> {
  const kept = keptOf.get(db) ?? new Map<string, Kept>();
  keptOf.set(db, kept);
  const name = nameOf(place);
  const known = kept.get(name);
  if (known !== undefined && now - known.at < WALL_TIMES.shared) return known.shared;
  const read = { at: now, shared: computeWall(db, place, now) };
  kept.delete(name);
  kept.set(name, read);
  const [oldest] = kept.keys();
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  read.shared.catch(() => kept.get(name) === read && kept.delete(name));
  return read.shared;
}

/**
 * Returns the wall that a key opens, and the key; null: it opens none here. A screen of a moved event still asks at the old address.
 * @param now epoch ms
 */
export async function openSharedWall(db: Db, place: WallEvent, secret: string, now: number) {
  const hash = hashOfKey(secret);
  const openAt = async (eventId: string) => {
    const shared = await readSharedWall(db, { tenant: place.tenant, eventId }, now);
    const key = shared.keys.get(hash);
    const { tag, wall, pass } = shared;
    return { shared, opened: key === undefined ? null : { key, tag, wall, feed: { event_id: eventId, pass } } };
  };
  const { shared, opened } = await openAt(place.eventId);
  for (const eventId of opened ? [] : shared.movedTo) {
    const other = await openAt(eventId);
    if (other.opened) return other.opened;
  }
  return opened;
}

/**
 * Returns the event's wall for whoever has its present pass; null: nobody has.
 * @param now epoch ms
 */
export async function readFeed(db: Db, place: WallEvent, pass: string, now: number) {
  const shared = await readSharedWall(db, place, now);
  return shared.wall !== null && shared.pass === pass ? shared : null;
}

/** Nobody can guess it who does not know all keys of the event. It stands in addresses, so it ends with the day. */
function passOf({ tenant, eventId }: WallEvent, hashes: readonly string[], now: number): string {
  const parts = ['wall', tenant, eventId, startOfDay(now), hashes.toSorted()];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
}

async function computeWall(db: Db, place: WallEvent, now: number): Promise<SharedWall> {
  const rows = await readWallKeys(db, place);
  if (rows.length === 0) {
    const movedTo = await readMovedAlong(db, place);
    // What is shared of them may be older than the end of the move, and lack the keys.
    for (const eventId of movedTo) forgetWall(db, { tenant: place.tenant, eventId });
    return { keys: new Map(), movedTo, tag: '', pass: '', wall: null };
  }
  const keys = new Map(rows.map(({ hash, key_id, seen_at }) => [hash, sharedKeyOf(key_id, seen_at, now)]));
  const event = await readEvent(db, place.tenant, place.eventId);
  const { version: _, ...state } = await readWallState(db, place);
  const played = await readPlayed(db, place, state);
  const creditOf = await createCredits(db, place.tenant);
  const wall = {
    event_name: event?.event_name ?? '',
    state,
    today: await countSince(db, place, new Date(startOfDay(now))),
    photos: played.map(({ photo }) => wallPhotoOf(photo, creditOf(photo))),
  };
  const tag = createHash('sha256').update(JSON.stringify(wall)).digest('base64url').slice(0, 22);
  return { keys, movedTo: [], tag, pass: passOf(place, [...keys.keys()], now), wall };
}

const sharedKeyOf = (keyId: string, seenAt: Date | null, now: number): SharedKey => ({
  keyId,
  isSeenDue: seenAt === null || now - seenAt.getTime() >= WALL_TIMES.seenEvery,
});

/** A photo as walls are told about it. @param credit its credit line, '' for none */
export const wallPhotoOf = (photo: Photo, credit: string): WallPhoto => ({
  media_url: photo.media_url,
  author: photo.user_id,
  width: photo.width,
  height: photo.height,
  color: photo.color,
  variants: photo.variants ?? [],
  has_preview: photo.has_preview ?? false,
  original_pending: photo.original_pending ?? false,
  faces: photo.face_info.map(({ BoundingBox }) => BoundingBox),
  credit,
  message: photo.comment,
  players: photo.player.split(',').filter((name) => name !== ''),
});
