import { sql, type Transaction } from 'kysely';
import { LIST_PAGE_MAX } from '../../src/contract/limits.ts';
import { searchKey } from '../../src/rules/searchMatch.ts';
import { screenName } from '../api/photos/repository.ts';
import { containsPattern } from '../database/likePattern.ts';
import type { Database } from '../database/schema.ts';
import { Refusal } from '../operations/outcome.ts';

type Trx = Transaction<Database>;

/**
 * Accounts of the tenant whose name contains the text: operators need their ids. The private name of sign-up, which no fan sees,
 * is looked at and shown where the accounts are the embedded ones.
 */
export async function findUsers(trx: Trx, tenant: string, text: string): Promise<string[]> {
  const pattern = containsPattern(text);
  const key = containsPattern(searchKey(text));
  const rows = await trx
    .selectFrom('profile as f')
    .innerJoin('membership as m', 'm.user_id', 'f.user_id')
    .leftJoin('identity_user as i', 'i.sub', 'f.user_id')
    .select(['f.user_id', 'f.nickname', 'i.name'])
    .where('m.tenant', '=', tenant)
    .where('f.left_at', 'is', null)
    .where((eb) => eb.or([eb('f.search', 'like', key), eb(sql`lower(normalize(i.name, NFKC))`, 'like', pattern)]))
    .orderBy('f.search')
    .orderBy('f.user_id')
    .limit(LIST_PAGE_MAX)
    .execute();
  if (rows.length === 0) return [`${tenant} has no member with this name.`];
  return rows.map((row) => `${row.user_id}  ${screenName(row)}${row.name === null ? '' : `  (${row.name})`}`);
}

/**
 * Ends all sign-ins of a member, on every device and for all tenants: an account is one. Tokens given out are refused from then on.
 * Throws Refusal for nobody's id.
 */
export async function signOutUser(trx: Trx, tenant: string, userId: string): Promise<string[]> {
  const member = await trx
    .selectFrom('membership as m')
    .innerJoin('profile as f', 'f.user_id', 'm.user_id')
    .select('f.nickname')
    .where('m.tenant', '=', tenant)
    .where('m.user_id', '=', userId)
    .executeTakeFirst();
  if (!member) throw new Refusal(`${tenant} has no member ${userId} (see: users find).`);
  const ended = await trx.deleteFrom('identity_session').where('sub', '=', userId).returning('id').execute();
  return [`${userId}: ${ended.length} sign-ins ended.`, `  ${screenName(member)}`];
}

export async function showOfficialUser(trx: Trx, tenant: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('official_user as o')
    .leftJoin('profile as f', 'f.user_id', 'o.user_id')
    .select(['o.user_id', 'f.nickname'])
    .where('o.tenant', '=', tenant)
    .orderBy('o.user_id')
    .execute();
  if (rows.length === 0) return [`${tenant} has no official user.`];
  return rows.map((row) => `${row.user_id}  ${screenName(row)}`);
}

/** Makes an account the tenant's one official user. Throws Refusal for an account nobody has. */
export async function setOfficialUser(trx: Trx, tenant: string, userId: string): Promise<string[]> {
  const profile = await trx
    .selectFrom('profile')
    .select('nickname')
    .where('user_id', '=', userId)
    .where('left_at', 'is', null)
    .executeTakeFirst();
  if (!profile) throw new Refusal(`There is no account ${userId}. It must sign in once first.`);
  const before = await trx
    .selectFrom('official_user')
    .select('user_id')
    .where('tenant', '=', tenant)
    .forUpdate()
    .execute();
  const name = `  ${screenName(profile)}`;
  if (before.length === 1 && before[0]?.user_id === userId)
    return [`The official user of ${tenant} is ${userId}, as before.`, name];
  await trx.deleteFrom('official_user').where('tenant', '=', tenant).execute();
  await trx.insertInto('official_user').values({ tenant, user_id: userId }).execute();
  return [`The official user of ${tenant} is ${userId}.`, name];
}
