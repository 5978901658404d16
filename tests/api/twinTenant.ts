/** All rows of one tenant, and another tenant made its twin: what is done in the one must change nothing in the other (TEN-10c). */
import { type Kysely, sql } from 'kysely';
import { addUpFanRanks } from '../../server/database/fanRanks.ts';
import { addUpFigures } from '../../server/database/figureCounts.ts';
import type { Database } from '../../server/database/schema.ts';

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}
type Row = Record<string, unknown>;
/** Tables whose rows are of one tenant each, with what can be written of a row. */
async function tenantTables(db: Kysely<Database>): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.table_name as name, array_agg(c.column_name::text) filter (where c.is_generated = 'NEVER') as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
    group by 1 having bool_or(c.column_name = 'tenant') order by 1`.execute(db);
  return rows;
}
const rowsOf = (db: Kysely<Database>, { name }: Table, tenant: string) =>
  sql<{ row: Row }>`select to_jsonb(t) as row from ${sql.table(name)} t where tenant = ${tenant}`.execute(db);

/** Every row of a tenant as one sorted list, each with its table's name. */
export async function readTenant(db: Kysely<Database>, tenant: string): Promise<string[]> {
  // The server adds up what waits at any moment.
  await addUpFigures(db);
  await addUpFanRanks(db);
  const lines: string[] = [];
  for (const table of await tenantTables(db))
    for (const { row } of (await rowsOf(db, table, tenant)).rows) lines.push(`${table.name} ${JSON.stringify(row)}`);
  return lines.sort();
}

/** Numbers of rows of the twin are so much higher. */
const APART = 1_000_000;
/** Gives `to` every row `from` has, with the tenant's name in its keys changed; a row whose key is the same for all tenants stays out. */
export async function copyTenant(db: Kysely<Database>, from: string, to: string): Promise<void> {
  await addUpFigures(db);
  await addUpFanRanks(db);
  const tables = await tenantTables(db);
  await db.transaction().execute(async (trx) => {
    // No triggers and no foreign keys: the rows are whole as they are.
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const table of tables) {
      const { rows } = await rowsOf(trx, table, from);
      if (rows.length === 0) continue;
      const twins = rows.map(({ row }) => {
        const twin = JSON.parse(JSON.stringify(row).replaceAll(from, to)) as Row;
        return typeof twin.id === 'number' ? { ...twin, id: twin.id + APART } : twin;
      });
      const columns = sql.join(table.columns.map((name) => sql.ref(name)));
      await sql`insert into ${sql.table(table.name)}(${columns}) overriding system value
        select ${columns} from jsonb_populate_recordset(null::${sql.table(table.name)}, ${JSON.stringify(twins)}::jsonb)
        on conflict do nothing`.execute(trx);
    }
  });
}
