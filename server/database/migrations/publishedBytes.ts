/** What each fan published within a day, in bytes: bounded, so that one cannot fill the disk and everybody's lines (SAF-45). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  'create table published_bytes(user_id text primary key, bytes bigint not null, expires_at timestamptz(3) not null)',
  'create index published_bytes_expiry on published_bytes(expires_at)',
];

export const publishedBytes: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
