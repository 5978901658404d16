/** What the server's jobs are asked to look through whole: by themselves they look at what has changed (HLF-06). */
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { NO_POOL } from '../identity/accountChecks.ts';
import { addOrphanChecks } from '../objects/orphanChecks.ts';
import { Refusal } from '../operations/outcome.ts';

type Trx = Transaction<Database>;

export const LOOKS = ['accounts', 'objects', 'status'] as const;

/** Has the jobs look through all accounts or objects of the tenant, or says how far they are. Throws Refusal. */
export function lookThrough(trx: Trx, tenant: string, what: (typeof LOOKS)[number], now: Date): Promise<string[]> {
  if (what === 'status') return showChecks(trx, tenant);
  return what === 'accounts' ? checkAccounts(trx, tenant, now) : checkObjects(trx, tenant, now);
}

/** Both folders a tenant's objects stand below. */
const foldersOf = (tenant: string): readonly string[] => [`ugc/${tenant}/`, `avatar/${tenant}/`];

/** The job lists all objects of the tenant, some at a time. */
async function checkObjects(trx: Trx, tenant: string, now: Date): Promise<string[]> {
  await addOrphanChecks(trx, foldersOf(tenant), now);
  return [`The server looks through all objects of ${tenant} from now on (see: objects status).`];
}

/** How far that is, and what else is to be looked at. */
async function showChecks(trx: Trx, tenant: string): Promise<string[]> {
  const below = foldersOf(tenant).map((folder) => sql`starts_with(place, ${folder})`);
  const { rows } = await sql<{ folders: number; keys: number }>`
    select count(*) filter (where place like '%/')::int as folders, count(*) filter (where place not like '%/')::int as keys
    from orphan_check where ${sql.join(below, sql` or `)}`.execute(trx);
  const whole = await trx
    .selectFrom('orphan_check')
    .select(['place', 'after_key'])
    .where('place', 'in', [...foldersOf(tenant)])
    .orderBy('place')
    .execute();
  const { folders = 0, keys = 0 } = rows[0] ?? {};
  return [
    ...whole.map(
      ({ place, after_key }) => `${place}  ${after_key === null ? 'not begun' : `looked through to ${after_key}`}`,
    ),
    `${folders - whole.length} folders and ${keys} keys of ${tenant} are looked at when their time has come.`,
  ];
}

/** The job asks the pool for every member, whoever was here a moment ago included. Throws Refusal where the accounts are the server's own. */
async function checkAccounts(trx: Trx, tenant: string, now: Date): Promise<string[]> {
  const own = await trx.selectFrom('identity_user').select('sub').limit(1).executeTakeFirst();
  // Own accounts that moved to a pool stay as they were.
  const isSeen = await trx
    .selectFrom('account_pool')
    .select('pool')
    .where('pool', '!=', NO_POOL)
    .limit(1)
    .executeTakeFirst();
  if (own && !isSeen) throw new Refusal("Nothing to check: the accounts are the server's own, so it knows who leaves.");
  const { rows } = await sql<{ pool: string; members: number }>`
    with due as (
      insert into account_pool(user_id, pool, due_at)
      select m.user_id, ${NO_POOL}, ${now}::timestamptz from membership m join profile p on p.user_id = m.user_id
      where m.tenant = ${tenant} and p.left_at is null order by m.user_id
      on conflict (user_id) do update set due_at = excluded.due_at
        where account_pool.due_at is null or account_pool.due_at > excluded.due_at
      returning account_pool.pool)
    select pool, count(*)::int as members from due group by pool order by pool`.execute(trx);
  const members = rows.reduce((sum, row) => sum + row.members, 0);
  return [
    `The server asks the pool for ${members} members of ${tenant} from now on.`,
    ...rows.map(({ pool, members }) =>
      pool === NO_POOL
        ? `  ${members} were not seen in a pool yet: where it does not know them, all of theirs stays.`
        : `  ${members} were seen in ${pool}: only a server of this pool asks for them.`,
    ),
  ];
}
