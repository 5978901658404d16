/** Counters: changed in the transaction of what they count, by every writer in the same order. */
import { sql, type Transaction } from 'kysely';
import type { TallyTable } from './photoTables.ts';
import type { Database } from './schema.ts';

/**
 * Rows that differ in their key, with `n` summed; those that come to nothing are left out. Sorted, so that all writers touch
 * rows in one order and never wait in a circle.
 */
export function summed<T extends { n: number }>(rows: readonly T[]): T[] {
  const sums = new Map<string, T>();
  for (const row of rows) {
    const key = JSON.stringify({ ...row, n: 0 });
    sums.set(key, { ...row, n: (sums.get(key)?.n ?? 0) + row.n });
  }
  return [...sums.entries()]
    .filter(([, { n }]) => n !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row);
}

/** Adds `n` to each counter. */
export async function addToTally(trx: Transaction<Database>, counted: readonly TallyTable[]): Promise<void> {
  const rows = summed(counted);
  if (rows.length === 0) return;
  await trx
    .insertInto('tally')
    .values(rows)
    .onConflict((c) => c.columns(['tenant', 'kind', 'value']).doUpdateSet({ n: sql`tally.n + excluded.n` }))
    .execute();
}
