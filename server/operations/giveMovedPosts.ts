/**
 * Gives photos and bookmarks of a moved event to the event that takes its place (STF-08c), and then removes the event. A page is one transaction,
 * so that a copy that dies leaves the rest to another one, and fans who edit one of the photos wait for a page only.
 */
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { EVENT_MOVES } from '../../src/contract/staffLimits.ts';
import { moveEventBookmarks, removeBookmarkCounts, removeBookmarksTo } from '../api/bookmarks/repository.ts';
import { deleteEventRows, hasPhotos } from '../api/events/repository.ts';
import { giveToEvent } from '../api/photos/photoWrites.ts';
import { seasonOf } from '../api/photos/postPhotos.ts';
import { readPostReferences } from '../api/photos/postState.ts';
import { giveWall } from '../api/wall/repository.ts';
import { inTransaction } from '../database/retryTransaction.ts';
import type { Database, EventMoveTable } from '../database/schema.ts';

type Trx = Transaction<Database>;
type MoveKey = Pick<Selectable<EventMoveTable>, 'tenant' | 'event_id'>;
type Move = MoveKey & Pick<Selectable<EventMoveTable>, 'into_id'>;

/** A copy that has not ended a page after this long has died: another goes on. */
const LEASE_MS = 60_000;

/** Works on all moves whose news has gone out. Returns how many photos went over. */
export async function giveMovedPosts(db: Kysely<Database>, now: Date, isStopped?: () => boolean): Promise<number> {
  let photos = 0;
  while (!isStopped?.()) {
    const move = await takeMove(db, now);
    if (move === null) break;
    for (let isMore = true; isMore && !isStopped?.(); ) {
      const page = await inTransaction(db, (trx) => givePage(trx, move, now));
      photos += page.photos;
      isMore = page.isMore;
    }
  }
  return photos;
}

/** Takes a move that is due. Those who posted are known by their photos, so they are told first. */
async function takeMove(db: Kysely<Database>, now: Date): Promise<MoveKey | null> {
  const lease = new Date(now.getTime() + LEASE_MS);
  const { rows } = await sql<MoveKey>`
    update event_move set due_at = ${lease}::timestamptz where (tenant, event_id) = (
      select m.tenant, m.event_id from event_move m where m.due_at <= ${now}::timestamptz
        and not exists (select 1 from news n where n.tenant = m.tenant and n.news_id = m.news_id and n.state in ('scheduled', 'sending'))
      order by m.due_at limit 1 for update skip locked)
    returning tenant, event_id`.execute(db);
  return rows[0] ?? null;
}

interface Page {
  readonly photos: number;
  readonly isMore: boolean;
}

/** Handles the next photos, else the next bookmarks, else the end. */
async function givePage(trx: Trx, { tenant, event_id }: MoveKey, now: Date): Promise<Page> {
  const move = await trx
    .selectFrom('event_move')
    .select(['tenant', 'event_id', 'into_id'])
    .where('tenant', '=', tenant)
    .where('event_id', '=', event_id)
    .where('due_at', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (!move) return { photos: 0, isMore: false };
  const photos = await givePhotos(trx, move);
  if (photos > 0) await keepLease(trx, move, photos, now);
  const isMore =
    photos > 0 || (await moveEventBookmarks(trx, move, EVENT_MOVES.atOnce)) > 0 || (await isLeft(trx, move));
  if (!isMore) await endMove(trx, move);
  return { photos, isMore };
}

async function givePhotos(trx: Trx, { tenant, event_id, into_id }: Move): Promise<number> {
  const photos = await trx
    .selectFrom('photo')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('event_id', '=', event_id)
    .orderBy('id')
    .limit(EVENT_MOVES.atOnce)
    .forUpdate()
    .execute();
  if (photos.length === 0) return 0;
  const into = await trx
    .selectFrom('event')
    .select(['season_id', 'event_date'])
    .where('tenant', '=', tenant)
    .where('event_id', '=', into_id)
    .executeTakeFirstOrThrow();
  const { seasons } = await readPostReferences(trx, tenant, null);
  const season_id = seasonOf(seasons, into.season_id, into.event_date);
  await giveToEvent(trx, photos, { event_id: into_id, season_id });
  // What staff approved for the wall stays approved.
  const urls = photos.map(({ media_url }) => media_url);
  await sql`update wall_photo set event_id = ${into_id}
    where tenant = ${tenant} and event_id = ${event_id} and media_url = any(${urls}::text[])`.execute(trx);
  return photos.length;
}

const keepLease = (trx: Trx, { tenant, event_id }: Move, photos: number, now: Date) =>
  sql`
  update event_move set photos = photos + ${photos}, due_at = ${new Date(now.getTime() + LEASE_MS)}::timestamptz
  where tenant = ${tenant} and event_id = ${event_id}`.execute(trx);

/** Locks the event and looks whether a post came in before the lock. */
async function isLeft(trx: Trx, { tenant, event_id }: Move): Promise<boolean> {
  await sql`select from event where tenant = ${tenant} and event_id = ${event_id} for update`.execute(trx);
  return hasPhotos(trx, tenant, event_id);
}

/** Removes the event. Its address leads to the other one from now on, and so does news about it. */
async function endMove(trx: Trx, { tenant, event_id, into_id }: Move): Promise<void> {
  await trx
    .updateTable('news')
    .set({ about: into_id })
    .where('tenant', '=', tenant)
    .where('audience', 'in', ['event', 'posters'])
    .where('about', '=', event_id)
    .execute();
  // Other figures followed their photos; reads are counted by event alone.
  await sql`
    with gone as (delete from figure where tenant = ${tenant} and kind = 'reads' and about = ${event_id} returning day, n)
    insert into figure(tenant, day, kind, about, n) select ${tenant}, day, 'reads', ${into_id}, n from gone order by day
    on conflict (tenant, day, kind, about) do update set n = figure.n + excluded.n`.execute(trx);
  await giveWall(trx, { tenant, eventId: event_id }, into_id);
  await removeBookmarksTo(trx, tenant, [event_id]);
  await removeBookmarkCounts(trx, tenant, [event_id]);
  await deleteEventRows(trx, tenant, event_id);
  await trx
    .updateTable('event_move')
    .set({ due_at: null })
    .where('tenant', '=', tenant)
    .where('event_id', '=', event_id)
    .execute();
}
