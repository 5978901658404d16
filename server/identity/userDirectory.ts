import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { createAccounts, newSrpName, normaliseEmail, srpNameOf } from './accounts.ts';
import type { PoolIds } from './embeddedPool.ts';
import { profileOf, type UserProfile } from './poolParts.ts';
import { createSessions } from './sessions.ts';
import { createVerifier, matchesPassword } from './srp.ts';
import { poolNameOf } from './userPool.ts';

export interface UserDirectory {
  /** Null: no such account, or it left the service. */
  getUser(sub: string): Promise<UserProfile | null>;
  /** Profiles by sub; accounts that are gone are missing. */
  getUsers(subs: readonly string[]): Promise<ReadonlyMap<string, UserProfile>>;
}

/** Confirmed accounts, as the other parts of the server may see them. */
export function createUserDirectory(db: Kysely<Database>): UserDirectory {
  async function getUsers(subs: readonly string[]) {
    if (subs.length === 0) return new Map<string, UserProfile>();
    const rows = await db
      .selectFrom('identity_user')
      .selectAll()
      .where('sub', 'in', subs)
      .where('status', '=', 'CONFIRMED')
      .execute();
    return new Map(rows.map((row) => [row.sub, profileOf(row)]));
  }
  return { getUsers, getUser: async (sub) => (await getUsers([sub])).get(sub) ?? null };
}

/** An account made by the operator or the demo content, confirmed at once. */
export interface NewUser {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly nickname?: string;
  readonly avatar?: string;
  /** Fixed id; a new one is made when left out. */
  readonly sub?: string;
}

/** Adds a confirmed account and tells its sub. Does nothing to an account that has the email already. */
export async function addUser(db: Kysely<Database>, ids: PoolIds, user: NewUser): Promise<string> {
  const accounts = createAccounts(db, poolNameOf(ids), Buffer.alloc(0));
  const email = normaliseEmail(user.email);
  const sub = user.sub ?? randomUUID();
  const srpName = newSrpName();
  const isAdded = await accounts.add({
    sub,
    email,
    status: 'CONFIRMED',
    srp_name: srpName,
    ...createVerifier(poolNameOf(ids), srpName, user.password),
    name: user.name,
    nickname: user.nickname ?? null,
    extended1: null,
    extended2: null,
    extended4: user.avatar ?? null,
    created_at: new Date(),
  });
  if (isAdded) return sub;
  const existing = await accounts.find(email);
  if (!existing) throw new Error('The account went away while it was being added.');
  return existing.sub;
}

/** Whether the account is there and has this password. */
export async function hasPassword(db: Kysely<Database>, ids: PoolIds, sub: string, password: string): Promise<boolean> {
  const account = await db.selectFrom('identity_user').selectAll().where('sub', '=', sub).executeTakeFirst();
  return account !== undefined && matchesPassword(poolNameOf(ids), srpNameOf(account), password, account);
}

/**
 * Gives the account another password if it has this one, and ends its sign-ins. Of several callers at once one does it.
 * @returns whether it was done
 */
export async function replacePassword(
  db: Kysely<Database>,
  ids: PoolIds,
  sub: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const account = await db.selectFrom('identity_user').selectAll().where('sub', '=', sub).executeTakeFirst();
  if (account === undefined || !matchesPassword(poolNameOf(ids), srpNameOf(account), from, account)) return false;
  const srpName = account.srp_name ?? newSrpName();
  const replaced = await db
    .updateTable('identity_user')
    .set({ srp_name: srpName, ...createVerifier(poolNameOf(ids), srpName, to) })
    .where('sub', '=', sub)
    .where('verifier', '=', account.verifier)
    .returning('sub')
    .executeTakeFirst();
  if (replaced) await createSessions(db, Date.now).closeAll(sub);
  return replaced !== undefined;
}
