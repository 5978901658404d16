/** The origin a browser subscribed at, and who wants to be told of every match that begins (KEP-04, FAN-13). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  // Addresses in declarative pushes are absolute. null: subscribed before.
  'alter table push_device add column origin text',
  'alter table notice_setting add column match boolean not null default false',
];

export const pushOrigin: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
