/** What fans published within a day, in bytes: one row a fan. */
import { type Kysely, sql, type Transaction } from 'kysely';
import { PUBLISHED_PER_DAY } from '../../../src/contract/abuseLimits.ts';
import type { Database } from '../../database/schema.ts';

/** Counts bytes of the fan, all or none. Returns false where the limit would be passed. Calls at the same moment wait for each other. */
export async function countPublished(
  trx: Transaction<Database>,
  {
    userId,
    bytes,
    limit,
    now,
  }: { readonly userId: string; readonly bytes: number; readonly limit: number; readonly now: Date },
): Promise<boolean> {
  const end = new Date(now.getTime() + PUBLISHED_PER_DAY.windowMs);
  const isOver = sql`p.expires_at <= ${now}::timestamptz`;
  const { rows } = await sql`
    insert into published_bytes as p (user_id, bytes, expires_at)
    select ${userId}, ${bytes}::int8, ${end}::timestamptz where ${bytes}::int8 <= ${limit}::int8
    on conflict (user_id) do update set
      bytes = case when ${isOver} then excluded.bytes else p.bytes + excluded.bytes end,
      expires_at = case when ${isOver} then excluded.expires_at else p.expires_at end
      where case when ${isOver} then 0 else p.bytes end + excluded.bytes <= ${limit}::int8
    returning user_id`.execute(trx);
  return rows.length > 0;
}

/** What counts now, and until when. null: nothing. */
export async function readPublished(
  db: Kysely<Database>,
  userId: string,
  now: Date,
): Promise<{ readonly bytes: number; readonly until: Date } | null> {
  const row = await db
    .selectFrom('published_bytes')
    .select([sql<number>`bytes::float8`.as('bytes'), 'expires_at as until'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

export async function forgetPublished(trx: Transaction<Database>, userId: string): Promise<void> {
  await trx.deleteFrom('published_bytes').where('user_id', '=', userId).execute();
}
