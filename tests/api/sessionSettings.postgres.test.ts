/** Databases whose defaults somebody has set for another program: ours begins with its own, directly and through a pooler. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { findPgbouncer } from '../../.ci/ensure-pgbouncer.mjs';
import { openDatabase } from '../../server/database/database.ts';
import { isTemporary } from '../../server/database/databaseFailure.ts';
import { inTransaction } from '../../server/database/retryTransaction.ts';
import { findUnsuitable } from '../../server/database/sessionSettings.ts';
import { CLUB } from '../support/tenants.ts';
import { addEvent, EVENT } from './storeEvent.ts';
import { list, put } from './storeLoad.ts';
import { startPgbouncer } from './storePgbouncer.ts';
import { copyTables } from './storePostgres.ts';
import { newKey, postOf, startStoreServer } from './storeProcess.ts';

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A database with our tables and these defaults. Returns its address. */
async function databaseWith(name: string, settings: Readonly<Record<string, string>>): Promise<string> {
  const url = await copyTables(inject('postgresUrl'), name);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const [setting, value] of Object.entries(settings))
    await client.query(`alter database ${name} set ${setting} = '${value}'`);
  await client.end();
  return url;
}

const FOREIGN = {
  DateStyle: 'SQL, DMY',
  IntervalStyle: 'sql_standard',
  TimeZone: 'America/New_York',
  extra_float_digits: '-10',
  bytea_output: 'escape',
  transform_null_equals: 'on',
  gin_fuzzy_search_limit: '1',
  default_transaction_isolation: 'serializable',
  lock_timeout: '50ms',
};

const ways = [
  ['directly', async (url: string) => url],
  [
    'through PgBouncer',
    async (url: string) => {
      const pooler = await startPgbouncer(inject('postgresUrl'), ['default_pool_size=14']);
      closing.push(() => pooler.stop());
      return pooler.through(url);
    },
  ],
] as const;

describe.each(ways.filter(([way]) => way === 'directly' || findPgbouncer() !== null))('%s', (way, reach) => {
  const name = `foreign_${way.replaceAll(' ', '_').toLowerCase()}`;

  test('HLF-17a times, intervals and numbers are read as they are, and each transaction has our settings', async () => {
    const place = await reach(await databaseWith(name, FOREIGN));
    const { db, close } = await openDatabase({ databaseUrl: place });
    closing.push(close);
    const read = sql<{ at: Date; part: number; bytes: Buffer; level: string }>`
      select timestamptz '2026-02-01 03:04:05Z' as at, (1::float8 / 3) as part, '\\x0041'::bytea as bytes,
      current_setting('transaction_isolation') as level`;
    const ours = {
      at: new Date('2026-02-01T03:04:05Z'),
      part: 1 / 3,
      bytes: Buffer.from([0, 65]),
      level: 'read committed',
    };
    expect((await read.execute(db)).rows).toEqual([ours]);
    expect(await inTransaction(db, async (trx) => (await read.execute(trx)).rows)).toEqual([ours]);
    expect(await findUnsuitable(db)).toEqual([]);
    // A lock is waited for, for longer than 50 ms.
    await addEvent(db);
    const held = Promise.withResolvers<void>();
    const holder = inTransaction(db, async (trx) => {
      await sql`select from event for update`.execute(trx);
      held.resolve();
      await sql`select pg_sleep(0.5)`.execute(trx);
    });
    await held.promise;
    await sql`update event set event_name = event_name`.execute(db);
    await holder;
  });

  test('HLF-17a twelve posts of one fan at once and the lists after them are all answered 200', async () => {
    const server = await startStoreServer(await reach(await databaseWith(`${name}_posts`, FOREIGN)));
    closing.push(() => server.kill());
    const { db, close } = await openDatabase({
      databaseUrl: Object.assign(new URL(inject('postgresUrl')), { pathname: `/${name}_posts` }).href,
    });
    await addEvent(db);
    await close();
    await put(server, 'putUserTenant', 'aki', { tenant_id: CLUB, agreed_version: '1' });
    const posts = Array.from({ length: 12 }, () =>
      put(server, 'putMediaList', 'aki', postOf(EVENT, [newKey('aki', EVENT)])),
    );
    expect((await Promise.all(posts)).map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect((await list(server)).status).toBe(200);
  });
});

test('HLF-17b what cannot be set is found at the start, with what is needed', async () => {
  const settings = { session_replication_role: 'replica', synchronous_commit: 'off' };
  const { db, close } = await openDatabase({ databaseUrl: await databaseWith('foreign_only_found', settings) });
  closing.push(close);
  expect(await findUnsuitable(db)).toEqual([
    { setting: 'session_replication_role', value: 'replica', needed: 'origin' },
    { setting: 'synchronous_commit', value: 'off', needed: expect.stringContaining('on') },
  ]);
});

test('HLF-17c a lock that is refused after a lock_timeout is temporary, and the transaction is repeated', async () => {
  const { db, close } = await openDatabase({ databaseUrl: await databaseWith('foreign_lock', {}) });
  closing.push(close);
  await addEvent(db);
  const held = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const holder = inTransaction(db, async (trx) => {
    await sql`select from event for update`.execute(trx);
    held.resolve();
    await free.promise;
  });
  await held.promise;
  const refused = await inTransaction(db, async (trx) => {
    await sql`set local lock_timeout = '10ms'`.execute(trx);
    await sql`select from event for update`.execute(trx);
  }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: '55P03' });
  expect(isTemporary(refused)).toBe(true);
  let tries = 0;
  await inTransaction(db, async (trx) => {
    tries += 1;
    await sql`set local lock_timeout = '10ms'`.execute(trx);
    if (tries === 2) free.resolve();
    if (tries === 2) await holder;
    await sql`select from event for update`.execute(trx);
  });
  expect(tries).toBe(2);
});
