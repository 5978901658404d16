/** A PostgreSQL that is killed while fans look and write: its standby takes over behind the same address. */
import { afterEach, expect, test } from 'vitest';
import { findPostgres } from '../../.ci/ensure-postgres.mjs';
import { openDatabase } from '../../server/database/database.ts';
import { addEvent } from '../api/storeEvent.ts';
import { expectAllKept, Load, lineTo, recovery } from '../api/storeLoad.ts';
import { startPostgres, startStandby } from '../api/storePostgres.ts';
import { startStoreServer } from '../api/storeProcess.ts';
import { openTcpProxy } from '../api/tcpProxy.ts';

/** What a test has opened, to be closed after it, the last first. */
const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

test('SAF-18c a failover: no copy ends, nothing acknowledged is lost, serving again within 10 s', async () => {
  const bin = findPostgres() ?? '';
  const primary = await startPostgres({ bin });
  let isPrimaryUp = true;
  opened.push(async () => isPrimaryUp && primary.stop());
  const proxy = await openTcpProxy(primary.port);
  opened.push(() => proxy.close());
  const place = lineTo(primary.url, proxy);
  const servers = await Promise.all([startStoreServer(place, 'ignore'), startStoreServer(place, 'ignore')]);
  for (const server of servers) opened.push(() => server.kill());
  const before = await openDatabase({ databaseUrl: primary.url });
  await addEvent(before.db);
  await before.close();
  const standby = await startStandby(primary, { bin });
  opened.push(() => standby.stop());

  const load = new Load(servers);
  load.start();
  await load.more(20);
  await primary.kill();
  isPrimaryUp = false;
  proxy.leadTo(null);
  proxy.cut();
  standby.promote();
  proxy.leadTo(standby.port);
  expect(await recovery(servers)).toBeLessThan(10_000);
  await load.more(20);
  await load.end();

  expect(servers.map((server) => server.isRunning())).toEqual([true, true]);
  load.expectOnlyTemporary();
  const after = await openDatabase({ databaseUrl: standby.url });
  opened.push(() => after.close());
  await expectAllKept(load, after.db);
});
