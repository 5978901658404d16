import { sql, type Transaction } from 'kysely';
import { removeBookmarkCounts, removeBookmarksTo } from '../../api/bookmarks/repository.ts';
import type { Database } from '../../database/schema.ts';
import { type Problem, Refusal } from '../outcome.ts';
import { faultOf } from './faults.ts';
import { lockKind } from './importRecords.ts';
import type { Kind } from './kinds.ts';
import { countRows, deleteRecord, keyOf, selectRecords } from './records.ts';

/**
 * Removes rows that nothing refers to; what is not there is fine. Returns what it did, the summary first. Throws Refusal.
 */
export async function removeRecords(
  trx: Transaction<Database>,
  kind: Kind,
  tenant: string,
  keys: readonly string[],
): Promise<string[]> {
  await lockKind(trx, kind, tenant);
  const stored = (await selectRecords(trx, kind, tenant, keys)).map((values) => keyOf(kind, values));
  const used: Problem[] = [];
  for (const key of stored) {
    for (const user of kind.usedBy) {
      const n = await countRows(trx, user, tenant, key);
      if (n > 0)
        used.push({
          line: 0,
          field: user.noun,
          ...faultOf('used', String(n), `${key}: ${n} ${user.noun} belong to it`),
        });
    }
  }
  if (used.length > 0) {
    const lines = used.map(({ message }) => `  ${message}`);
    throw new Refusal(['Nothing was removed: still in use.', ...lines].join('\n'), used);
  }
  for (const key of stored) {
    if (kind.hasBookmarks) {
      await removeBookmarksTo(trx, tenant, [key]);
      await removeBookmarkCounts(trx, tenant, [key]);
    }
    for (const { table, column } of kind.removeWith) {
      await sql`delete from ${sql.table(table)} where tenant = ${tenant} and ${sql.ref(column)} = ${key}`.execute(trx);
    }
    await deleteRecord(trx, kind, tenant, key);
  }
  const absent = new Set(keys).size - stored.length;
  return [
    `${kind.name} of ${tenant}: ${stored.length} removed${absent > 0 ? `, ${absent} were not there` : ''}.`,
    ...stored.map((key) => `  - ${key}`),
  ];
}
