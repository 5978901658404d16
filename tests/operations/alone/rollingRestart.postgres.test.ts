/** Two copies of the product behind a load balancer that are started anew one after the other, and one that is killed, under load. */
import { once } from 'node:events';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { type Balancer, startBalancer, type Target } from '../../api/balancer.ts';
import { type Copies, openCopies } from '../../api/copySetup.ts';
import type { ServerProcess } from '../../api/deployProcess.ts';
import { type FanLoad, findLost, startFanLoad } from '../../api/fanLoad.ts';
import { copyTables } from '../../api/storePostgres.ts';

const FANS = Array.from({ length: 40 }, (_, i) => `fan${i}`);
const RATES = { posts: 4, likes: 15, reads: 20 };
/** The balancer leaves a copy after three bad checks, which take seconds each on a machine that has much else to do. */
const STOP_DELAY = '15';
/** So long an answer, and what the load brings about, may take on a machine that has much else to do. */
const PATIENCE_MS = 120_000;
/** Requests of each kind. */
const MORE = 4;

let copies: Copies;
let balancer: Balancer;
let started: FanLoad | undefined;
let tries = 0;
// Each try has its own: nothing of the first is in the second's tables, and its load ends with it.
beforeEach(async () => {
  started = undefined;
  copies = await openCopies(await copyTables(inject('postgresUrl'), `rolling_restart_${++tries}`), FANS);
  balancer = await startBalancer();
});
afterEach(async () => {
  await started?.end();
  await balancer?.close();
  await copies?.close();
});

/** Until so many more requests of each kind have been acknowledged. */
async function more({ done }: FanLoad): Promise<void> {
  const before = { ...done };
  const isEnough = () => Object.entries(before).every(([kind, n]) => done[kind as keyof typeof done] >= n + MORE);
  await vi.waitFor(() => expect(isEnough()).toBe(true), { timeout: PATIENCE_MS, interval: 50 });
}

interface Running {
  readonly server: ServerProcess;
  readonly target: Target;
}
async function startCopy(): Promise<Running> {
  const server = copies.start({ TRUST_PROXY: '1', STOP_DELAY });
  const target = balancer.add(await server.url);
  await vi.waitFor(() => expect(target.isUp()).toBe(true), { timeout: PATIENCE_MS, interval: 20 });
  return { server, target };
}

/** What was acknowledged is there, once; counters agree. */
async function expectNothingLost(load: FanLoad): Promise<void> {
  const rows = await copies.db.selectFrom('photo').select('media_url').execute();
  expect(rows.map(({ media_url }) => media_url).toSorted()).toEqual(load.photos.toSorted());
  expect(await findLost(copies, load)).toEqual([]);
}

test('HLF-12a HLF-12b copies are started anew and killed under load: nothing acknowledged is lost', {
  timeout: 900_000,
}, async () => {
  let pair = await Promise.all([startCopy(), startCopy()]);
  const load = startFanLoad({ copies, fans: FANS, port: balancer.port, rates: RATES, patienceMs: PATIENCE_MS });
  started = load;
  await more(load);
  for (const { server, target } of pair) {
    expect(await server.end('SIGTERM')).toBe(0);
    target.remove();
    await more(load);
    pair = [...pair.slice(1), await startCopy()] as typeof pair;
    await more(load);
  }
  expect(load.failures, 'a restart is noticed by nobody').toEqual([]);
  expect(balancer.refused(), 'not by a balancer that never asks twice either').toBe(0);

  const [{ server, target }] = pair;
  await vi.waitFor(() => expect(target.running()).not.toEqual([]), { timeout: 10_000, interval: 1 });
  const had = target.running();
  const before = balancer.asked();
  const gone = once(server.child, 'exit').then(() => balancer.asked());
  server.child.kill('SIGKILL');
  const until = await gone;
  await more(load);
  await load.end();
  const others = balancer.lost.filter((number) => !had.includes(number) && (number <= before || number > until));
  expect(others, 'only what the killed copy had is lost').toEqual([]);
  expect(load.failures).toEqual(balancer.lost.map(() => 502));
  await expectNothingLost(load);
});
