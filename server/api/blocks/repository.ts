/** Fans who block each other: the one place that says who is seen by whom (STF-05). */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { MUTES_MAX } from '../../../src/contract/limits.ts';
import { deleteInOrder } from '../../database/rowLocks.ts';
import type { Database } from '../../database/schema.ts';
import { isNotMuted } from '../mutes/repository.ts';

/** Condition: neither of two fans blocks the other. Both are expressions of SQL. */
export const noBlockBetween = (one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(not exists (select 1 from fan_block fb where fb.user_id = ${one} and fb.blocked_user = ${other})
    and not exists (select 1 from fan_block fb where fb.user_id = ${other} and fb.blocked_user = ${one}))`;

/**
 * Condition: the viewer and whoever `column` names ('p.user_id', never null) do not block each other. Visitors block nobody. The viewer's
 * blocks are read once for a list: two more joins would make its planning half as long again.
 */
export const isNotBlocked = (viewer: string | null, column: string): RawBuilder<boolean> =>
  viewer === null
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(column)} not in (
        select fb.blocked_user from fan_block fb where fb.user_id = ${viewer}
        union all select fb.user_id from fan_block fb where fb.blocked_user = ${viewer})`;

export const isBlocked = (viewer: string | null, column: string): RawBuilder<boolean> =>
  sql<boolean>`not (${isNotBlocked(viewer, column)})`;

/** Condition of lists: the viewer muted nobody there, and no block stands between the two. */
export const isSeen = (viewer: string | null, column: string): RawBuilder<boolean> =>
  sql<boolean>`(${isNotMuted(viewer, column)} and ${isNotBlocked(viewer, column)})`;

/** Returns whether a block stands between two fans, whoever made it. */
export async function hasBlockBetween(db: Kysely<Database>, one: string, other: string): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select ${noBlockBetween(sql`${one}`, sql`${other}`)} as "isFree"`.execute(db);
  return rows[0]?.isFree === false;
}

/** Returns whom a fan blocked, in all tenants, the latest first. */
export const readBlocks = (db: Kysely<Database>, userId: string) =>
  db
    .selectFrom('fan_block as b')
    .leftJoin('profile as f', 'f.user_id', 'b.blocked_user')
    .select(['b.blocked_user', 'f.nickname', 'f.avatar'])
    .where('b.user_id', '=', userId)
    .orderBy('b.created_at', 'desc')
    .orderBy('b.blocked_user')
    .limit(MUTES_MAX)
    .execute();

/** Returns how many others than `blocked` the fan blocked. */
export async function countOtherBlocks(db: Kysely<Database>, userId: string, blocked: string): Promise<number> {
  const { n } = await db
    .selectFrom('fan_block')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('user_id', '=', userId)
    .where('blocked_user', '<>', blocked)
    .executeTakeFirstOrThrow();
  return n;
}

/** Adds a block and ends the follows of both, in all tenants. Idempotent. Returns the follows that ended. */
export async function addBlock(trx: Transaction<Database>, user_id: string, blocked_user: string, created_at: Date) {
  const follows = await deleteInOrder(
    trx,
    'follow',
    sql`tenant in (select tenant from membership where user_id = ${user_id})
      and (user_id, follow_user) in ((${user_id}, ${blocked_user}), (${blocked_user}, ${user_id}))`,
  );
  await trx
    .insertInto('fan_block')
    .values({ user_id, blocked_user, created_at })
    .onConflict((c) => c.doNothing())
    .execute();
  return follows;
}

/** Idempotent. */
export async function removeBlock(db: Kysely<Database>, userId: string, blocked: string): Promise<void> {
  await db.deleteFrom('fan_block').where('user_id', '=', userId).where('blocked_user', '=', blocked).execute();
}
