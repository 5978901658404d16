/** Marks jobs that check a late original (PUB-02). They wait until photos without smaller pictures have been worked on. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  'alter table picture_job add column is_check boolean not null default false',
  'create index picture_job_order on picture_job(is_check, created_at desc)',
];

export const pictureChecks: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
