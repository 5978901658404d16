/** Objects that were stored and belong to nothing yet (`objects/unregisteredUploads.ts`). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  `create table unregistered_upload(
    id text primary key, user_id text not null, key text not null, bytes integer not null,
    stored_at timestamptz(3) not null)`,
  'create index unregistered_upload_user on unregistered_upload(user_id)',
  'create index unregistered_upload_key on unregistered_upload(key text_pattern_ops)',
  'create index unregistered_upload_age on unregistered_upload(stored_at)',
];

export const unregisteredUploads: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
