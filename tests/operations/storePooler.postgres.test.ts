/** Copies whose database is behind a PgBouncer in transaction mode, which gives each transaction to any session. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { findPgbouncer } from '../../.ci/ensure-pgbouncer.mjs';
import { findPostgres } from '../../.ci/ensure-postgres.mjs';
import { openDatabase } from '../../server/database/database.ts';
import { DatabaseUnavailable } from '../../server/database/databaseFailure.ts';
import { createStateReader } from '../../server/database/databaseState.ts';
import { MIGRATION_LOCK, migrateServer } from '../../server/database/migrate.ts';
import { inTransaction } from '../../server/database/retryTransaction.ts';
import { SERVER_LIMITS } from '../../server/database/serverPool.ts';
import { createObjectName } from '../../src/rules/objectKeys.ts';
import { backup, startBackup } from '../api/backupSetup.ts';
import { expectExactCounts } from '../api/countsCheck.ts';
import { addEvent } from '../api/storeEvent.ts';
import { expectAllKept, Load, recovery } from '../api/storeLoad.ts';
import { startPgbouncer, type TestPgbouncer } from '../api/storePgbouncer.ts';
import { copyTables, createTestDatabase } from '../api/storePostgres.ts';
import { type StoreServer, startStoreServer } from '../api/storeProcess.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB } from '../support/tenants.ts';

/** Fewer than the copies open: a session goes from hand to hand. */
const SESSIONS = 4;

/** Closed at the end, the last first. */
const opened: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function bouncer(...settings: string[]): Promise<TestPgbouncer> {
  const one = await startPgbouncer(inject('postgresUrl'), [`default_pool_size=${SESSIONS}`, ...settings]);
  opened.push(() => one.stop());
  return one;
}

const newDatabase = () => createTestDatabase(inject('postgresUrl'), `pooled_${createObjectName().toLowerCase()}`);

/** Some persons, as an operator brings them. */
async function importPersons(DATABASE_URL: string): Promise<string> {
  const child = spawn(process.execPath, ['server/admin/main.ts', 'import', 'persons', '-', '-f', 'json', '-t', CLUB], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { ...process.env, DATABASE_URL },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify([{ name: '川崎 一郎', number: '1' }]));
  return text(child.stdout);
}

describe.runIf(findPgbouncer() !== null)('PgBouncer in transaction mode', () => {
  let pooler: TestPgbouncer;
  let place: string;
  let servers: StoreServer[];
  beforeAll(async () => {
    pooler = await bouncer();
    place = await newDatabase();
    // At once, on an empty database: each migration runs once.
    servers = await Promise.all([1, 2].map(() => startStoreServer(pooler.through(place), 'ignore')));
    for (const server of servers) opened.push(() => server.kill());
    const { db, close } = await openDatabase({ databaseUrl: pooler.through(place) });
    await addEvent(db);
    await close();
  });

  test('HLF-03a copies and an operator work through fewer sessions than they open, also over its restart', async () => {
    const load = new Load(servers);
    load.start();
    await load.more(20);
    expect(load.others, 'nothing but 200 while it runs').toEqual([]);
    expect(await importPersons(pooler.through(place))).toContain('1 new');
    await pooler.restart();
    await recovery(servers);
    await load.more(20);
    await load.end();
    load.expectOnlyTemporary();
    const { db, close } = await openDatabase({ databaseUrl: `${place}?application_name=direct` });
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and application_name <> 'direct' and backend_type = 'client backend'`.execute(
      db,
    );
    expect(rows[0]?.n).toBeLessThanOrEqual(SESSIONS);
    await expectAllKept(load, db);
    await expectExactCounts(db);
    await close();
  });

  test.each([
    ['refuses', ''],
    ['ignores', 'ignore_startup_parameters=options'],
  ])('HLF-03a time limits and plans hold where a pooler %s options, and leak to nobody', async (_, settings) => {
    const url = (await bouncer(settings)).through(place);
    const { db, close } = await openDatabase({ databaseUrl: url, limits: { ...SERVER_LIMITS, statementMs: 3_000 } });
    const asked = sql<{ plans: string; jit: string; limit: string }>`select current_setting('plan_cache_mode') as plans,
      current_setting('jit') as jit, current_setting('statement_timeout') as "limit"`;
    const ours = { plans: 'auto', jit: 'off', limit: '3s' };
    expect((await asked.execute(db)).rows).toEqual([ours]);
    expect(await inTransaction(db, async (trx) => (await asked.execute(trx)).rows)).toEqual([ours]);
    await expect(sql`select pg_sleep(20)`.execute(db)).rejects.toThrow(DatabaseUnavailable);
    await expect(inTransaction(db, (trx) => sql`select pg_sleep(20)`.execute(trx))).rejects.toThrow(
      DatabaseUnavailable,
    );
    await close();
    const others = Array.from({ length: SESSIONS }, () => new pg.Client({ connectionString: url }));
    for (const other of nonEmpty(others)) {
      await other.connect();
      // Held, so that the next one gets another session.
      await other.query('begin');
      expect((await other.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }]);
    }
    await Promise.all(others.map((other) => other.end()));
  });

  test('HLF-22a HLF-03a what each list asks first is planned once; through a pooler it has no name', async () => {
    for (const [through, kept] of [
      [(url: string) => url, 2],
      [pooler.through, 0],
    ] as const) {
      const limits = { ...SERVER_LIMITS, connections: SESSIONS };
      const { db, close } = await openDatabase({ databaseUrl: through(place), limits });
      const { readState } = createStateReader(db);
      // The first look reads all, the second the marks, the third finds nothing new.
      for (let look = 0; look < 3; look++) await readState(CLUB);
      const prepared = sql<{ name: string }>`select name from pg_prepared_statements`;
      const held = Array.from({ length: SESSIONS }, () =>
        inTransaction(db, async (trx) => {
          await sql`select pg_sleep(0.5)`.execute(trx);
          return (await prepared.execute(trx)).rows.map(({ name }) => name);
        }),
      );
      // On a busy machine the looks went over two connections: each has parsed what it was asked.
      expect(new Set((await Promise.all(held)).flat()).size).toBe(kept);
      await close();
    }
  });

  test('HLF-03a a statement or a COMMIT that fails is told as it is, also through a pooler', async () => {
    const { db, close } = await openDatabase({ databaseUrl: pooler.through(place) });
    await expect(sql`select 1 / ${0}::int`.execute(db)).rejects.toMatchObject({ code: '22012' });
    await sql`create table late(n int unique deferrable initially deferred)`.execute(db);
    await sql`insert into late values (1)`.execute(db);
    await expect(sql`insert into late values (1)`.execute(db)).rejects.toMatchObject({ code: '23505' });
    expect((await sql`select n from late`.execute(db)).rows).toEqual([{ n: 1 }]);
    await close();
  });

  test('OPS-01h through a pooler backups are refused, past it they are made: sessions stay as they are', async () => {
    const direct = await copyTables(inject('postgresUrl'), `pooled_${createObjectName().toLowerCase()}`);
    const folder = mkdtempSync(join(tmpdir(), 'pooled-'));
    opened.push(async () => rmSync(folder, { recursive: true, force: true }));
    const bin = findPostgres();
    const path = bin && existsSync(join(bin, 'pg_dump')) ? `${bin}:${process.env.PATH}` : (process.env.PATH ?? '');
    const env = { PATH: path, DATA_DIR: join(folder, 'data'), BACKUP_DIR: join(folder, 'backups') };
    const pooled = { ...env, DATABASE_URL: pooler.through(direct) };
    const past = { ...pooled, DATABASE_MIGRATE_URL: direct };
    const refused = { code: 3, err: expect.stringContaining('Set DATABASE_MIGRATE_URL to an address past the pooler') };
    expect(await startBackup(['create'], pooled).ran).toMatchObject(refused);
    expect(await backup(['create'], past)).toContain('is whole');
    for (const words of [
      ['verify', 'latest'],
      ['restore', 'latest'],
    ])
      expect(await startBackup(words, pooled).ran).toMatchObject(refused);
    expect(await backup(['verify', 'latest'], past)).toContain('is whole');
    // Held, so that each is another session.
    const clients = Array.from({ length: SESSIONS }, () => new pg.Client({ connectionString: pooled.DATABASE_URL }));
    for (const client of nonEmpty(clients)) {
      await client.connect();
      await client.query('begin');
      expect((await client.query('select count(*)::int as n from photo')).rows).toEqual([{ n: 0 }]);
    }
    await Promise.all(clients.map((client) => client.end()));
  });

  test('HLF-03b migrations go past the pooler, and as another role, where DATABASE_MIGRATE_URL says so', async () => {
    const empty = await newDatabase();
    const owner = new pg.Client({ connectionString: empty });
    await owner.connect();
    // A role that may do what the server does, and make no tables.
    await owner.query(`do $$ begin create role fan login; exception when duplicate_object then null; end $$`);
    await owner.query('alter default privileges grant select, insert, update, delete on tables to fan');
    await owner.end();
    const databaseUrl = Object.assign(new URL(pooler.through(empty)), { username: 'fan' }).href;
    await expect(openDatabase({ databaseUrl })).rejects.toThrow(/permission denied|aborted/);
    const { db, close } = await openDatabase({ databaseUrl, migrateUrl: empty });
    const { rows } = await sql`select current_user as role, count(*)::int as photos from photo`.execute(db);
    expect(rows).toEqual([{ role: 'fan', photos: 0 }]);
    await close();
  });

  test('HLF-03b a migration waits its turn longer than statements may take, directly and pooled', async () => {
    for (const through of [(url: string) => url, pooler.through]) {
      const place = await newDatabase();
      const holder = new pg.Client({ connectionString: place });
      await holder.connect();
      await holder.query(`alter database ${new URL(place).pathname.slice(1)} set statement_timeout = '200ms'`);
      await holder.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
      const migrated = migrateServer(through(place));
      migrated.catch(() => {});
      const waiting = `select count(*)::int as n from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and clock_timestamp() - query_start > interval '300 ms'`;
      await expect.poll(async () => (await holder.query(waiting)).rows[0].n, { timeout: 30_000 }).toBe(1);
      await holder.end();
      await migrated;
    }
  });
});
