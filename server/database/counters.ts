/** Counters: changed in the transaction of what they count, by every writer in the same order. */
import { sql, type Transaction } from 'kysely';
import type { TallyTable } from './photoTables.ts';
import type { Database } from './schema.ts';

/**
 * Rows that differ in their key, with `n` summed; those that come to nothing are left out. Sorted as the database sorts columns of
 * bytes, so that all writers touch rows in one order and never wait in a circle (`counterChanges.ts` does the same there).
 */
export function summed<T extends { n: number }>(rows: readonly T[]): T[] {
  const sums = new Map<string, { readonly key: Buffer; row: T }>();
  for (const row of rows) {
    const { n, ...columns } = row;
    // No text of the database has a NUL.
    const key = Object.values(columns).join('\0');
    const known = sums.get(key);
    sums.set(key, { key: known?.key ?? Buffer.from(key), row: { ...row, n: (known?.row.n ?? 0) + n } });
  }
  return [...sums.values()]
    .filter(({ row }) => row.n !== 0)
    .sort((a, b) => Buffer.compare(a.key, b.key))
    .map(({ row }) => row);
}

/** Adds `n` to each counter, however many there are: one statement has room for 65,535 parameters. */
export async function addToTally(trx: Transaction<Database>, counted: readonly TallyTable[]): Promise<void> {
  const rows = summed(counted);
  if (rows.length === 0) return;
  await sql`insert into tally(tenant, kind, value, n)
    select tenant, kind, value, n from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as t(tenant text, kind text, value text, n int)
    on conflict (tenant, kind, value) do update set n = tally.n + excluded.n`.execute(trx);
}
