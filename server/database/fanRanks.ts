/** Likes of fans by event, season and month (FAN-19): adds up what triggers left (`migrations/fanRank.ts`), and counts older photos. */
import { type Kysely, sql } from 'kysely';
import { inTransaction } from './retryTransaction.ts';
import type { Database } from './schema.ts';

/** Changes that one statement adds up. */
const RANKED_AT_ONCE = 2000;
/** Old photos of one transaction: a fan who likes one of them waits for it. */
const OLD_RANKED_AT_ONCE = 200;

/** In the order of rows: copies that do it at once wait for each other, and never in a circle. */
const addUpSomeLikes = sql<{ taken: number }>`
  with taken as (
    delete from fan_rank_change where id = any(array(
      select id from fan_rank_change order by id limit ${RANKED_AT_ONCE} for update skip locked))
    returning tenant, scope, user_id, n),
  summed as materialized (
    select tenant, scope, user_id, sum(n)::int as n from taken group by 1, 2, 3 having sum(n) <> 0
    order by tenant collate "C", scope collate "C", user_id collate "C"),
  added as materialized (select add_fan_likes(tenant, scope, user_id, n) from summed)
  select (select count(*)::int from taken) as taken, (select count(*) from added) as added`;

/** Adds up all changes that wait. Throws as the database does. */
export async function addUpFanRanks(db: Kysely<Database>): Promise<void> {
  let taken = RANKED_AT_ONCE;
  while (taken >= RANKED_AT_ONCE) {
    const { rows } = await inTransaction(db, (trx) => addUpSomeLikes.execute(trx));
    taken = rows[0]?.taken ?? 0;
  }
}

/** The same, after one look at whether any waits. */
export async function addUpWaitingFanRanks(db: Kysely<Database>): Promise<void> {
  const waiting = await db.selectFrom('fan_rank_change').select('id').limit(1).executeTakeFirst();
  if (waiting) await addUpFanRanks(db);
}

/** Counts photos that were liked before there was a ranking of fans, some at a time, until `isStopped` or all are counted. */
export async function rankOldFans(db: Kysely<Database>, isStopped: () => boolean): Promise<void> {
  for (let isMore = true; isMore && !isStopped(); ) {
    const { rows } = await inTransaction(db, (trx) =>
      sql<{ more: boolean }>`select rank_old_fans(${OLD_RANKED_AT_ONCE}) as more`.execute(trx),
    );
    isMore = rows[0]?.more === true;
  }
}
