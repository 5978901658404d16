import { type Kysely, sql } from 'kysely';
import type { Database } from './schema.ts';

/**
 * Which transactions a new query sees, as PostgreSQL writes it. The same text twice: nothing was committed in between, by
 * any server, and all queries between the two have seen the same.
 */
export async function readState(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ state: string }>`select pg_current_snapshot()::text as state`.execute(db);
  return rows[0]?.state ?? '';
}
