/**
 * Triggers keep their plans (HLF-21). Sessions plan each statement anew, for lists' sake (`sessionSettings.ts`), and so did every
 * statement and every expression inside a trigger: four fifths of what a like cost. What triggers ask is found by its key, whatever
 * the size of a tenant. Functions that work on many rows go on planning anew.
 */
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Functions that triggers, indexes and single rows call. */
const HELPERS = ['photo_terms', 'is_fan_ranked', 'add_fan_likes', 'count_poster'];

/** A migration with a new trigger says `set plan_cache_mode = force_generic_plan` where it creates the function. */
export const triggerPlans: Migration = {
  async up(db: Kysely<unknown>) {
    const { rows } = await sql<{ name: string }>`
      select p.oid::regprocedure::text as name from pg_proc p join pg_language l on l.oid = p.prolang
      where p.pronamespace = current_schema()::regnamespace and l.lanname = 'plpgsql'
        and (p.proname = any(${HELPERS}) or exists (
          select from pg_trigger t join pg_class c on c.oid = t.tgrelid
          where t.tgfoid = p.oid and c.relnamespace = p.pronamespace))
      order by 1`.execute(db);
    for (const { name } of rows)
      await sql.raw(`alter function ${name} set plan_cache_mode = force_generic_plan`).execute(db);
  },
};
