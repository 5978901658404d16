/** Removing many rows: some at a time, far within the time limit of a statement, by any number of copies at once. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { EXPIRED_PER_RUN } from '../../src/contract/limits.ts';
import type { Database } from './schema.ts';

export interface Removable {
  readonly table: keyof Database;
  /** Conditions of rows called `gone`, by an index, with the order in which they go. */
  readonly which: RawBuilder<unknown>;
}

/** One run in each table. Gives back how many rows it removed. */
export async function removeRows(
  db: Kysely<Database>,
  wanted: readonly Removable[],
  isStopped: () => boolean,
): Promise<number> {
  let removed = 0;
  for (const { table, which } of wanted) removed += await inTurns(() => removeSome(db, table, which), isStopped);
  return removed;
}

/**
 * One run in a table.
 * @param remove removes EXPIRED_PER_RUN.statement rows at most, and gives back how many
 * @returns rows that were removed
 */
export async function inTurns(remove: () => Promise<number>, isStopped: () => boolean): Promise<number> {
  let removed = 0;
  while (removed < EXPIRED_PER_RUN.table && !isStopped()) {
    const count = await remove();
    removed += count;
    if (count < EXPIRED_PER_RUN.statement) break;
  }
  return removed;
}

/** Those another copy removes, or somebody changes at this moment, are left to them; nothing is waited for. */
async function removeSome(db: Kysely<Database>, table: keyof Database, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)} as gone where ${which}
      limit ${EXPIRED_PER_RUN.statement} for update of gone skip locked)) returning 1`.execute(db);
  return rows.length;
}
