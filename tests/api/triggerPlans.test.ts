import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openTestDatabase } from './identitySetup.ts';

/** Each works on many old rows, so its plan follows from how many. */
const PLANNED_ANEW = ['figure_old_photos', 'rank_old_fans'];

test('HLF-21a every function that triggers call keeps its plans', async () => {
  const db = await openTestDatabase();
  try {
    const { rows } = await sql<{ name: string; keeps: boolean }>`
      select p.proname as name, coalesce('plan_cache_mode=force_generic_plan' = any(p.proconfig), false) as keeps
      from pg_proc p join pg_language l on l.oid = p.prolang
      where p.pronamespace = 'public'::regnamespace and l.lanname = 'plpgsql'
      order by 1`.execute(db);
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.filter(({ keeps }) => !keeps).map(({ name }) => name)).toEqual(PLANNED_ANEW);
  } finally {
    await db.destroy();
  }
});

test('HLF-22b the search index is known by 3,000 photos: each of its columns asks for so many', async () => {
  const db = await openTestDatabase();
  try {
    const { rows } = await sql<{ name: string; target: number }>`
      select a.attrelid::regclass || '.' || a.attname as name, a.attstattarget::int as target from pg_attribute a
      where a.attrelid in ('photo_search'::regclass, 'photo_search_terms'::regclass) and a.attnum > 0 and not a.attisdropped
      order by 1`.execute(db);
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.filter(({ target }) => target !== 10)).toEqual([]);
  } finally {
    await db.destroy();
  }
});

test('HLF-22c what the planner knows of photos is renewed when as many rows have changed as there are', async () => {
  const db = await openTestDatabase();
  try {
    const { rows } = await sql<{ name: string; rule: string[] | null }>`
      select relname as name, reloptions as rule from pg_class where relname in ('photo', 'photo_search') order by 1`.execute(
      db,
    );
    const rule = ['autovacuum_analyze_scale_factor=1', 'autovacuum_analyze_threshold=1000'];
    expect(rows).toEqual(['photo', 'photo_search'].map((name) => ({ name, rule })));
  } finally {
    await db.destroy();
  }
});
