/**
 * The user pool each account was last seen in, and when that pool is to be asked for it: another pool knows nothing of it, which is no
 * reason to delete anything (HLF-06). A table of its own: servers of the version before ask for whatever stands in `account_check`.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  // pool '': seen in none yet. due_at null: nothing to ask.
  'create table account_pool(user_id text primary key, pool text not null, due_at timestamptz(3))',
  'create index account_pool_due on account_pool(pool, due_at) where due_at is not null',
];

export const accountPools: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
