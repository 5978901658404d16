/** Persons of an event or season in the order they are listed: a list of matches names those of all of them. */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const personRank: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index person_tally_most on person_tally(tenant, kind, value, n desc, name)`.execute(db);
  },
};
