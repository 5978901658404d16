/** Fills an empty database with the product's tables, statement by statement, none of them for one photo. */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../server/database/schema.ts';
import { answersTo, around, counters, derivedOf, functions, photosOf, type Shape } from './rows.ts';

const BATCH = 50_000;
/** Tables whose indexes are made when all rows are there, unless they are to grow. */
const LARGE = ['photo', 'photo_search', 'photo_tag', 'reaction', 'comment', 'favorite', 'view_history', 'notice'];

interface Fill extends Shape {
  /** Indexes are there from the first row on, as in an installation that has lived through its seasons. */
  readonly isGrown: boolean;
}

interface Index {
  readonly name: string;
  readonly made: string;
}

const readIndexes = async (db: Kysely<Database>): Promise<readonly Index[]> => {
  const { rows } = await sql<Index>`
    select i.indexname as name, i.indexdef as made from pg_indexes i
    where i.schemaname = 'public' and i.tablename = any(${LARGE}::text[])
      and not exists (select 1 from pg_constraint c where c.conname = i.indexname)
    order by i.indexname`.execute(db);
  return rows;
};

/**
 * Photos, everything derived from them, and what fans did with them.
 * @param say told how long a step took, unless that was nothing
 */
export async function fillDatabase(db: Kysely<Database>, fill: Fill, say: (what: string) => void): Promise<void> {
  await db.connection().execute(async (one) => {
    const run = (statement: string) => sql.raw(statement).execute(one);
    const runAll = async (name: string, statements: readonly string[]) => {
      const begun = performance.now();
      await run('begin');
      // No triggers: rows refer to what is there.
      await run('set local session_replication_role = replica');
      for (const statement of statements) await run(statement);
      await run('commit');
      const seconds = (performance.now() - begun) / 1000;
      if (seconds >= 1) say(`${name}: ${seconds.toFixed(1)} s`);
    };
    await runAll('clubs and fans', [...functions(fill), ...around(fill)]);
    const later = fill.isGrown ? [] : await readIndexes(one);
    for (const { name } of later) await run(`drop index ${name}`);
    for (let a = 1; a <= fill.photos; a += BATCH) {
      const b = Math.min(fill.photos, a + BATCH - 1);
      await runAll(`photos ${a} to ${b}`, [photosOf(fill, a, b), ...derivedOf(a, b), ...answersTo(a, b)]);
    }
    await runAll('counters', [...counters, `select setval(pg_get_serial_sequence('photo', 'id'), ${fill.photos})`]);
    for (const { name, made } of later) await runAll(`index ${name}`, [made]);
    const begun = performance.now();
    await run('vacuum analyze');
    await run('checkpoint');
    say(`vacuum analyze: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  });
}
