/** A backup of a PostgreSQL server and a bucket, while posts go on, and its restore into an empty database and an empty bucket. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { findAge } from '../../.ci/ensure-age.mjs';
import { findPostgres } from '../../.ci/ensure-postgres.mjs';
import { openServerDatabase } from '../../server/admin/backup/serverDatabase.ts';
import { openDatabase } from '../../server/database/database.ts';
import { MIGRATION_LOCK } from '../../server/database/migrate.ts';
import { optionsFromEnvironment, type RunningServer, startServer } from '../../server/main.ts';
import type { ClientConfig } from '../../src/contract/config.ts';
import { backup, drawJpeg, newKeyFile, readAllRows, startBackup } from '../api/backupSetup.ts';
import { addEvent, openExternalFan } from '../api/externalSetup.ts';
import { copyTables, createTestDatabase } from '../api/storePostgres.ts';
import { OPERATOR, type StandInAws, startStandInAws } from '../fakes/standInAws.ts';

const EVENT = 'ev1';
/** Posts of one fan while a backup is made: more are refused. */
const MOST = 30;
const folder = mkdtempSync(join(tmpdir(), 'backup-postgres-'));
let aws: StandInAws;
let other: StandInAws;
let server: RunningServer;
let env: Record<string, string>;
let fan: Awaited<ReturnType<typeof openExternalFan>>;

beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', OPERATOR.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', OPERATOR.secretAccessKey);
  aws = await startStandInAws();
  other = await startStandInAws();
  const DATABASE_URL = await copyTables(inject('postgresUrl'), 'backup_source');
  const bin = findPostgres();
  // Where Debian has them.
  const path = bin && existsSync(join(bin, 'pg_dump')) ? `${bin}:${process.env.PATH}` : (process.env.PATH ?? '');
  env = {
    ...aws.env,
    DATABASE_URL,
    PATH: path,
    DATA_DIR: join(folder, 'none'),
    BACKUP_DIR: join(folder, 'backups'),
    BACKUP_KEY_FILE: newKeyFile(folder),
  };
  server = await startServer({ ...optionsFromEnvironment({ ...env, PORT: '0' }), dist: null });
  const given = (await (await fetch(`${server.url}/config.json`)).json()) as ClientConfig;
  await addEvent(server, EVENT);
  await addEvent(aws.server, EVENT);
  const config = { ...given, api: `${server.url}${given.api}` };
  const jpeg = await drawJpeg();
  fan = await openExternalFan({ config, jpeg, event: EVENT, codeFor: (to) => aws.codeFor(to) }, 'aki@example.com');
  for (let n = 0; n < 4; n++) await post();
});
afterAll(async () => {
  await server?.close();
  await aws?.close();
  await other?.close();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

async function post(): Promise<string> {
  const key = fan.newKey();
  await fan.store(key);
  await fan.register(key);
  return key;
}

async function rowsIn(databaseUrl: string): Promise<Map<string, string[]>> {
  const db = openServerDatabase(databaseUrl);
  return readAllRows(db).finally(() => db.destroy());
}

async function objectsIn({ server: { kept } }: StandInAws): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  for await (const { key } of kept.list('')) {
    const bytes = await kept.read(key, 0, 1_000_000);
    all.set(key, Buffer.from(bytes ?? []).toString('base64'));
  }
  return new Map([...all].sort());
}

test('OPS-01a OPS-01b posts go on while PostgreSQL and a bucket are backed up: one moment, all its objects', async () => {
  const before = await post();
  let isMade = false;
  const meanwhile: string[] = [];
  const posting = (async () => {
    while (!isMade && meanwhile.length < MOST) meanwhile.push(await post());
  })();
  await backup(['create'], env);
  isMade = true;
  await posting;
  const after = await post();
  expect(await backup(['verify', 'latest'], env)).toContain('is whole');
  const [listed] = JSON.parse(await backup(['list', '--json'], env)) as {
    rows: Record<string, number>;
    isEncrypted: boolean;
  }[];
  expect(listed).toMatchObject({ database: 'postgres', store: 'bucket', isEncrypted: true });
  expect(meanwhile.length).toBeGreaterThan(0);
  const photos = (await rowsIn(env.DATABASE_URL ?? '')).get('photo') ?? [];
  expect(photos.length).toBeGreaterThan(listed?.rows.photo ?? 0);
  expect(photos.join()).toContain(before);
  expect(photos.join()).toContain(after);
});

test('OPS-01a OPS-01d every row and byte comes back into an empty database and an empty bucket', async () => {
  await server.runPictures();
  await server.close();
  await backup(['create', '--keep', '1'], env);
  const DATABASE_URL = await createTestDatabase(inject('postgresUrl'), 'backup_target');
  const target = { ...env, ...other.env, DATABASE_URL };
  await expect(backup(['restore', 'latest'], { ...target, DATABASE_URL: env.DATABASE_URL ?? '' })).rejects.toThrow(
    'has tables of ours already',
  );
  await expect(backup(['restore', 'latest'], { ...env, DATABASE_URL })).rejects.toThrow('holds objects already');
  expect(await backup(['restore', 'latest'], target)).toContain('is restored');
  const [source, restored] = [await rowsIn(env.DATABASE_URL ?? ''), await rowsIn(DATABASE_URL)];
  for (const [table, rows] of source) expect([table, restored.get(table)]).toEqual([table, rows]);
  const objects = await objectsIn(aws);
  expect(objects.size).toBeGreaterThan(10);
  expect(await objectsIn(other)).toEqual(objects);
  await (await openDatabase({ databaseUrl: DATABASE_URL })).close();
});

test.runIf(findAge() !== null)('OPS-01l the database opens with age and pg_restore alone', async () => {
  const url = await createTestDatabase(inject('postgresUrl'), 'backup_by_hand');
  const [{ id = '', rows = {} } = {}] = JSON.parse(await backup(['list', '--json'], env));
  const identity = join(folder, 'identity');
  writeFileSync(identity, await backup(['key'], env), { mode: 0o600 });
  const line = `age -d -i ${identity} database.dump.age | pg_restore --no-owner -d '${url}'`;
  const PATH = `${findAge()}:${env.PATH}`;
  execFileSync('sh', ['-ec', line], { cwd: join(env.BACKUP_DIR ?? '', id), env: { ...process.env, PATH } });
  const opened = await rowsIn(url);
  expect(rows.photo).toBeGreaterThan(5);
  expect(Object.fromEntries([...opened].map(([name, all]) => [name, all.length]))).toEqual(rows);
});

test('HLF-03e a restore gives the role of DATABASE_URL its rights; an unknown one is told at the beginning', async () => {
  const migrate = await createTestDatabase(inject('postgresUrl'), 'backup_roles');
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query('create role backup_runner login');
  await client.end();
  const store = await startStandInAws();
  const as = (username: string) => Object.assign(new URL(migrate), { username }).href;
  const target = { ...env, ...store.env, DATABASE_MIGRATE_URL: migrate };
  const unknown = startBackup(['restore', 'latest'], { ...target, DATABASE_URL: as('backup_nobody') });
  expect(await unknown.ran).toMatchObject({ code: 1, err: expect.stringContaining('grant select, insert, update') });
  expect(await backup(['restore', 'latest'], { ...target, DATABASE_URL: as('backup_runner') })).toContain(
    'is restored',
  );
  const running = openServerDatabase(as('backup_runner'));
  expect(await running.selectFrom('photo').select('media_url').execute()).not.toEqual([]);
  await running.updateTable('photo').set({ comment: 'x' }).execute();
  await running.destroy();
  await store.close();
});

test('OPS-01d OPS-01f no server starts on what a restore that broke off left; it is begun anew', async () => {
  const DATABASE_URL = await createTestDatabase(inject('postgresUrl'), 'backup_broken_off');
  const holder = new pg.Client({ connectionString: DATABASE_URL });
  await holder.connect();
  // Where a restore brings tables up to date it has all rows, and has taken nothing out yet.
  await holder.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
  const [first, second] = [await startStandInAws(), await startStandInAws()];
  const { child, ran } = startBackup(['restore', 'latest'], { ...env, ...first.env, DATABASE_URL });
  const waiting = `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(async () => (await holder.query(waiting)).rows[0].n, { timeout: 60_000 }).toBe(1);
  child.kill('SIGKILL');
  await ran;
  await holder.query(`select pg_advisory_unlock(${MIGRATION_LOCK})`);
  expect((await rowsIn(DATABASE_URL)).get('photo')?.length).toBeGreaterThan(0);

  const unfinished = 'A restore into this database is not finished';
  const opened = openDatabase({ databaseUrl: DATABASE_URL }).then(({ close }) => close());
  await expect(opened).rejects.toThrow(unfinished);
  const again = { ...env, ...second.env, DATABASE_URL };
  await expect(backup(['restore', 'latest'], again)).rejects.toThrow(unfinished);
  await expect(backup(['create'], { ...env, DATABASE_URL })).rejects.toThrow(unfinished);

  // As one leaves it that broke off before the rows came: the mark alone.
  await holder.query('drop schema public cascade; create schema public; create table unfinished_restore()');
  expect(await backup(['restore', 'latest'], again)).toContain('is restored');
  await (await openDatabase({ databaseUrl: DATABASE_URL })).close();
  await holder.end();
  await Promise.all([first.close(), second.close()]);
});

test('OPS-01k a backup of a server is restored into no folder, which is told', async () => {
  const { DATABASE_URL: _, ...target } = env;
  const ran = await startBackup(['restore', 'latest'], { ...target, ...other.env }).ran;
  expect(ran).toMatchObject({ code: 1, err: expect.stringContaining('set DATABASE_URL to an empty database') });
});

test('OPS-01e what cannot be done is told: no pg_dump, the photos of another place, no temporary database', async () => {
  const none = await startBackup(['create'], { ...env, PATH: '/nowhere' }).ran;
  expect(none).toMatchObject({ code: 3, err: expect.stringContaining('pg_dump is not installed here') });
  const empty = await startStandInAws();
  const wrong = await startBackup(['create'], { ...env, ...empty.env }).ran;
  await empty.close();
  expect(wrong).toMatchObject({ code: 3, err: expect.stringContaining('not one object') });
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query('create role backup_reader login');
  await client.end();
  const url = Object.assign(new URL(env.DATABASE_URL ?? ''), { username: 'backup_reader' }).href;
  const refused = await startBackup(['verify', 'latest'], { ...env, DATABASE_URL: url }).ran;
  expect(refused).toMatchObject({ code: 3, err: expect.stringContaining('No temporary database could be made') });
});
