/** Requests of people who own rights in a photo, also without an account: the mail address is confirmed by a code (STF-10). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `alter table contact add column photo_key text, add column confirm_hash text, add column confirm_tries integer not null default 0,
    add column confirmed_at timestamptz(3)`,
];

export const takedowns: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
