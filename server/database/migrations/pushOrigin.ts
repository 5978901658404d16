/** The origin a browser subscribed at: addresses in declarative pushes are absolute (KEP-04). null: subscribed before. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const pushOrigin: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw('alter table push_device add column origin text').execute(db);
  },
};
