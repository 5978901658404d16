/** Words that hold a photo or a comment back until a moderator has looked at it (STF-11b). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const heldWordTable: Migration = {
  async up(db: Kysely<unknown>) {
    // The key is what all spellings of a word have in common.
    await sql`create table held_word(
      tenant text not null, key text not null, word text not null, added_at timestamptz(3) not null,
      primary key(tenant, key))`.execute(db);
  },
};
