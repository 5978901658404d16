/** Fans are found by their names as photos are by their words. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const userSearch: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index profile_terms on profile using gin(photo_terms(search, '{}')) with (fastupdate = off)`.execute(
      db,
    );
  },
};
