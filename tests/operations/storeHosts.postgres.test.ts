/** An address of several hosts: the one that writes is found, also after another one took over. */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { findPostgres } from '../../.ci/ensure-postgres.mjs';
import { openDatabase } from '../../server/database/database.ts';
import { parseDatabaseAddress } from '../../server/database/databaseHosts.ts';
import { inTransaction } from '../../server/database/retryTransaction.ts';
import { ServerConnections } from '../../server/database/serverConnections.ts';
import { SERVER_LIMITS } from '../../server/database/serverPool.ts';
import { addEvent } from '../api/storeEvent.ts';
import { expectAllKept, Load, recovery } from '../api/storeLoad.ts';
import { startPostgres, startStandby, type TestPostgres } from '../api/storePostgres.ts';
import { startStoreServer } from '../api/storeProcess.ts';

/** What a test has opened, to be closed after it, the last first. */
const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** Nothing listens there. */
const NOBODY = '127.0.0.1:1';
const addressOf = (hosts: readonly (TestPostgres | string)[], query = '') =>
  `postgres://postgres@${hosts.map((host) => (typeof host === 'string' ? host : `127.0.0.1:${host.port}`))}/postgres${query}`;

async function startPair() {
  const bin = findPostgres() ?? '';
  const primary = await startPostgres({ bin });
  let isUp = true;
  opened.push(async () => isUp && primary.stop());
  const standby = await startStandby(primary, { bin });
  opened.push(() => standby.stop());
  const kill = async () => {
    isUp = false;
    await primary.kill();
  };
  return { primary, standby, kill };
}

test('HLF-03d the host that writes is found, its standby takes over, and nothing acknowledged is lost', async () => {
  const { primary, standby, kill } = await startPair();
  const place = addressOf([NOBODY, standby, primary]);
  const servers = await Promise.all([startStoreServer(place, 'ignore'), startStoreServer(place, 'ignore')]);
  for (const server of servers) opened.push(() => server.kill());
  const before = await openDatabase({ databaseUrl: place });
  await addEvent(before.db);
  await before.close();
  const load = new Load(servers);
  load.start();
  await load.more(20);
  expect(load.others).toEqual([]);
  await kill();
  standby.promote();
  // That it recovers: within the 10 s told is measured where a failover is all that happens (storeFailover).
  expect(await recovery(servers)).toBeLessThan(60_000);
  await load.more(20);
  await load.end();
  load.expectOnlyTemporary();
  const after = await openDatabase({ databaseUrl: place });
  opened.push(() => after.close());
  await expectAllKept(load, after.db);
});

test('HLF-03d a server that only reads from now on is left for the one that writes, within one call', async () => {
  const { primary, standby } = await startPair();
  const { db, close } = await openDatabase({ databaseUrl: addressOf([primary, standby]) });
  opened.push(close);
  await sql`create table note(text text)`.execute(db);
  const admin = new pg.Client({ connectionString: primary.url });
  await admin.connect();
  await admin.query('alter system set default_transaction_read_only = on');
  await admin.query('select pg_reload_conf()');
  while ((await admin.query('show default_transaction_read_only')).rows[0].default_transaction_read_only !== 'on')
    await pause(10);
  await admin.end();
  standby.promote();
  await inTransaction(db, (trx) => sql`insert into note values ('moved')`.execute(trx));
  const { rows } = await sql`select text, inet_server_port() as port from note`.execute(db);
  expect(rows).toEqual([{ text: 'moved', port: standby.port }]);
});

test('HLF-03d each target_session_attrs leads to a server of its kind, or says that there is none', async () => {
  const { primary, standby } = await startPair();
  const portOf = async (hosts: readonly (TestPostgres | string)[], kind: string) => {
    const address = parseDatabaseAddress(addressOf(hosts, `?target_session_attrs=${kind}`), 'read');
    const connections = new ServerConnections(address, SERVER_LIMITS);
    try {
      const client = await connections.connect();
      const { rows } = await client.query('select inet_server_port() as port');
      client.release();
      return rows[0].port;
    } finally {
      await connections.end();
    }
  };
  for (const hosts of [
    [primary, standby],
    [standby, primary],
  ]) {
    expect(await portOf(hosts, 'any')).toBe(hosts[0]?.port);
    for (const kind of ['read-write', 'primary'])
      expect([kind, await portOf(hosts, kind)]).toEqual([kind, primary.port]);
    for (const kind of ['read-only', 'standby', 'prefer-standby'])
      expect([kind, await portOf(hosts, kind)]).toEqual([kind, standby.port]);
  }
  expect(await portOf([NOBODY, primary], 'prefer-standby')).toBe(primary.port);
  await expect(portOf([primary, NOBODY], 'standby')).rejects.toThrow('no host of the address serves');
});
