/** Connections to PostgreSQL that break, fall silent or are thrown out: no process ends, every call is answered in time. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../server/database/database.ts';
import { inTransaction } from '../../server/database/retryTransaction.ts';
import type { Database } from '../../server/database/schema.ts';
import { SERVER_LIMITS } from '../../server/database/serverPool.ts';
import { createLog } from '../../server/http/log.ts';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { startServer } from '../../server/main.ts';
import { createObjectName, originalKey } from '../../src/rules/objectKeys.ts';
import { openWriter } from '../api/deploySetup.ts';
import { jpegOf } from '../api/objectsSetup.ts';
import { addEvent, EVENT } from '../api/storeEvent.ts';
import { ANSWERED_WITHIN_MS, health, Load, lineTo, list, put, recovery } from '../api/storeLoad.ts';
import { createTestDatabase } from '../api/storePostgres.ts';
import { newKey, postOf, type StoreServer, startStoreServer } from '../api/storeProcess.ts';
import { openTcpProxy, type TcpProxy } from '../api/tcpProxy.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB } from '../support/tenants.ts';

// Calls wait for the limits of connections and statements.
vi.setConfig({ testTimeout: 240_000 });

const postgresPort = Number(new URL(inject('postgresUrl')).port);
let place: string;
let proxy: TcpProxy;
let server: StoreServer;
/** Past the line. */
let direct: OpenDatabase;
let admin: pg.Client;

beforeAll(async () => {
  place = await createTestDatabase(inject('postgresUrl'), 'broken_lines');
  proxy = await openTcpProxy(postgresPort);
  server = await startStoreServer(lineTo(place, proxy), 'ignore');
  const ours = `${place}?application_name=tests`;
  direct = await openDatabase({ databaseUrl: ours });
  admin = new pg.Client({ connectionString: ours });
  await admin.connect();
  await addEvent(direct.db);
});
afterAll(async () => {
  await server?.kill();
  await admin?.end();
  await direct?.close();
  await proxy?.close();
});

/** Ends the connection that waits for a lock of ours, or within a COMMIT of its own, once there is one. */
async function throwOutWaiting(db: Kysely<Database>, query: 'commit' | null = null): Promise<void> {
  const waits = query === null ? sql`wait_event_type = 'Lock'` : sql`wait_event = 'PgSleep' and query = ${query}`;
  for (;;) {
    const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name <> 'tests' and ${waits} limit 1`.execute(db);
    if (rows.length > 0) return;
    await pause(20);
  }
}

test('SAF-18b a silent line: lists and health say 503 in time, and work again without a restart', async () => {
  expect((await list(server)).status).toBe(200);
  expect(await health(server)).toBe(200);
  proxy.silence(true);
  const join = { tenant_id: CLUB, agreed_version: '1' };
  // More than the pool has connections: each is answered, and none keeps its connection.
  const writes = Array.from({ length: 12 }, (_, i) => put(server, 'putUserTenant', `s${i}`, join));
  const [listed, healthy, ...written] = await Promise.all([list(server), health(server), ...writes]);
  expect([listed.status, healthy, ...written.map(({ status }) => status)]).toEqual(Array(14).fill(503));
  expect(Number(listed.retryAfter)).toBeGreaterThan(0);
  // As after a failover nobody was told of: the old connections stay silent for good, new ones work.
  proxy.speak();
  expect(await recovery([server])).toBeLessThan(ANSWERED_WITHIN_MS);
  expect(await health(server)).toBe(200);
  // The same with connections nobody has looked at meanwhile.
  proxy.silence(false);
  const lists = await Promise.all(Array.from({ length: 5 }, () => list(server)));
  for (const { status } of nonEmpty(lists)) expect([200, 503]).toContain(status);
  expect(await recovery([server])).toBeLessThan(ANSWERED_WITHIN_MS);
  expect(server.isRunning()).toBe(true);
});

test('SAF-18a a thrown out query is repeated, and a transaction before its COMMIT too', async () => {
  const media_url = newKey('aki', EVENT);
  await put(server, 'putUserTenant', 'aki', { tenant_id: CLUB, agreed_version: '1' });
  expect((await put(server, 'putMediaList', 'aki', postOf(EVENT, [media_url]))).status).toBe(200);
  // Both wait for a lock of ours when they are thrown out.
  for (const call of [
    // One no server has kept an answer of.
    () => list(server, 11),
    () => put(server, 'putReaction', 'aki', { media_url, reaction: '1', targetuser: 'aki' }),
  ]) {
    await admin.query('begin');
    await admin.query('lock table photo, reaction in access exclusive mode');
    const answer = call();
    await throwOutWaiting(direct.db);
    await admin.query('commit');
    expect((await answer).status).toBe(200);
  }
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from reaction`.execute(direct.db);
  expect(rows).toEqual([{ n: 1 }]);
  expect(server.isRunning()).toBe(true);
});

test('SAF-18a a COMMIT whose answer is lost is answered 503 and not repeated', async () => {
  for (const fan of ['ben', 'chie']) {
    await put(server, 'putUserTenant', fan, { tenant_id: CLUB, agreed_version: '1' });
  }
  // Runs within COMMIT; a sequence counts what was rolled back, too.
  await sql`create sequence commits`.execute(direct.db);
  await sql`create function wait_at_commit() returns trigger language plpgsql as $$
    begin perform nextval('commits'), pg_sleep(60); return null; end $$`.execute(direct.db);
  await sql`create constraint trigger waits after insert on follow deferrable initially deferred
    for each row execute function wait_at_commit()`.execute(direct.db);
  const answer = put(server, 'putFollow', 'ben', { follow_user: 'chie' });
  await throwOutWaiting(direct.db, 'commit');
  expect(await answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  const { rows } = await sql<{ n: number }>`select last_value::int as n from commits`.execute(direct.db);
  expect(rows).toEqual([{ n: 1 }]);
  await sql`drop trigger waits on follow`.execute(direct.db);
  expect((await put(server, 'putFollow', 'ben', { follow_user: 'chie' })).status).toBe(200);
});

test('SAF-18a connections that are thrown out all the time: 200 or 503, and no end of the process', async () => {
  const load = new Load([server]);
  load.start();
  for (let i = 0; i < 40; i++) {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'tests'`.execute(
      direct.db,
    );
    await pause(50);
  }
  await recovery([server]);
  await load.end();
  expect(server.isRunning()).toBe(true);
  expect(load.photos.length).toBeGreaterThan(0);
  load.expectOnlyTemporary();
});

test('SAF-18a the identity provider says 503 with Retry-After', async () => {
  proxy.leadTo(null);
  proxy.cut();
  const response = await fetch(`${server.url}/idp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.ForgotPassword',
    },
    body: JSON.stringify({ ClientId: EMBEDDED_POOL.clientId, Username: 'aki@example.jp' }),
  });
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await response.json()).toMatchObject({ __type: 'ServiceUnavailable' });
  expect(await health(server)).toBe(503);
  proxy.leadTo(postgresPort);
  await recovery([server]);
});

test('SAF-18a while the database is away a page opens without data, and a put of a photo is to come again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'away-'));
  const shell = '<!doctype html><html><head><title>t</title></head><body>frame<!--first-data--></body></html>';
  mkdirSync(join(folder, 'dist', CLUB), { recursive: true });
  writeFileSync(join(folder, 'dist', CLUB, 'index.html'), shell);
  const line = await openTcpProxy(postgresPort);
  const running = await startServer({
    port: 0,
    host: '127.0.0.1',
    dataDir: folder,
    dist: join(folder, 'dist'),
    demoPictures: null,
    databaseUrl: lineTo(place, line),
    log: createLog({ format: 'json', write: () => {}, now: Date.now }),
  });
  const page = async () => (await fetch(`${running.url}/${CLUB}/`)).text();
  expect(await page()).toContain('first-data');
  const writer = await openWriter(running, CLUB);
  const bytes = Buffer.from(jpegOf(400));
  const avatar = originalKey({ dir: 'avatar', tenant: CLUB, owner: writer.sub, name: createObjectName() });
  const { headers, path } = await writer.sign('PUT', avatar, bytes, running.url);
  const putPhoto = () => fetch(running.url + path, { method: 'PUT', headers, body: bytes });
  line.silence(true);
  const begun = performance.now();
  expect(await page()).toContain('frame');
  expect(performance.now() - begun).toBeLessThan(SERVER_LIMITS.answerMs);
  line.speak();
  line.leadTo(null);
  line.cut();
  const [opened, refused] = await Promise.all([page(), putPhoto()]);
  expect(opened).toContain('frame');
  expect(opened).not.toContain('first-data"');
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.text()).toContain('<Code>SlowDown</Code>');
  expect((await fetch(`${running.url}/${CLUB}/sitemap.xml`)).status).toBe(503);
  line.leadTo(postgresPort);
  while ((await fetch(`${running.url}/healthz`)).status !== 200) await pause(100);
  expect((await putPhoto()).status).toBe(200);
  await running.close();
  await line.close();
  rmSync(folder, { recursive: true, force: true });
});

test('SAF-19 of two transactions that wait for each other, the victim is repeated', async () => {
  const { db } = direct;
  await sql`create table pair(name text primary key, n int not null)`.execute(db);
  await sql`insert into pair values ('a', 0), ('b', 0)`.execute(db);
  let met = 0;
  const both = Promise.withResolvers<void>();
  const add = (names: readonly [string, string]) =>
    inTransaction(db, async (trx) => {
      await sql`update pair set n = n + 1 where name = ${names[0]}`.execute(trx);
      // Each holds its first row before either asks for its second; who comes again finds them both met.
      if (++met === 2) both.resolve();
      await both.promise;
      await sql`update pair set n = n + 1 where name = ${names[1]}`.execute(trx);
    });
  await Promise.all([add(['a', 'b']), add(['b', 'a'])]);
  expect(met).toBe(3);
  expect((await sql`select name, n from pair order by name`.execute(db)).rows).toEqual([
    { name: 'a', n: 2 },
    { name: 'b', n: 2 },
  ]);
});
