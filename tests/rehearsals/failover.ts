/**
 * Three PostgreSQL servers under Patroni and etcd, and two copies of the product that know all three, while fans post and like.
 * etcd's leader is killed, then two of its three members. The writing server's machine loses its power, the network splits, and a
 * switchover is asked for.
 *
 *   npm run rehearse:failover
 *
 * It needs root, for network namespaces, and Debian's packages `patroni`, `etcd-server` and `python3-etcd`, which it fetches by apt.
 * STEPS: names of the steps, such as `split`; left out: all of them. KEEP=1 keeps the logs of Patroni and etcd.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ensurePostgres } from '../../.ci/ensure-postgres.mjs';
import { migrateServer } from '../../server/database/migrate.ts';
import { startBalancer } from '../api/balancer.ts';
import { openCopies } from '../api/copySetup.ts';
import { type FanLoad, startFanLoad } from '../api/fanLoad.ts';
import { createTestDatabase } from '../api/storePostgres.ts';
import { createVerdict } from '../bench/support/verdict.ts';
import { type Cluster, startCluster } from './support/cluster.ts';
import {
  FANS,
  judgeLoad,
  longestGap,
  NO_ANSWER,
  PATIENCE_MS,
  RATES,
  secondsToNextPost,
  waitUntil,
} from './support/load.ts';

/** Until writes are acknowledged again, after any of the faults. */
const WRITING_AGAIN_S = 30;
const GIVEN_UP_MS = 120_000;
/** Longer than Patroni's `ttl`. */
const WITHOUT_ETCD_MS = 40_000;
/** Of load between two faults. */
const QUIET_MS = 10_000;

const verdict = createVerdict('failover', { kind: 'rehearse', settings: ['STEPS', 'KEEP'] });
const bin = ensurePostgres();
if (bin === null) throw new Error('There is no PostgreSQL: set POSTGRES_BIN.');
const closing: (() => unknown)[] = [];

type Step = (cluster: Cluster, load: FanLoad) => Promise<void>;

/** What is done to the cluster; each leaves it healthy. */
const STEPS: Readonly<Record<string, Step>> = {
  async etcd(cluster) {
    const leader = await cluster.etcdLeader();
    cluster.killEtcd(leader);
    await pause(QUIET_MS);
    cluster.startEtcd(leader);
  },
  /** Two of three are gone. */
  async majority(cluster) {
    const lost = cluster.machines.slice(1);
    for (const machine of lost) cluster.killEtcd(machine);
    await pause(WITHOUT_ETCD_MS);
    for (const machine of lost) cluster.startEtcd(machine);
  },
  async power(cluster, load) {
    const leader = await cluster.leader();
    leader.cutPower();
    await waitUntil('another server leads', GIVEN_UP_MS, async () => (await cluster.leaderAfter(leader)) !== null);
    await secondsToNextPost(load, GIVEN_UP_MS);
    cluster.boot(leader);
  },
  // The worst split: the writing server hears nothing from the others, and the copies still reach it.
  async split(cluster, load) {
    const leader = await cluster.leader();
    const others = cluster.machines.filter((machine) => machine !== leader);
    leader.cutOffFrom(others);
    await waitUntil('another server leads', GIVEN_UP_MS, async () => (await cluster.leaderAfter(leader)) !== null);
    await secondsToNextPost(load, GIVEN_UP_MS);
    leader.rejoin(others);
  },
  async switchover(cluster, load) {
    await cluster.switchOver();
    await secondsToNextPost(load, GIVEN_UP_MS);
  },
};

/** Steps after which another server writes. */
const MOVES: ReadonlySet<string> = new Set(['power', 'split', 'switchover']);

try {
  const cluster = await startCluster(bin);
  closing.push(() => cluster.close());
  const { address } = await cluster.leader();
  await createTestDatabase(`postgres://postgres@${address}/postgres`, 'photos');
  const databaseUrl = cluster.urlOf('photos');
  await migrateServer(databaseUrl);
  const copies = await openCopies(databaseUrl, FANS);
  closing.push(() => copies.close());
  const balancer = await startBalancer();
  closing.push(() => balancer.close());
  const servers = [copies.start({ TRUST_PROXY: '1' }), copies.start({ TRUST_PROXY: '1' })];
  for (const server of servers) balancer.add(await server.url);
  const given = { copies, fans: FANS, port: balancer.port, rates: RATES, patienceMs: PATIENCE_MS, retryMs: 1000 };
  const load = startFanLoad(given);
  await pause(QUIET_MS);

  const names = (process.env.STEPS ?? Object.keys(STEPS).join()).split(',');
  for (const [name, step] of Object.entries(STEPS).filter(([one]) => names.includes(one))) {
    const since = Date.now();
    const before = await cluster.leader();
    await step(cluster, load)
      .then(() => cluster.untilHealthy())
      .catch((error: unknown) => {
        cluster.tellLogs();
        throw error;
      });
    await pause(QUIET_MS);
    const gap = longestGap(load, since);
    const after = await cluster.leader();
    console.log(`  ${name}: ${gap.toFixed(1)} s without an acknowledged post; ${before.name} -> ${after.name}`);
    verdict.most('without an acknowledged post, s', gap, WRITING_AGAIN_S, name);
    if (MOVES.has(name) && after === before) verdict.fault(`${name}: no other server took over`);
  }
  // A call that a silent server had may be answered too late for a fan. The phone sends it again.
  await judgeLoad(verdict, copies, load, [503, NO_ANSWER]);
  const running = servers.filter(({ child }) => child.exitCode === null && child.signalCode === null).length;
  verdict.least('copies that were never started again', running, servers.length);
} finally {
  for (const close of closing.reverse()) await close();
}
verdict.end();
