/**
 * What fans have stored and not registered yet, counted in the database for all server copies (SAF-10). An object holds its place
 * from before its first byte until it becomes part of the product (`forgetUploads`) or is taken away.
 */
import { randomUUID } from 'node:crypto';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { PUBLISHED_PER_DAY } from '../../src/contract/abuseLimits.ts';
import { UNREGISTERED_UPLOADS } from '../../src/contract/limits.ts';
import { inTransaction } from '../database/retryTransaction.ts';
import type { Database } from '../database/schema.ts';

export interface UnregisteredUploads {
  /**
   * Takes a place for an object of so many bytes and tells its id. null: none is left (UNREGISTERED_UPLOADS).
   * @param room bytes left on the disk, of which a fan gets a share (SAF-45c); null or left out: the objects are kept elsewhere
   */
  reserve(sub: string, key: string, bytes: number, room?: number | null): Promise<string | null>;
  /** Gives a place back: nothing was stored. */
  release(id: string): Promise<void>;
}

/** @param now epoch ms */
export function createUnregisteredUploads(db: Kysely<Database>, now: () => number): UnregisteredUploads {
  return {
    reserve: (sub, key, bytes, room = null) =>
      inTransaction(db, async (trx) => {
        // One put of a fan after another, or parallel ones would all find the last place free.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${sub}`}, 0))`.execute(trx);
        const { altogether } = UNREGISTERED_UPLOADS;
        const share = room === null ? altogether.bytes : Math.floor(room * PUBLISHED_PER_DAY.shareOfRoom);
        const most = Math.min(altogether.bytes, share);
        return insertIfRoom(trx, { sub, key, bytes, most, now: now() });
      }),
    async release(id) {
      await db.deleteFrom('unregistered_upload').where('id', '=', id).execute();
    },
  };
}

interface Wanted {
  readonly sub: string;
  readonly key: string;
  readonly bytes: number;
  /** Bytes of all of the fan's. */
  readonly most: number;
  readonly now: number;
}

async function insertIfRoom(
  trx: Transaction<Database>,
  { sub, key, bytes, most, now }: Wanted,
): Promise<string | null> {
  const { inWindow, altogether } = UNREGISTERED_UPLOADS;
  const recent = sql`filter (where stored_at > ${new Date(now - inWindow.windowMs)}::timestamptz)`;
  const { rows } = await sql<{ id: string }>`
    insert into unregistered_upload(id, user_id, key, bytes, stored_at)
    select ${randomUUID()}, ${sub}, ${key}, ${bytes}::int, ${new Date(now)}::timestamptz
    from (select
        count(*) as "all", coalesce(sum(bytes), 0) as "allBytes",
        count(*) ${recent} as recent, coalesce(sum(bytes) ${recent}, 0) as "recentBytes"
      from unregistered_upload where user_id = ${sub}) held
    where recent < ${inWindow.count}::int and "recentBytes" + ${bytes}::int <= ${inWindow.bytes}::bigint
      and "all" < ${altogether.count}::int and "allBytes" + ${bytes}::int <= ${most}::bigint
    returning id`.execute(trx);
  return rows[0]?.id ?? null;
}

/** The statement by which objects give their places back: they are part of the product now. For the transaction that registers them. */
export const forgetStatement = (keys: readonly string[]): RawBuilder<unknown> =>
  sql`delete from unregistered_upload where key = any(${[...keys]}::text[])`;

/** As `forgetStatement`, by itself. */
export async function forgetUploads(trx: Kysely<Database>, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await forgetStatement(keys).execute(trx);
}

/** The place of an upload. */
export interface UploadPlace {
  readonly id: string;
  readonly key: string;
}

/** Uploads older than `cutoff`, the oldest first. */
export async function readOldUploads(db: Kysely<Database>, cutoff: Date, limit: number): Promise<UploadPlace[]> {
  return db
    .selectFrom('unregistered_upload')
    .select(['id', 'key'])
    .where('stored_at', '<=', cutoff)
    .orderBy('stored_at')
    .limit(limit)
    .execute();
}

/** Those of these that still have their places, locked until the transaction ends; not those somebody registers or another copy has. */
export async function lockUploads(trx: Kysely<Database>, uploads: readonly UploadPlace[]): Promise<UploadPlace[]> {
  if (uploads.length === 0) return [];
  return trx
    .selectFrom('unregistered_upload')
    .select(['id', 'key'])
    .where(
      'id',
      'in',
      uploads.map(({ id }) => id),
    )
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute();
}

/** It took its time until all of it was there. */
export async function setUploadTime(trx: Kysely<Database>, key: string, stored_at: Date): Promise<void> {
  await trx.updateTable('unregistered_upload').set({ stored_at }).where('key', '=', key).execute();
}

/** The places of these uploads: they are part of the product, or are gone. */
export async function forgetPlaces(trx: Kysely<Database>, uploads: readonly UploadPlace[]): Promise<void> {
  if (uploads.length === 0) return;
  await trx
    .deleteFrom('unregistered_upload')
    .where(
      'id',
      'in',
      uploads.map(({ id }) => id),
    )
    .execute();
}

/** What was stored below a folder (ends in '/') and not registered. */
export async function readUploadsBelow(db: Kysely<Database>, folder: string): Promise<string[]> {
  const rows = await db
    .selectFrom('unregistered_upload')
    .select('key')
    .where(sql<boolean>`starts_with(key, ${folder})`)
    .execute();
  return rows.map(({ key }) => key);
}

/** Forgets what a fan has stored and not registered; tells the keys. */
export async function takeUploadsOf(db: Kysely<Database>, sub: string): Promise<string[]> {
  const rows = await db.deleteFrom('unregistered_upload').where('user_id', '=', sub).returning('key').execute();
  return rows.map(({ key }) => key);
}
