/** Bookmarks of photos and events, and their number: kept in the same transaction, whatever becomes of them. */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { UNPAGED_LIST_MAX } from '../../../src/contract/limits.ts';
import { addToTally } from '../../database/counters.ts';
import { deleteInOrder } from '../../database/rowLocks.ts';
import type { Database, FavoriteTable } from '../../database/schema.ts';

type Bookmark = Pick<FavoriteTable, 'tenant' | 'user_id' | 'kind' | 'target'>;

/** Idempotent. */
export async function addBookmark(trx: Transaction<Database>, bookmark: Bookmark, created_at: Date): Promise<void> {
  const added = await trx
    .insertInto('favorite')
    .values({ ...bookmark, created_at })
    .onConflict((c) => c.doNothing())
    .returning('target')
    .executeTakeFirst();
  if (added) await addToTally(trx, [counted(bookmark, 1)]);
}

/** Idempotent. */
export async function removeBookmark(
  trx: Transaction<Database>,
  { tenant, user_id, target }: Omit<Bookmark, 'kind'>,
): Promise<void> {
  const removed = await trx
    .deleteFrom('favorite')
    .where('tenant', '=', tenant)
    .where('user_id', '=', user_id)
    .where('target', '=', target)
    .returning(['tenant', 'target'])
    .execute();
  await countRemovedBookmarks(trx, removed);
}

/** Bookmarks of a photo or event. None are told of a photo an operator hid. */
export async function readBookmarkCount(db: Kysely<Database>, tenant: string, target: string): Promise<number> {
  const row = await db
    .selectFrom('tally')
    .select('n')
    .where('tenant', '=', tenant)
    .where('kind', '=', 'bookmark')
    .where('value', '=', target)
    .where(sql<boolean>`not exists (select 1 from photo p where p.media_url = tally.value and p.hidden_at is not null)`)
    .executeTakeFirst();
  return row?.n ?? 0;
}

/** Of a favourite: its photo is shown to fans. A bookmark of what an operator hid comes back with it. */
const isShown = sql<boolean>`not exists (select 1 from photo p where p.media_url = favorite.target and p.hidden_at is not null)`;

/** What a fan bookmarked, photos and events, the latest first. */
export const readBookmarks = (db: Kysely<Database>, tenant: string, userId: string) =>
  db
    .selectFrom('favorite')
    .select('target')
    .where('tenant', '=', tenant)
    .where('user_id', '=', userId)
    .where(isShown)
    .orderBy('created_at', 'desc')
    .orderBy('target')
    .limit(UNPAGED_LIST_MAX)
    .execute();

/** Ids of the events a fan bookmarked, the latest first. */
export async function readBookmarkedEvents(db: Kysely<Database>, tenant: string, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('favorite')
    .select('target')
    .where('tenant', '=', tenant)
    .where('user_id', '=', userId)
    .where('kind', '=', 'event')
    .orderBy('created_at', 'desc')
    .limit(UNPAGED_LIST_MAX)
    .execute();
  return rows.map((row) => row.target);
}

/** For `readListedPhotos`: photos a fan bookmarked, and when. */
export const bookmarkedBy = (tenant: string, userId: string): RawBuilder<unknown> =>
  sql`select target as media_url, created_at as at from favorite
    where tenant = ${tenant} and user_id = ${userId} and kind = 'photo'`;

/** All bookmarks of a fan who leaves. To be counted by `countRemovedBookmarks`. */
export const removeBookmarksOf = (trx: Transaction<Database>, tenants: readonly string[], userId: string) =>
  deleteInOrder(trx, 'favorite', sql`tenant = any(${[...tenants]}::text[]) and user_id = ${userId}`);

/** Apart from the rows, since counters come last (`rowLocks`). */
export const countRemovedBookmarks = (
  trx: Transaction<Database>,
  removed: readonly Pick<Bookmark, 'tenant' | 'target'>[],
): Promise<void> =>
  addToTally(
    trx,
    removed.map((row) => counted(row, -1)),
  );

/** What was bookmarked is gone: its bookmarks go with it. Their number goes by `removeBookmarkCounts`. */
export const removeBookmarksTo = (trx: Transaction<Database>, tenant: string, targets: readonly string[]) =>
  deleteInOrder(trx, 'favorite', sql`tenant = ${tenant} and target = any(${[...targets]}::text[])`);

/**
 * Gives bookmarks of an event to the one that takes its place, at most `limit` of them. A fan who bookmarked both keeps one. Returns how many
 * left the event.
 */
export async function moveEventBookmarks(
  trx: Transaction<Database>,
  { tenant, event_id, into_id }: { readonly tenant: string; readonly event_id: string; readonly into_id: string },
  limit: number,
): Promise<number> {
  const which = sql`tenant = ${tenant} and kind = 'event' and target = ${event_id}`;
  const { rows } = await sql<{ removed: number; added: number }>`
    with gone as (
      delete from favorite where (tenant, user_id, target) in
        (select tenant, user_id, target from favorite where ${which} order by user_id limit ${limit} for update)
      returning user_id, created_at),
    added as (
      insert into favorite(tenant, user_id, kind, target, created_at)
      select ${tenant}, user_id, 'event', ${into_id}, created_at from gone order by user_id
      on conflict do nothing returning 1)
    select (select count(*)::int from gone) as removed, (select count(*)::int from added) as added`.execute(trx);
  const [{ removed, added } = { removed: 0, added: 0 }] = rows;
  await addToTally(trx, [
    { tenant, kind: 'bookmark', value: event_id, n: -removed },
    { tenant, kind: 'bookmark', value: into_id, n: added },
  ]);
  return removed;
}

/** Of what is gone. */
export async function removeBookmarkCounts(
  trx: Transaction<Database>,
  tenant: string,
  targets: readonly string[],
): Promise<void> {
  await sql`
    delete from tally where tenant = ${tenant} and kind = 'bookmark' and value = any(${[...targets]}::text[])`.execute(
    trx,
  );
}

/** After rows came by another way (demo content). */
export async function countBookmarks(trx: Transaction<Database>, tenant: string): Promise<void> {
  await sql`insert into tally(tenant, kind, value, n)
    select tenant, 'bookmark', target, count(*) from favorite where tenant = ${tenant} group by tenant, target
    on conflict (tenant, kind, value) do update set n = excluded.n`.execute(trx);
}

const counted = ({ tenant, target }: Pick<Bookmark, 'tenant' | 'target'>, n: number) =>
  ({ tenant, kind: 'bookmark', value: target, n }) as const;
