/** A migration that is killed, and one that meets a long reader, such as the hourly backup's `pg_dump`, which holds every table for as long as it takes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterEach, expect, inject, test } from 'vitest';
import { migrateServer } from '../../server/database/migrate.ts';
import { copyTables } from '../api/storePostgres.ts';

/** As a server's own: statements of fans are ended then, with 503. */
const FAN_MS = 8_000;

const MIGRATE = pathToFileURL(resolve(import.meta.dirname, '../../server/database/migrate.ts')).href;

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});
async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  ends.push(() => client.end());
  return client;
}

test('HLF-12a a migration lets fans read while it waits for a table, and is run once that is free', async () => {
  const url = await copyTables(inject('postgresUrl'), 'migrate_waits');
  const [dump, fan] = [await connect(url), await connect(url)];
  await fan.query('alter table photo drop column opened_bytes');
  await fan.query("delete from kysely_migration where name = '047_opened_bytes'");
  await fan.query(`set statement_timeout = ${FAN_MS}`);
  await dump.query('begin');
  await dump.query('lock table photo in access share mode');
  const said: string[] = [];
  const migrated = migrateServer(url, { tell: (words) => said.push(words) });
  migrated.catch(() => {});
  const behind = `select count(*)::int as n from pg_locks
    where not granted and mode = 'AccessExclusiveLock' and relation = 'photo'::regclass`;
  await expect.poll(async () => (await dump.query(behind)).rows[0].n, { timeout: 30_000 }).toBe(1);
  // Stands in line behind the migration.
  expect((await fan.query('select count(*)::int as n from photo')).rows).toEqual([{ n: 0 }]);
  await expect.poll(() => said[0], { timeout: 30_000 }).toContain('047_opened_bytes');
  await dump.query('commit');
  await migrated;
  expect((await fan.query('select opened_bytes from photo')).rows).toEqual([]);
  const { rows } = await fan.query("select name from kysely_migration where name = '047_opened_bytes'");
  expect(rows).toHaveLength(1);
}, 120_000);

function startMigrating(url: string): ChildProcess {
  const code = `const { migrateServer } = await import(${JSON.stringify(MIGRATE)}); await migrateServer(${JSON.stringify(url)});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' });
  ends.push(() => child.kill('SIGKILL'));
  return child;
}

test('HLF-12d a server killed in mid-migration leaves nothing half, and the next one migrates', async () => {
  const url = await copyTables(inject('postgresUrl'), 'migrate_killed');
  const [reader, fan] = [await connect(url), await connect(url)];
  await fan.query('drop table identity_moved; alter table photo drop column opened_bytes');
  await fan.query("delete from kysely_migration where name in ('045_moved_accounts', '047_opened_bytes')");
  await reader.query('begin; lock table photo in access share mode');
  const killed = startMigrating(url);
  // The first of the two has run, and the second stands in line for the table.
  const inLine = `select count(*)::int as n from pg_locks where not granted and relation = 'photo'::regclass`;
  await expect.poll(async () => (await fan.query(inLine)).rows[0].n, { timeout: 30_000 }).toBe(1);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  // The database notices in its own time, at the latest when the lock is refused.
  const migrating = `select count(*)::int as n from pg_locks where locktype = 'advisory'`;
  await expect.poll(async () => (await fan.query(migrating)).rows[0].n, { timeout: 30_000 }).toBe(0);
  const isThere =
    "select to_regclass('identity_moved') as moved, count(*)::int as n from kysely_migration where name in ('045_moved_accounts', '047_opened_bytes')";
  expect((await fan.query(isThere)).rows).toEqual([{ moved: null, n: 0 }]);
  await reader.query('commit');
  await migrateServer(url);
  expect((await fan.query(isThere)).rows).toEqual([{ moved: 'identity_moved', n: 2 }]);
  expect((await fan.query('select opened_bytes from photo')).rows).toEqual([]);
}, 120_000);
