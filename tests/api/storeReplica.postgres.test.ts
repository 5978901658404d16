/** Copies that read lists at a standby: never older than what anybody was told is written, and whatever becomes of it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { findPostgres } from '../../.ci/ensure-postgres.mjs';
import { openDatabase } from '../../server/database/database.ts';
import type { ReplicaCounts } from '../../server/database/readReplica.ts';
import { startServer } from '../../server/main.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB } from '../support/tenants.ts';
import { addEvent, EVENT } from './storeEvent.ts';
import { startPostgres, startStandby, type TestPostgres } from './storePostgres.ts';
import { join_, newKey, postOf, type StoreServer, send, startStoreServer } from './storeProcess.ts';

let primary: TestPostgres;
let standby: TestPostgres;
let servers: StoreServer[];
let follower: pg.Client;
/** Closed at the end, the last first. */
const opened: (() => Promise<unknown>)[] = [];
const FANS = ['aki', 'ben'];
const WITHIN = { timeout: 30_000, interval: 20 };

beforeAll(async () => {
  const bin = findPostgres() ?? '';
  primary = await startPostgres({ bin });
  opened.push(() => primary.stop());
  const { db, close } = await openDatabase({ databaseUrl: primary.url });
  await addEvent(db);
  await close();
  standby = await startStandby(primary, { bin, isLate: true });
  opened.push(() => standby.stop());
  const start = () => startStoreServer(primary.url, 'ignore', `${standby.url}?application_name=lists`);
  servers = await Promise.all([start(), start()]);
  for (const server of servers) opened.push(() => server.kill());
  for (const fan of FANS) await join_(nonEmpty(servers)[0] as StoreServer, fan);
  follower = new pg.Client({ connectionString: standby.url });
  follower.on('error', () => {});
  await follower.connect();
});
afterAll(async () => {
  await follower?.end().catch(() => {});
  for (const close of opened.splice(0).reverse()) await close();
});

/** Of the event, at one copy. `as` null: a visitor. */
async function list(server: StoreServer, as: string | null): Promise<string[]> {
  const auth = as === null ? {} : { 'x-api-authorization': `Bearer of.${as}` };
  const response = await fetch(`${server.url}/f/media/public/list/items/event?e=${EVENT}&l=5`, {
    headers: { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB, ...auth },
  });
  expect(response.status).toBe(200);
  const { media_list } = (await response.json()) as { media_list: { media_url: string }[] };
  return media_list.map(({ media_url }) => media_url);
}
const countsOf = async ({ url }: StoreServer) => (await (await fetch(`${url}/replica`)).json()) as ReplicaCounts;
const counts = () => Promise.all(servers.map(countsOf));
/** Reads of this copy at the replica so far, after one more by a visitor. */
const readAtReplica = (server: StoreServer) => list(server, null).then(async () => (await countsOf(server)).read);

async function post(server: StoreServer, as: string): Promise<string> {
  const media_url = newKey(as, EVENT);
  expect(await send(server, 'putMediaList', as, postOf(EVENT, [media_url]))).toMatchObject({ status: 200 });
  return media_url;
}

/** Each copy shows it at once to its author, and within the second lists may lag to everybody. */
async function expectShown(media_url: string, author: string) {
  for (const server of servers) expect(await list(server, author)).toContain(media_url);
  for (const server of servers)
    for (const reader of [null, ...FANS]) await expect.poll(() => list(server, reader), WITHIN).toContain(media_url);
}

test('HLF-04a lists are read at the replica, and show what their reader has just posted by another copy', async () => {
  const [one, other] = servers as [StoreServer, StoreServer];
  // Of each copy the first read opens its connection to the replica, which may take longer than a reader waits.
  for (const server of servers) await expect.poll(() => readAtReplica(server), WITHIN).toBeGreaterThan(0);
  const before = await counts();
  // A replica that is late once, on a busy machine, is left alone for a second: reads are counted until there are enough.
  for (let i = 0, isEnough = false; !isEnough; i++) {
    const media_url = await post(i % 2 ? one : other, 'aki');
    for (const server of servers) expect(await list(server, 'aki')).toContain(media_url);
    isEnough = (await counts()).every(({ read }, at) => read - (before[at]?.read ?? 0) >= 10);
  }
  for (const { failed } of await counts()) expect(failed).toBe(0);
  const { rows } = await follower.query(
    `select count(*)::int as n from pg_stat_activity where application_name = 'lists'`,
  );
  expect(rows[0].n).toBeGreaterThan(0);
});

test('HLF-04b what a replica has not replayed is read at the writing server, until the replica has', async () => {
  await follower.query('select pg_wal_replay_pause()');
  const media_url = await post(servers[0] as StoreServer, 'ben');
  await expectShown(media_url, 'ben');
  const behind = await counts();
  for (const copy of behind) expect(copy.behind).toBeGreaterThan(0);
  await follower.query('select pg_wal_replay_resume()');
  await expectShown(await post(servers[1] as StoreServer, 'aki'), 'aki');
  for (const [i, server] of servers.entries()) {
    await expect.poll(() => readAtReplica(server), WITHIN).toBeGreaterThan(behind[i]?.read ?? 0);
  }
});

test('HLF-04a a page that is filled ahead has its data from the replica', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'replica-'));
  opened.push(async () => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, CLUB));
  writeFileSync(join(folder, CLUB, 'index.html'), '<html><head></head><body><!--first-data--></body></html>');
  const running = await startServer({
    port: 0,
    host: '127.0.0.1',
    dataDir: folder,
    dist: folder,
    demoPictures: null,
    databaseUrl: primary.url,
    databaseReadUrl: standby.url,
  });
  onTestFinished(() => running.close());
  const media_url = await post(servers[0] as StoreServer, 'aki');
  const pages: string[] = [];
  const readPage = async () => {
    pages.push(await (await fetch(`${running.url}/${CLUB}/`)).text());
    return running.deps.replica?.counts.read;
  };
  // The first ones may find the replica late: its connection is opened, and it is left alone for a second.
  await expect.poll(readPage, WITHIN).toBe(1);
  for (const page of nonEmpty(pages)) expect(page).toContain(media_url);
  expect(running.deps.replica?.counts, 'one reading a page').toEqual({ read: 1, behind: pages.length - 1, failed: 0 });
});

test('HLF-04c lists go on while readers are thrown out at the replica, and when it is gone', async () => {
  let isOver = false;
  // Settled, since nobody waits for them before the end.
  const reading = Promise.allSettled(
    servers.map(async (server) => {
      while (!isOver) await list(server, null);
    }),
  );
  for (let i = 0; i < 20; i++) {
    await post(servers[i % 2] as StoreServer, 'aki');
    await follower.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lists'`);
  }
  await standby.kill();
  opened.splice(1, 1);
  const begun = performance.now();
  const media_url = await post(servers[0] as StoreServer, 'aki');
  for (const server of servers) expect(await list(server, 'aki')).toContain(media_url);
  // Nobody waits for what is gone as long as a connection may take. Our own share is a reader's 150 ms; the rest is the machine's.
  expect(performance.now() - begun).toBeLessThan(20_000);
  await expectShown(media_url, 'aki');
  isOver = true;
  for (const loop of await reading) if (loop.status === 'rejected') throw loop.reason;
  for (const { failed, behind } of await counts()) expect(failed + behind).toBeGreaterThan(0);
});

test('HLF-04c a server starts while its replica is away, fills pages without it, and tells so', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'replica-'));
  opened.push(async () => rmSync(dataDir, { recursive: true, force: true }));
  const nobody = 'postgres://postgres@127.0.0.1:1/postgres';
  const running = await startServer({
    port: 0,
    host: '127.0.0.1',
    dataDir,
    dist: null,
    demoPictures: null,
    databaseUrl: primary.url,
    databaseReadUrl: nobody,
  });
  opened.push(() => running.close());
  const headers = { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB };
  expect((await fetch(`${running.url}/f/media/public/list/items/all`, { headers })).status).toBe(200);
  const figures = await (await fetch(`${running.url}/metrics`)).text();
  expect(figures).toMatch(/database_replica_reads_total\{result="(?:failed|behind)"\} 1/);
  expect(figures).toContain('database_replica_reads_total{result="read"} 0');
});
