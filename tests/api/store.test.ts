import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../server/database/database.ts';
import { DataFolderBusy, lockDataFolder } from '../../server/database/dataFolderLock.ts';
import { tidyOneTable } from '../../server/jobs/maintenance.ts';

const folder = mkdtempSync(join(tmpdir(), 'store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const SLOW = 120_000;

describe('data folder lock', () => {
  test('a second open of the folder is refused with a clear message, the first goes on', () => {
    const path = join(folder, 'twice');
    const release = lockDataFolder(path);
    expect(() => lockDataFolder(path)).toThrow(DataFolderBusy);
    expect(() => lockDataFolder(path)).toThrow(`in use by process ${process.pid}`);
    release();
    lockDataFolder(path)();
  });

  test('the lock of a living process holds, that of a dead one is taken over', async () => {
    const path = join(folder, 'dead');
    mkdirSync(path);
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    writeFileSync(join(path, 'lock'), String(child.pid));
    expect(() => lockDataFolder(path)).toThrow(`in use by process ${child.pid}`);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const release = lockDataFolder(path);
    expect(readFileSync(join(path, 'lock'), 'utf8').split(' ')[0]).toBe(String(process.pid));
    release();
  });

  test.each(['', 'no pid'])('a lock that says %j is one whose writer died', (text) => {
    const path = join(folder, 'broken');
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'lock'), text);
    lockDataFolder(path)();
  });
});

describe('embedded database', () => {
  let store: OpenDatabase;
  beforeAll(async () => {
    store = await openDatabase({ dataDir: join(folder, 'main') });
  }, SLOW);
  afterAll(() => store.close());

  test('is durable, plans for each tenant, gives counts as numbers', async () => {
    const { rows } = await sql<{ name: string; setting: string }>`select name, setting from pg_settings
      where name in ('fsync', 'wal_sync_method', 'synchronous_commit', 'plan_cache_mode') order by name`.execute(
      store.db,
    );
    expect(Object.fromEntries(rows.map((row) => [row.name, row.setting]))).toEqual({
      fsync: 'on',
      plan_cache_mode: 'force_custom_plan',
      synchronous_commit: 'on',
      wal_sync_method: 'fsync',
    });
    const count = await sql<{
      n: unknown;
      big: unknown;
    }>`select count(*) as n, 5000000000::int8 as big from photo`.execute(store.db);
    expect(count.rows).toEqual([{ n: 0, big: 5_000_000_000 }]);
  });

  test('a transaction has the connection alone, and one that fails leaves nothing', async () => {
    const { db } = store;
    const names = () => db.selectFrom('reserved_name').select('name').where('tenant', '=', 'x').execute();
    const add = (name: string) => db.insertInto('reserved_name').values({ tenant: 'x', name });
    const failing = db.transaction().execute(async (trx) => {
      await trx.insertInto('reserved_name').values({ tenant: 'x', name: 'inside' }).execute();
      await trx.insertInto('reserved_name').values({ tenant: 'x', name: 'inside' }).execute();
    });
    const outside = add('outside').execute();
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    await outside;
    expect(await names()).toEqual([{ name: 'outside' }]);
  });

  test('tables that changed much are tidied, one at a time, and then left alone', async () => {
    const { db } = store;
    const names = Array.from({ length: 1500 }, (_, i) => ({ tenant: 'tidy', name: `${i}` }));
    await db.insertInto('reserved_name').values(names).execute();
    expect(await tidyOneTable(db)).toBe('reserved_name');
    const known = await sql<{
      rows: number;
    }>`select reltuples::int as rows from pg_class where relname = 'reserved_name'`.execute(db);
    expect(known.rows[0]?.rows).toBeGreaterThanOrEqual(1500);
    expect(await tidyOneTable(db)).toBeNull();
  });

  test(
    'opening again runs no migration twice',
    async () => {
      await store.db.insertInto('reserved_name').values({ tenant: 'kept', name: 'kept' }).execute();
      await store.close();
      store = await openDatabase({ dataDir: join(folder, 'main') });
      const rows = await store.db.selectFrom('reserved_name').select('name').where('tenant', '=', 'kept').execute();
      expect(rows).toEqual([{ name: 'kept' }]);
    },
    SLOW,
  );
});

/** Starts the writer; resolves when it has acknowledged `commits`, with the last number it said so far. */
async function writeUntil(child: ChildProcess, commits: number): Promise<{ last: number }> {
  const said = { last: 0 };
  if (!child.stdout) throw new Error('The writer has no output.');
  const lines = createInterface({ input: child.stdout });
  await new Promise<void>((done, fail) => {
    let count = 0;
    lines.on('line', (line) => {
      said.last = Number(line);
      count += 1;
      if (count === commits) done();
    });
    child.once('exit', () => fail(new Error('The writer ended early.')));
  });
  return said;
}

test(
  'a server killed -9 while writing keeps every acknowledged commit, whole',
  async () => {
    const dataDir = join(folder, 'killed');
    for (const commits of [150, 37]) {
      const writer = join(import.meta.dirname, 'storeWriter.ts');
      const child = spawn(process.execPath, [writer, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
      const said = await writeUntil(child, commits);
      child.kill('SIGKILL');
      await once(child, 'close');
      const { db, close } = await openDatabase({ dataDir });
      const { n } = await db
        .selectFrom('reserved_name')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      const tally = await db.selectFrom('tally').select('n').where('kind', '=', 'all').executeTakeFirstOrThrow();
      await close();
      expect(n).toBeGreaterThanOrEqual(said.last);
      expect(tally.n).toBe(n);
    }
  },
  SLOW,
);
