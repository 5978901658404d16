/** Two copies of the product behind a load balancer that are started anew one after the other, and one that is killed, under load. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { compareCounters } from '../bench/halftime/counters.ts';
import { createSender, type FanCall, runStreams } from '../bench/halftime/openLoop.ts';
import { type Balancer, startBalancer, type Target } from './balancer.ts';
import { type Copies, openCopies } from './copySetup.ts';
import type { ServerProcess } from './deployProcess.ts';
import { copyTables } from './storePostgres.ts';

const FANS = Array.from({ length: 40 }, (_, i) => `fan${i}`);
const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(Math.random() * all.length)];
const RATES = { posts: 4, likes: 15, reads: 20 };
/** The balancer leaves a copy after three bad checks, which take seconds each on a machine that has much else to do. */
const STOP_DELAY = '15';
/** Before a post is sent again: who asks without a pause keeps the machine from starting a copy. */
const RETRY_MS = 200;
/** So long an answer, and what the load brings about, may take on a machine that has much else to do. */
const PATIENCE_MS = 120_000;
/** Until so many more requests of each kind have been acknowledged. */
const MORE = 4;

let copies: Copies;
let balancer: Balancer;
type Load = ReturnType<typeof startLoad>;
let started: Load | undefined;
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

/** Fans who come at their time; a post that was not acknowledged is sent again as it is, as the phone's sender does. */
function startLoad(port: number) {
  const { send, close } = createSender(port, PATIENCE_MS);
  const open = new Set<Promise<unknown>>();
  const photos: string[] = [];
  const likes: { readonly media_url: string; readonly user_id: string }[] = [];
  const failures: number[] = [];
  const done = { posts: 0, likes: 0, reads: 0 };
  const ask = async (call: FanCall): Promise<boolean> => {
    const { status } = await send(call);
    if (status !== 200) failures.push(status);
    return status === 200;
  };
  const acts: Record<keyof typeof RATES, (fan: string) => Promise<void>> = {
    async posts(fan) {
      const { media_url, body } = await copies.newPost(fan);
      while (!(await ask(copies.callOf('putMediaList', fan, body)))) await pause(RETRY_MS);
      photos.push(media_url);
      done.posts += 1;
    },
    async likes(fan) {
      const media_url = pick(photos);
      if (media_url === undefined) return;
      const isLiked = await ask(copies.callOf('putReaction', fan, { media_url, reaction: '1', targetuser: fan }));
      if (isLiked) likes.push({ media_url, user_id: fan });
      done.likes += Number(isLiked);
    },
    async reads(fan) {
      done.reads += Number(await ask(copies.readOf(fan, '/media/public/list/items/all?l=10')));
    },
  };
  const streams = Object.entries(acts).map(([kind, act]) => ({
    perSecond: RATES[kind as keyof typeof RATES],
    begin() {
      const work = act(pick(FANS) ?? '');
      open.add(work);
      void work.finally(() => open.delete(work));
    },
  }));
  let isOver = false;
  const run = async () => {
    while (!isOver) await runStreams(streams, 0.5, Math.random);
    while (open.size > 0) await Promise.all(open);
    close();
  };
  const running = run();
  return {
    photos,
    likes,
    failures,
    async more(): Promise<void> {
      const before = { ...done };
      const isEnough = () => Object.entries(before).every(([kind, n]) => done[kind as keyof typeof done] >= n + MORE);
      await vi.waitFor(() => expect(isEnough()).toBe(true), { timeout: PATIENCE_MS, interval: 50 });
    },
    end() {
      isOver = true;
      return running;
    },
  };
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
async function expectNothingLost(load: Load): Promise<void> {
  const { db } = copies;
  const rows = await db.selectFrom('photo').select('media_url').execute();
  expect(rows.map(({ media_url }) => media_url).toSorted()).toEqual(load.photos.toSorted());
  const reactions = await db.selectFrom('reaction').select(['media_url', 'user_id']).execute();
  const kept = new Set(reactions.map(({ media_url, user_id }) => `${user_id} ${media_url}`));
  expect(kept.size).toBe(reactions.length);
  expect(load.likes.filter(({ media_url, user_id }) => !kept.has(`${user_id} ${media_url}`))).toEqual([]);
  expect(await compareCounters(db)).toEqual([]);
}

test('HLF-12a HLF-12b copies are started anew and killed under load: nothing acknowledged is lost', {
  timeout: 900_000,
}, async () => {
  let pair = await Promise.all([startCopy(), startCopy()]);
  const load = startLoad(balancer.port);
  started = load;
  await load.more();
  for (const { server, target } of pair) {
    expect(await server.end('SIGTERM')).toBe(0);
    target.remove();
    await load.more();
    pair = [...pair.slice(1), await startCopy()] as typeof pair;
    await load.more();
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
  await load.more();
  await load.end();
  const others = balancer.lost.filter((number) => !had.includes(number) && (number <= before || number > until));
  expect(others, 'only what the killed copy had is lost').toEqual([]);
  expect(load.failures).toEqual(balancer.lost.map(() => 502));
  await expectNothingLost(load);
});
