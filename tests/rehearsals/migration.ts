/**
 * A release brings its tables up to date in front of a million photos, while the release before it serves and writes.
 *
 *   npm run rehearse:migration
 *
 * PHOTOS (default 1000000) there are before. SECONDS (default 30) of load before, and after. It needs the history of this project.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ensurePostgres } from '../../.ci/ensure-postgres.mjs';
import { OPERATOR_LIMITS } from '../../server/database/serverPool.ts';
import { tenants } from '../../tenants/index.ts';
import { startBalancer } from '../api/balancer.ts';
import { openCopies } from '../api/copySetup.ts';
import { startFanLoad } from '../api/fanLoad.ts';
import { unpackPreviousRelease } from '../api/previousRelease.ts';
import { createTestDatabase, startPostgres } from '../api/storePostgres.ts';
import { createVerdict } from '../bench/support/verdict.ts';
import { FANS, judgeLoad, PATIENCE_MS, quantileOf, RATES } from './support/load.ts';

const PHOTOS = Number(process.env.PHOTOS ?? 1_000_000);
const SECONDS = Number(process.env.SECONDS ?? 30);
/** Longest wait of a fan at the previous release, in seconds: what a statement may take, and a connection before it. */
const LONGEST_S = 10;

type Generate = typeof import('../bench/load/generate.ts');
type PoolModule = typeof import('../../server/database/serverPool.ts');
type DatabaseModule = typeof import('../../server/database/database.ts');

const verdict = createVerdict('migration', { kind: 'rehearse', settings: ['PHOTOS', 'SECONDS'] });
const bin = ensurePostgres();
if (bin === null) throw new Error('There is no PostgreSQL: set POSTGRES_BIN.');
const settings = ['fsync=on', 'full_page_writes=on', 'shared_buffers=512MB', 'max_wal_size=4GB'];
const postgres = await startPostgres({ bin, settings });
const previous = unpackPreviousRelease(['tests/bench/load', 'tests/bench/support']);
const closing: (() => unknown)[] = [() => previous.remove(), () => postgres.stop()];

/** A database of the previous release, filled by its own generator. */
async function fill(): Promise<string> {
  const databaseUrl = await createTestDatabase(postgres.url, 'million');
  const { openDatabase } = await previous.import<DatabaseModule>('database/database.ts');
  const { generate } = await previous.import<Generate>('../tests/bench/load/generate.ts');
  const { OPERATOR_LIMITS: limits } = await previous.import<PoolModule>('database/serverPool.ts');
  const { db, close } = await openDatabase({ databaseUrl, limits });
  const given = { tenants: tenants.map(({ id }) => id), photos: PHOTOS, until: Number.POSITIVE_INFINITY };
  await generate(db, given, (what) => console.log(`  ${what}`));
  await close();
  return databaseUrl;
}

const tell = (name: string, times: readonly number[]) =>
  console.log(
    `  ${name}: ${times.length} calls, p95 ${quantileOf(times, 0.95).toFixed(0)} ms, longest ${quantileOf(times, 1).toFixed(0)} ms`,
  );

try {
  console.log(`Filling a database of the previous release with ${PHOTOS} photos`);
  const copies = await openCopies(await fill(), FANS, OPERATOR_LIMITS);
  closing.push(() => copies.close());
  const balancer = await startBalancer();
  closing.push(() => balancer.close());
  const old = copies.start({ TRUST_PROXY: '1' }, previous.root);
  balancer.add(await old.url);
  const load = startFanLoad({ copies, fans: FANS, port: balancer.port, rates: RATES, patienceMs: PATIENCE_MS });
  await pause(SECONDS * 1000);
  tell('before', load.takeTimes());

  const begun = performance.now();
  const newer = copies.start({ TRUST_PROXY: '1' });
  const url = await newer.url;
  const seconds = (performance.now() - begun) / 1000;
  const during = load.takeTimes();
  console.log(`  the new release serves after ${seconds.toFixed(1)} s`);
  tell('meanwhile, at the previous release', during);
  const waited = newer.said.filter((line) => line.includes('cannot be brought up to date yet')).length;
  console.log(`  tables were in use ${waited} times`);
  const missed = load.failures.length;

  await pause((SECONDS * 1000) / 2);
  tell('after, at the previous release', load.takeTimes());
  balancer.add(url);
  await pause(SECONDS * 1000);
  tell('after, at both', load.takeTimes());
  verdict.most('longest wait of a fan during the migration, s', quantileOf(during, 1) / 1000, LONGEST_S);
  verdict.most('calls refused during the migration', missed, 0);
  await load.end();
  const running = [old, newer].filter(({ child }) => child.exitCode === null).length;
  verdict.least('copies that still run', running, 2);
  // The new one renews the search, photo by photo: nobody may write while counters are compared.
  for (const server of [old, newer]) await server.end();
  await judgeLoad(verdict, copies, load);
} finally {
  for (const close of closing.reverse()) await close();
}
verdict.end();
