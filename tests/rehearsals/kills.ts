/**
 * PostgreSQL is killed while it cleans the table of photos (VACUUM) and fans post and like; five times.
 *
 *   npm run rehearse:kills
 *
 * Afterwards nothing acknowledged is lost, and PostgreSQL's own check (amcheck) finds every index and the table whole. ROUNDS (default 5).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ensurePostgres } from '../../.ci/ensure-postgres.mjs';
import { migrateServer } from '../../server/database/migrate.ts';
import { startBalancer } from '../api/balancer.ts';
import { openCopies } from '../api/copySetup.ts';
import { startFanLoad } from '../api/fanLoad.ts';
import { createTestDatabase, startPostgres } from '../api/storePostgres.ts';
import { openTcpProxy } from '../api/tcpProxy.ts';
import { createVerdict } from '../bench/support/verdict.ts';
import { FANS, judgeLoad, PATIENCE_MS, RATES, secondsToNextPost, waitUntil } from './support/load.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const WRITING_AGAIN_S = 30;
const GIVEN_UP_MS = 120_000;
const LOAD_MS = 8_000;

const verdict = createVerdict('kills', { kind: 'rehearse', settings: ['ROUNDS'] });
const bin = ensurePostgres();
if (bin === null) throw new Error('There is no PostgreSQL: set POSTGRES_BIN.');
const folder = mkdtempSync(join(tmpdir(), 'kills-'));
const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
const start = () => startPostgres({ bin, folder, settings: ['fsync=on', 'full_page_writes=on'] });

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    // The server may be gone.
    await client.end().catch(() => {});
  }
}

const CHECK_INDEXES = `select count(bt_index_check(c.oid, heapallindexed => true))::int as n
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
  where a.amname = 'btree' and c.relpersistence = 'p'`;
const CHECK_TABLES = `select c.relname, v.* from pg_class c join pg_namespace s on s.oid = c.relnamespace, verify_heapam(c.oid) v
  where c.relkind = 'r' and s.nspname = 'public'`;

try {
  let postgres = await start();
  closing.push(() => postgres.stop());
  const proxy = await openTcpProxy(postgres.port);
  closing.push(() => proxy.close());
  const atProxy = (url: string) => Object.assign(new URL(url), { port: String(proxy.port) }).href;
  const databaseUrl = atProxy(await createTestDatabase(postgres.url, 'photos'));
  await migrateServer(databaseUrl);
  const copies = await openCopies(databaseUrl, FANS);
  closing.push(() => copies.close());
  const balancer = await startBalancer();
  closing.push(() => balancer.close());
  const servers = [copies.start({ TRUST_PROXY: '1' }), copies.start({ TRUST_PROXY: '1' })];
  for (const server of servers) balancer.add(await server.url);
  const given = { copies, fans: FANS, port: balancer.port, rates: RATES, patienceMs: PATIENCE_MS, retryMs: 1000 };
  const load = startFanLoad(given);

  for (let round = 1; round <= ROUNDS; round++) {
    await pause(LOAD_MS);
    await withClient(databaseUrl, async (cleaner) => {
      // So slow that it is met in the middle.
      await cleaner.query('set vacuum_cost_delay = 50; set vacuum_cost_limit = 1');
      const cleaning = cleaner.query('vacuum photo').then(
        () => 'ended',
        () => 'broken',
      );
      const isCleaning = `select 1 from pg_stat_progress_vacuum where relid = 'photo'::regclass and phase <> 'initializing'`;
      await withClient(databaseUrl, (looker) =>
        waitUntil('VACUUM runs', GIVEN_UP_MS, async () => (await looker.query(isCleaning)).rowCount === 1),
      );
      await postgres.kill();
      proxy.leadTo(null);
      proxy.cut();
      if ((await cleaning) !== 'broken') verdict.fault(`round ${round}: VACUUM had ended before the kill`);
    });
    postgres = await start();
    proxy.leadTo(postgres.port);
    const seconds = await secondsToNextPost(load, GIVEN_UP_MS);
    console.log(`  round ${round}: a post is acknowledged ${seconds.toFixed(1)} s after the start`);
    verdict.most('writing again after the start, s', seconds, WRITING_AGAIN_S);
  }
  await pause(LOAD_MS);
  await judgeLoad(verdict, copies, load);
  const running = servers.filter(({ child }) => child.exitCode === null && child.signalCode === null).length;
  verdict.least('copies that were never started again', running, servers.length);
  await withClient(databaseUrl, async (checker) => {
    await checker.query('create extension amcheck');
    const { rows } = await checker.query<{ n: number }>(CHECK_INDEXES);
    verdict.least('indexes that are whole', rows[0]?.n ?? 0, 50);
    const damaged = await checker.query(CHECK_TABLES);
    verdict.most('damaged rows of tables', damaged.rowCount ?? 0, 0);
  });
} finally {
  for (const close of closing.reverse()) await close();
}
verdict.end();
