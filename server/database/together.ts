import { type Kysely, type RawBuilder, sql } from 'kysely';
import { runKept } from './preparedQuery.ts';

/**
 * Runs statements that change data as one: one way to the database and back for all. None sees what another changes, and nobody may
 * rely on their order, nor on that of their locks.
 */
export async function runTogether<DB>(db: Kysely<DB>, statements: readonly RawBuilder<unknown>[]): Promise<void> {
  if (statements.length === 0) return;
  const parts = statements.map((statement, i) => sql`${sql.ref(`part_${i}`)} as (${statement})`);
  await runKept(db, sql`with ${sql.join(parts)} select 1`);
}
