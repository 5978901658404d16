/** What the server's jobs are asked to look through whole: by themselves they look at what has changed (HLF-06). */
import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/schema.ts';
import { addOrphanChecks } from '../objects/orphanChecks.ts';
import { Refusal } from './outcome.ts';

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
  if (own) throw new Refusal("Nothing to check: the accounts are the server's own, so it knows who leaves.");
  const { rows } = await sql`
    insert into account_check(user_id, due_at)
    select m.user_id, ${now}::timestamptz from membership m join profile p on p.user_id = m.user_id
    where m.tenant = ${tenant} and p.left_at is null order by m.user_id
    on conflict (user_id) do update set due_at = excluded.due_at where account_check.due_at > excluded.due_at
    returning 1`.execute(trx);
  return [`The server asks the pool for ${rows.length} members of ${tenant} from now on.`];
}
