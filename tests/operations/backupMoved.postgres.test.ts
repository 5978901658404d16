/** An installation that outgrows one process: the backup of its embedded database and own store, restored onto a server and into a bucket. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openServerDatabase } from '../../server/admin/backup/serverDatabase.ts';
import { openDatabase } from '../../server/database/database.ts';
import type { Database } from '../../server/database/schema.ts';
import { knownPasswords } from '../../server/demo/demoAccounts.ts';
import { seedDemo } from '../../server/demo/seed.ts';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { openObjectFiles } from '../../server/objects/objectFiles.ts';
import { sumsOf } from '../../server/objects/upload.ts';
import { backup, newKeyFile, readAllObjects, readAllRows } from '../api/backupSetup.ts';
import { writeDemoPictures } from '../api/demoPicturesSetup.ts';
import { createTestDatabase } from '../api/storePostgres.ts';
import { compareCounters } from '../bench/halftime/counters.ts';
import { startStandInAws } from '../fakes/standInAws.ts';

const folder = mkdtempSync(join(tmpdir(), 'backup-moved-'));
const at = (name: string) => join(folder, name);
const env = { DATA_DIR: at('data'), BACKUP_DIR: at('backups'), BACKUP_KEY_FILE: newKeyFile(folder) };
/** Each database has its own: what its migrator noted, and who wrote within the last minutes. */
const OWN = ['kysely_migration', 'kysely_migration_lock', 'tenant_change'];
let rows: ReadonlyMap<string, string[]>;
let number: number;

const nextPhoto = async (db: Kysely<Database>): Promise<number> =>
  (await sql<{ n: number }>`select nextval(pg_get_serial_sequence('photo', 'id')) as n`.execute(db)).rows[0]?.n ?? 0;

beforeAll(async () => {
  await writeDemoPictures(at('pictures'));
  const { db, close } = await openDatabase({ dataDir: env.DATA_DIR });
  const files = await openObjectFiles(join(env.DATA_DIR, 'objects'), Date.now, undefined, false);
  await seedDemo({
    db,
    objects: {
      async put(key, bytes) {
        const body = async function* () {
          yield bytes;
        };
        const facts = { ...sumsOf(bytes), key, owner: 'aki', storedAt: Date.now() };
        await files.publish(await files.stage(body(), () => facts));
      },
    },
    pool: EMBEDDED_POOL,
    picturesDir: at('pictures'),
    tenantsDir: resolve(import.meta.dirname, '../../tenants'),
    passwords: knownPasswords(),
    now: new Date(),
  });
  // The number of a photo that was deleted is not given again.
  number = await nextPhoto(db);
  rows = await readAllRows(db);
  await close();
  await backup(['create'], env);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('OPS-01k every row and picture of an embedded installation comes to a PostgreSQL server', async () => {
  const DATABASE_URL = await createTestDatabase(inject('postgresUrl'), 'backup_moved');
  const target = { ...env, DATABASE_URL, DATA_DIR: at('moved') };
  expect(await backup(['restore', 'latest', '--keep-sign-ins'], target)).toContain('is restored');
  const db = openServerDatabase(DATABASE_URL);
  const moved = await readAllRows(db);
  const tables = [...rows].filter(([name]) => !OWN.includes(name));
  expect(tables.filter(([, all]) => all.length > 0).length).toBeGreaterThan(25);
  for (const [name, all] of tables) expect([name, moved.get(name)]).toEqual([name, all]);
  expect(await nextPhoto(db)).toBe(number + 1);
  const { rows: off } = await sql`select tgname from pg_trigger where tgenabled = 'D' and not tgisinternal`.execute(db);
  expect(off).toEqual([]);
  expect(await compareCounters(db)).toEqual([]);
  await db.destroy();
  expect(await readAllObjects(target.DATA_DIR)).toEqual(await readAllObjects(env.DATA_DIR));
});

test('OPS-01k its pictures come into an empty bucket, for copies on other machines', async () => {
  const aws = await startStandInAws();
  const DATABASE_URL = await createTestDatabase(inject('postgresUrl'), 'backup_moved_bucket');
  await backup(['restore', 'latest'], { ...env, ...aws.env, DATABASE_URL, DATA_DIR: at('none') });
  const keys: string[] = [];
  for await (const { key } of aws.server.kept.list('')) keys.push(key);
  const stored = await readAllObjects(env.DATA_DIR);
  expect(keys.length).toBeGreaterThan(50);
  expect(keys.toSorted()).toEqual([...stored.keys()].toSorted());
  await aws.close();
});
