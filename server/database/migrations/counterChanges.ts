/** Changes of counters that wait to be added up: a post of a full stand does not wait for a row that all posts change (HLF-05). */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export const counterChanges: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw('create table counter_change(id bigint generated always as identity primary key, changes jsonb not null)')
      .execute(db);
  },
};
