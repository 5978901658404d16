/** Likes of fans by event, season and month (FAN-19): adds up what triggers left (`migrations/fanRank.ts`), and counts older photos. */
import { type Kysely, sql } from 'kysely';
import { inTransaction } from './retryTransaction.ts';
import type { Database } from './schema.ts';

/** Changes that one statement adds up. */
const RANKED_AT_ONCE = 2000;
/** Old photos of one transaction: a fan who likes one of them waits for it. */
const OLD_RANKED_AT_ONCE = 200;

interface Added {
  readonly taken: number;
  /** JSON of the rows with no like left; null: none. */
  readonly unliked: string | null;
}

/** In the order of rows: copies that do it at once wait for each other, and never in a circle. */
const addUpSomeLikes = sql<Added>`
  with taken as (
    delete from fan_rank_change where id = any(array(
      select id from fan_rank_change order by id limit ${RANKED_AT_ONCE} for update skip locked))
    returning tenant, scope, user_id, n),
  added as (
    insert into fan_rank as r(tenant, scope, user_id, likes)
    select tenant, scope, user_id, sum(n)::int from taken group by 1, 2, 3 having sum(n) <> 0
    order by tenant collate "C", scope collate "C", user_id collate "C"
    on conflict (tenant, scope, user_id) do update set likes = r.likes + excluded.likes
    returning tenant, scope, user_id, likes)
  select (select count(*)::int from taken) as taken,
    (select json_agg(a)::text from added a where a.likes = 0) as unliked`;

/** A fan whose photos nobody likes any more has no row. The rows are locked by the adding-up. */
const removeRanks = (unliked: string) => sql`
  delete from fan_rank r using json_to_recordset(${unliked}::json) as u(tenant text, scope text, user_id text)
  where r.tenant = u.tenant and r.scope = u.scope and r.user_id = u.user_id`;

/** Adds up all changes that wait. Throws as the database does. */
export async function addUpFanRanks(db: Kysely<Database>): Promise<void> {
  let taken = RANKED_AT_ONCE;
  while (taken >= RANKED_AT_ONCE) {
    taken = await inTransaction(db, async (trx) => {
      const { rows } = await addUpSomeLikes.execute(trx);
      if (rows[0]?.unliked) await removeRanks(rows[0].unliked).execute(trx);
      return rows[0]?.taken ?? 0;
    });
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
