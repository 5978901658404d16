/** A migration that meets a long reader, such as the hourly backup's `pg_dump`, which holds every table for as long as it takes. */
import pg from 'pg';
import { afterEach, expect, inject, test } from 'vitest';
import { migrateServer } from '../../server/database/migrate.ts';
import { copyTables } from './storePostgres.ts';

/** As a server's own: statements of fans are ended then, with 503. */
const FAN_MS = 8_000;

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
