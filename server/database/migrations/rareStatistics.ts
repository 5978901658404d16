/**
 * Autovacuum renews what the planner knows of photos when their number has doubled (HLF-22c). By its own rule, a tenth, it did so in every
 * minute of a half-time: two seconds of a core, and every kept plan of every connection made anew.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Changed rows as a share of all, and the first thousand: a club's first photos are known early. */
const RULE = 'autovacuum_analyze_scale_factor = 1, autovacuum_analyze_threshold = 1000';

export const rareStatistics: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of ['photo', 'photo_search']) await sql.raw(`alter table ${table} set (${RULE})`).execute(db);
  },
};
