/**
 * What a PostgreSQL server's autovacuum does, for the embedded database, which has none: without it, the space of changed rows
 * is never used again, lists read more than their index, and plans are made without knowing how many rows there are.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database/schema.ts';

const EVERY_MS = 60_000;

/** Of the tables that changed by a fifth, or that were never looked at, the one that changed most. */
const worn = sql<{ name: string }>`
  select s.relname as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid,
    lateral (select greatest(c.reltuples, 0) as rows,
      greatest(s.n_dead_tup, s.n_ins_since_vacuum, s.n_mod_since_analyze) as changed) t
  where (changed > 1000 and changed > rows * 0.2) or (c.reltuples < 0 and pg_relation_size(c.oid) > 1000000)
  order by changed desc, name limit 1`;

/** Tidies one table, if one needs it. Answers its name. */
export async function tidyOneTable(db: Kysely<Database>): Promise<string | null> {
  // Otherwise what changed within the last second is not counted yet.
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await worn.execute(db);
  const [table] = rows;
  if (!table) return null;
  await sql`vacuum (analyze) ${sql.table(table.name)}`.execute(db);
  return table.name;
}

/** One table a minute, so that nobody waits long. Answers what ends it. */
export function startMaintenance(db: Kysely<Database>): () => void {
  let isOver = false;
  const timer = setInterval(() => {
    tidyOneTable(db).catch((error: unknown) => {
      if (!isOver) console.error('Tidying the database failed:', error);
    });
  }, EVERY_MS);
  timer.unref();
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}
