/**
 * New photos wait in a short list of the search's index until a few dozen of them are sorted in together: one by one that was the
 * largest part of what a post costs the database (HLF-02). A search reads through the list, which is why it is short.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The least PostgreSQL takes: about 30 photos. */
const WAITING_KB = 64;

export const searchInserts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(`alter index photo_search_terms set (fastupdate = on, gin_pending_list_limit = ${WAITING_KB})`)
      .execute(db);
  },
};
