/** A server on tables that a newer one has changed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { type DatabasePlace, type OpenDatabase, openDatabase } from '../../server/database/database.ts';
import { startReason } from '../../server/startFailure.ts';
import { copyTables } from './storePostgres.ts';

const folder = mkdtempSync(join(tmpdir(), 'newer-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function placeOf(): Promise<DatabasePlace> {
  const url = process.env.TEST_DATABASE_URL;
  return url === undefined ? { dataDir: folder } : { databaseUrl: await copyTables(url, 'newer_tables') };
}

/** As a newer server leaves it. */
const noteRun = (db: OpenDatabase['db'], name: string) =>
  sql`insert into kysely_migration(name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(db);

test('HLF-11d tables a newer server has added to open; those it took from this one do not, and it is said', async () => {
  const place = await placeOf();
  const first = await openDatabase(place);
  await noteRun(first.db, '998_shade');
  await noteRun(first.db, '999_no_color_needs_001');
  await first.close();
  const { db, close } = await openDatabase(place);
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from kysely_migration where name > '99'`.execute(
    db,
  );
  expect(rows).toEqual([{ n: 2 }]);
  await noteRun(db, '999_no_tally_needs_998');
  await close();
  const failure = await openDatabase(place).then(
    () => null,
    (error: unknown) => error,
  );
  const said = startReason(failure, { port: 0, host: '', dataDir: '' });
  expect(said).toMatch(/made by another version of the server.*999_no_tally_needs_998/);
});
