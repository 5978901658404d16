/** Whether a fan wants to be notified of photos of this day of earlier years, and how far a day's notices are (FAN-23). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  // With a constant default no row is rewritten; a server of the release before knows nothing of it.
  'alter table notice_setting add column memory boolean not null default false',
  'create index notice_setting_memory on notice_setting(user_id) where memory',
  `create table memory_round(
    day text primary key, after_user text not null default '', due_at timestamptz(3))`,
];

export const memories: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
