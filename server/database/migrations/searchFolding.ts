/**
 * What is stored folded for the search says how (SRC-05). What was there is of the first way, which `renewSearch` brings to the
 * present one while fans go on.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const searchFolding: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['photo_search', 'profile'])
      await sql.raw(`alter table ${table} add column fold smallint not null default 1`).execute(db);
  },
};
