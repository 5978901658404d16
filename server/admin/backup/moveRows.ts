/** Brings the rows of an embedded database's backup to an empty database of a PostgreSQL server (OPS-01k). */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { migrate, migrateServer } from '../../database/migrate.ts';
import { inTransaction } from '../../database/retryTransaction.ts';
import type { Database } from '../../database/schema.ts';
import { isNoMark } from '../../database/unfinishedRestore.ts';
import { Damaged } from './backupFiles.ts';
import { countAllRows } from './liveDatabase.ts';
import { checkCounts, withFolderCopy } from './openCopy.ts';
import type { OpenBackup } from './readObjects.ts';
import { openServerDatabase } from './serverDatabase.ts';

const BATCH = 500;
/** Both databases have their own: what the migrator notes, and which transactions changed a tenant within the last minutes. */
const OWN: ReadonlySet<string> = new Set(['kysely_migration', 'kysely_migration_lock', 'tenant_change']);

/** The copy is migrated first, so that both have the same columns. Throws Damaged. */
export async function moveRows(databaseUrl: string, backup: OpenBackup): Promise<void> {
  const at = await mkdtemp(join(tmpdir(), 'backup-'));
  try {
    await withFolderCopy(backup, at, async (copy) => {
      await checkCounts(copy, backup);
      await migrate(copy);
      await migrateServer(databaseUrl, { isRestoring: true });
      const server = openServerDatabase(databaseUrl);
      await fill(copy, server).finally(() => server.destroy());
    });
  } finally {
    await rm(at, { recursive: true, force: true });
  }
}

/** As a whole or not at all. */
function fill(copy: Kysely<Database>, server: Kysely<Database>): Promise<void> {
  return inTransaction(server, async (to) => {
    const tables = await readTables(to);
    // The rows have all that triggers would derive from them.
    for (const name of tables) await sql`alter table ${sql.table(name)} disable trigger user`.execute(to);
    // What migrations have put there.
    for (const name of tables.toReversed()) await sql`delete from ${sql.table(name)}`.execute(to);
    for (const name of tables) await copyTable(copy, to, name);
    for (const name of tables) await sql`alter table ${sql.table(name)} enable trigger user`.execute(to);
    await setSequences(copy, to);
    const [had, has] = [await countAllRows(copy), await countAllRows(to)];
    const wrong = tables.filter((name) => had[name] !== has[name]);
    if (wrong.length > 0) throw new Damaged(`These tables have not got all of their rows: ${wrong.join(', ')}.`);
  });
}

/** Each behind those that its rows refer to. */
async function readTables(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string; needs: string[] }>`
    select tablename as name, array(select c.confrelid::regclass::text from pg_constraint c
      where c.conrelid = to_regclass(tablename) and c.contype = 'f' and c.confrelid <> c.conrelid) as needs
    from pg_tables where schemaname = current_schema() and ${isNoMark} order by 1`.execute(db);
  const left = new Map(rows.filter(({ name }) => !OWN.has(name)).map(({ name, needs }) => [name, needs]));
  const ordered: string[] = [];
  while (left.size > 0) {
    const free = [...left].filter(([, needs]) => !needs.some((need) => left.has(need)));
    if (free.length === 0) throw new Error(`These tables refer to each other: ${[...left.keys()].join(', ')}.`);
    for (const [name] of free) {
      ordered.push(name);
      left.delete(name);
    }
  }
  return ordered;
}

/** Row by row as JSON, which both write and read alike. */
async function copyTable(copy: Kysely<Database>, to: Kysely<Database>, name: string): Promise<void> {
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${name} and is_generated = 'NEVER'`.execute(to);
  const list = sql.join(columns.map((column) => sql.id(column.name)));
  const table = sql.table(name);
  await inTransaction(copy, async (from) => {
    await sql`declare moved cursor for select to_jsonb(t)::text as row from ${table} t`.execute(from);
    for (;;) {
      const { rows } = await sql<{ row: string }>`fetch ${sql.lit(BATCH)} from moved`.execute(from);
      if (rows.length === 0) return;
      const json = `[${rows.map(({ row }) => row).join(',')}]`;
      await sql`insert into ${table}(${list}) overriding system value
        select ${list} from jsonb_populate_recordset(null::${table}, ${json}::jsonb)`.execute(to);
    }
  });
}

/** Numbers go on where they were: one that a deleted row had is not given again. */
async function setSequences(copy: Kysely<Database>, to: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ name: string; last: number }>`
    select sequencename as name, last_value as last from pg_sequences
    where schemaname = current_schema() and last_value is not null`.execute(copy);
  for (const { name, last } of rows) await sql`select setval(${name}::regclass, ${last})`.execute(to);
}
