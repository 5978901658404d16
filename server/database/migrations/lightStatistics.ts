/**
 * What the planner knows of the search index comes from fewer rows (HLF-22b): looking at every term of 30,000 photos took a core for
 * three seconds of each busy minute. The two functions that count old rows go on planning for their values.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Rows are 300 times as many. The planner needs to know the common terms, and few are. */
const TARGET = 10;

const statements = [
  // Each column: the one that asks for most rows decides how many are looked at.
  ...['id', 'tenant', 'created_at', 'search', 'facets', 'fold'].map(
    (column) => `alter table photo_search alter column ${column} set statistics ${TARGET}`,
  ),
  `alter index photo_search_terms alter column 1 set statistics ${TARGET}`,
  ...['figure_old_photos(int)', 'rank_old_fans(int)'].map(
    (name) => `alter function ${name} set plan_cache_mode = force_custom_plan`,
  ),
];

export const lightStatistics: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
