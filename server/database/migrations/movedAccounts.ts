/** Accounts that moved to another provider, which gave them another id there (HLF-08). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = ['create table identity_moved(user_id text primary key, sub text not null unique)'];

export const movedAccounts: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
