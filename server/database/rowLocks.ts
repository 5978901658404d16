/**
 * Row locks. PostgreSQL ends a circle of transactions that wait for each other by failing one of them (deadlock_detected), so
 * every transaction locks rows in this order, which follows from what a deleted photo takes along (SAF-19):
 *
 * 1. advisory locks of operators' imports; profile of who joins or leaves; membership of the caller, then the caller (`lockFan`)
 * 2. event, and while registering the poster's `event_poster` and `published_bytes`; who leaves removes the latter last, when no own
 *    write runs any more
 * 3. photos by id, each at once in the strongest mode the transaction needs: raising a lock can be a circle of its own
 * 4. what hangs on a photo (reactions, comments and their reactions, short URLs, views, its report_case): by holders of the photo only;
 *    report_case of a fan
 * 5. favorite, follow, mute, fan_block
 * 6. notice, push_job, notice_read, push_device
 * 7. tally of bookmarks, event_poster, tally, person_tally: sorted (`summed`; of posts by `counterChanges.ts`, in a transaction of its own)
 * 8. post_job
 * 9. orphan_check: by triggers of what goes, a key its holder alone has, by single statements, and for uploads the clean-up has locked
 *
 * Several rows of one table: in the order of their keys (`deleteInOrder`). What is left to chance, such as the same key
 * registered twice, `inTransaction` repeats.
 */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from './schema.ts';

const MODES = {
  /** The photo cannot be deleted: for what is hung on it. */
  keep: sql`for key share`,
  /** For those who change its counters. */
  count: sql`for no key update`,
};

/** The photo, locked until the transaction ends, hidden ones included. Undefined: there is none, or none any more. */
export async function lockPhoto(
  trx: Transaction<Database>,
  tenant: string,
  mediaUrl: string,
  mode: keyof typeof MODES,
): Promise<{ readonly id: number; readonly user_id: string; readonly hidden_at: Date | null } | undefined> {
  const { rows } = await sql<{ id: number; user_id: string; hidden_at: Date | null }>`
    select id, user_id, hidden_at from photo where tenant = ${tenant} and media_url = ${mediaUrl} ${MODES[mode]}`.execute(
    trx,
  );
  return rows[0];
}

/**
 * Calls of one fan that count what the fan has before they add to it go one after the other, in all tenants. Until the transaction
 * ends. A lock of its own: the membership is held by all calls of the fan at once.
 */
export async function lockFan(trx: Transaction<Database>, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`fan ${userId}`}, 0))`.execute(trx);
}

/** Key columns of tables that lose several rows at once. */
const KEYS = {
  favorite: ['tenant', 'user_id', 'target'],
  follow: ['tenant', 'user_id', 'follow_user'],
  mute: ['user_id', 'muted_user'],
  fan_block: ['user_id', 'blocked_user'],
  notice: ['tenant', 'notice_id'],
  notice_read: ['tenant', 'notice_id', 'user_id'],
  push_device: ['tenant', 'endpoint_id'],
  push_job: ['tenant', 'user_id', 'kind', 'about', 'endpoint_id'],
} as const satisfies Partial<Record<keyof Database, readonly string[]>>;
type KeyOf<T extends keyof typeof KEYS> = Record<(typeof KEYS)[T][number], string>;

/** Deletes rows, locked in the order of their keys. Answers the keys of those that were there. */
export async function deleteInOrder<T extends keyof typeof KEYS>(
  db: Transaction<Database>,
  table: T,
  where: RawBuilder<unknown>,
): Promise<KeyOf<T>[]> {
  const key = sql.join(KEYS[table].map((column) => sql.ref(column)));
  const { rows } = await sql<KeyOf<T>>`
    delete from ${sql.table(table)} where (${key}) in
      (select ${key} from ${sql.table(table)} where ${where} order by ${key} for update) returning ${key}`.execute(db);
  return rows;
}
