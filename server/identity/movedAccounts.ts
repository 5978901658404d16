/**
 * Accounts that moved from the embedded pool to one at Amazon (HLF-08). The pool there gives each another `sub`; the product goes on with
 * the id it knows, which every photo, key and device has, and the pool keeps it as an attribute.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/schema.ts';

/** The product's id of an account that moved, as the pool keeps it and its tokens say it. Nobody but the operator may write it. */
export const USER_ID_ATTRIBUTE = 'custom:user_id';

export interface MovedAccount {
  /** The product's id of the fan. */
  readonly user_id: string;
  /** The pool's. */
  readonly sub: string;
}

export interface MovedAccounts {
  /** The product's id of an account of the pool; null: it has not moved there. */
  userIdOf(sub: string): Promise<string | null>;
  /** What the pool knows the fan by. */
  subOf(userId: string): Promise<string>;
}

export function createMovedAccounts(db: Kysely<Database>): MovedAccounts {
  const rows = () => db.selectFrom('identity_moved').selectAll();
  return {
    userIdOf: async (sub) => (await rows().where('sub', '=', sub).executeTakeFirst())?.user_id ?? null,
    subOf: async (userId) => (await rows().where('user_id', '=', userId).executeTakeFirst())?.sub ?? userId,
  };
}

/** Ids of those of these fans who have moved. */
export async function readMoved(db: Kysely<Database>, userIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('identity_moved')
    .select('user_id')
    .where(sql<boolean>`user_id = any(${[...userIds]}::text[])`)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

export async function addMovedAccounts(db: Kysely<Database>, accounts: readonly MovedAccount[]): Promise<void> {
  if (accounts.length > 0)
    await db
      .insertInto('identity_moved')
      .values([...accounts])
      .execute();
}

/** The fan has left. */
export async function forgetMoved(db: Kysely<Database>, userId: string): Promise<void> {
  await db.deleteFrom('identity_moved').where('user_id', '=', userId).execute();
}
