/** How a player's name is read, in Latin letters (FAN-25). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const personReading: Migration = {
  async up(db: Kysely<unknown>) {
    // Without a default no row is rewritten; a server of the release before knows nothing of it.
    await sql`alter table person add column reading text`.execute(db);
  },
};
