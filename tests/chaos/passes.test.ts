/** What a pass over the queue says: what it left, why, and when it is worth another try; and what it asks of line and screens. */
import { describe, expect, test } from 'vitest';
import { NOTHING_KNOWN } from '../../src/outbox/client.ts';
import { createDrain } from '../../src/outbox/drain.ts';
import type { DrainOutcome } from '../../src/outbox/drainPass.ts';
import { createJob } from '../../src/outbox/outbox.ts';
import type { OutboxPorts } from '../../src/outbox/ports.ts';
import { BACKOFF } from '../../src/outbox/retry.ts';
import { Phone, type Running } from '../fakes/fakePhone.ts';
import { World } from '../fakes/world.ts';
import {
  count,
  expectAllPublished,
  failOnce,
  jobOf,
  later,
  never,
  phoneWith,
  settle,
  twoStages,
  untilPublic,
} from './steps.ts';

/** Passes of one process, and how long each says to wait. */
async function waitsOf(
  phone: Phone,
  { outbox }: Running,
  reasons: readonly Parameters<Running['outbox']['drain']>[0][],
) {
  const waits: number[] = [];
  for (const reason of reasons) {
    const { nextAt } = await outbox.drain(reason);
    waits.push((nextAt ?? 0) - phone.world.now);
  }
  return waits;
}
const timers = (times: number) => Array.from({ length: times }, () => 'timer' as const);
/** The first wait after a failure. */
const FIRST = 2 * BACKOFF.minMs;

describe('T24 T29 no way out', () => {
  test('the waits of a pass grow, and begin anew when something happens or the line is back', async () => {
    const phone = await phoneWith(1);
    phone.hold = null;
    phone.server.isReachable = false;
    const tab = phone.start();
    const dead = await waitsOf(phone, tab, timers(14));
    expect(Math.min(...dead)).toBeGreaterThan(0);
    expect(Math.max(...dead)).toBeGreaterThan(60_000);
    const [woken = 0, ...again] = await waitsOf(phone, tab, ['online', ...timers(14)]);
    expect(woken).toBeLessThanOrEqual(FIRST);
    expect(Math.max(...again)).toBeGreaterThan(60_000);
    await tab.outbox.pause(jobOf(phone).id);
    expect(await tab.outbox.drain('timer')).toEqual({ result: 'idle', nextAt: null });
    await tab.outbox.resume(jobOf(phone).id);
    const [after = 0] = await waitsOf(phone, tab, timers(1));
    expect(after).toBeLessThanOrEqual(FIRST);
  });

  test('asked again meanwhile, a pass without a line does not try again at once', async () => {
    const phone = await phoneWith(1);
    phone.server.isReachable = false;
    const { outbox } = phone.start();
    phone.world.onCall = (call) => {
      if (call === 'probe' && count(phone, 'probe') === 1) void outbox.drain('online');
    };
    expect(await outbox.drain('start')).toMatchObject({ result: 'offline' });
    expect(count(phone, 'probe')).toBe(1);
  });

  test('one probe does for a queue of posts, until the line itself fails', async () => {
    const phone = await phoneWith(1, 1, 1);
    failOnce(phone, 'register', never('EVENT_OVER'));
    await phone.start().drain();
    expect(count(phone, 'probe')).toBe(1);
    expect(phone.server.registered.size).toBe(2);
  });

  test('a queue with nothing to send asks nothing of the line', async () => {
    const phone = await phoneWith(1);
    await phone.start().outbox.pause(jobOf(phone).id);
    await phone.start().drain();
    expect([count(phone, 'probe'), count(phone, 'current')]).toEqual([0, 0]);
  });
});

test('QUE-04f before the device was read nothing waits or is sent, and screens know that it was not read', () => {
  expect(NOTHING_KNOWN).toMatchObject({ jobs: [], progress: [], isDraining: false, isLoaded: false });
});

describe('T08 one sends', () => {
  test('whoever stands back looks again in five seconds', async () => {
    const phone = await phoneWith(1);
    let now = 0;
    let outcome: DrainOutcome | undefined;
    const [first, second] = [phone.start(), phone.start()];
    phone.world.onCall = (call) => {
      if (call !== 'put' || now > 0) return;
      now = phone.world.now;
      void second.outbox.drain('timer').then((told) => (outcome = told));
    };
    await first.drain();
    expect(outcome).toEqual({ result: 'busy', nextAt: now + 5_000 });
  });

  test('T28 all builds, pages and workers compete for one lock, by one name', async () => {
    const names: string[] = [];
    const withLock = async (name: string) => {
      names.push(name);
      return false;
    };
    const ports = { clock: { now: () => 0 }, random: () => 0, lock: { withLock } };
    await createDrain(ports as unknown as OutboxPorts, { current: null })('start');
    expect(names).toEqual(['outbox']);
  });

  test('a post that comes when a pass is about to end is sent by it', async () => {
    const phone = new Phone(1);
    const { outbox } = phone.start();
    const job = createJob(phone.pick('a', 1), phone.world.now);
    phone.world.onCall = (call) => {
      if (call !== 'hold' || phone.device.jobs.size > 0) return;
      phone.device.commit(job.id, { job });
      void outbox.drain('enqueue');
    };
    expect(await outbox.drain('start')).toEqual({ result: 'idle', nextAt: null });
    expectAllPublished(phone, 1);
  });
});

describe('whose posts', () => {
  /** A post of fan-1 that was refused in part; what is public of it has an original that follows. */
  async function refusedInPart(): Promise<Phone> {
    const phone = await twoStages();
    await phone.start().outbox.enqueue(phone.pick('a', 2, { damaged: 1 }));
    await untilPublic(phone);
    expect(jobOf(phone).state).toBe('refused');
    return phone;
  }

  test.each([null, 'fan-2'])('QUE-05d originals of a fan who is away (here: %s) wake nobody', async (userId) => {
    const phone = await refusedInPart();
    if (userId === null) phone.server.signedIn = null;
    else phone.server.signIn(userId);
    expect(await phone.start().drain()).toEqual({ result: 'idle', nextAt: null });
    expect(jobOf(phone).state).toBe('refused');
  });

  test('QUE-05d the screens hear of posts whose owner is away; nobody waits for them', async () => {
    const phone = await phoneWith(1);
    phone.server.signedIn = null;
    phone.messages.length = 0;
    expect(await phone.start().drain()).toEqual({ result: 'idle', nextAt: null });
    expect(phone.messages).toEqual([{ kind: 'changed' }]);
    expect(jobOf(phone)).toMatchObject({ state: 'login', refusedSession: null });
  });

  test('QUE-05d originals of one’s own are waited for beside another fan’s post', async () => {
    const phone = await refusedInPart();
    failOnce(phone, 'putOriginals', later('INTERNAL'));
    await phone.start().drain();
    await phone.start().outbox.enqueue(phone.pick('b', 1, { userId: 'fan-2' }));
    const { notBefore } = jobOf(phone).originals ?? {};
    expect(await phone.start().drain()).toEqual({ result: 'idle', nextAt: notBefore });
  });

  test('QUE-05c a 401 is that fan’s alone: a post of somebody else that came meanwhile was not refused', async () => {
    const phone = await phoneWith(1);
    const foreign = createJob(phone.pick('b', 1, { userId: 'fan-2' }), phone.world.now);
    phone.world.onCall = (call) => {
      if (call !== 'put' || phone.device.jobs.size > 1) return;
      phone.device.commit(foreign.id, { job: foreign });
      phone.server.revoke();
    };
    await phone.start().drain();
    expect(jobOf(phone)).toMatchObject({ state: 'login', refusedSession: 'session-1' });
    expect(jobOf(phone, 'b').refusedSession).toBeNull();
  });
});

describe('T29 what waits', () => {
  test('the earliest of several waits is told', async () => {
    const phone = await phoneWith(1, 1);
    phone.world.faults = (call) => (call === 'register' ? later('INTERNAL') : null);
    for (let round = 0; round < 2; round += 1) await phone.start().drain();
    const times = [jobOf(phone), jobOf(phone, 'b')].map(({ notBefore }) => notBefore);
    expect(new Set(times).size).toBe(2);
    expect(await phone.start().drain()).toEqual({ result: 'idle', nextAt: Math.min(...times) });
  });

  test('QUE-04b a post that is held is told beside one the fan urged; urged ones alone are not held', async () => {
    const phone = await phoneWith(1, 1);
    phone.hold = 'metered';
    failOnce(phone, 'register', later('INTERNAL'));
    await phone.start().outbox.sendNow(jobOf(phone, 'b').id);
    expect(await phone.start().drain()).toEqual({
      result: 'idle',
      nextAt: jobOf(phone, 'b').notBefore,
      held: 'metered',
    });
    await phone.start().outbox.cancel(jobOf(phone).id);
    expect(await phone.start().drain()).toEqual({ result: 'idle', nextAt: jobOf(phone, 'b').notBefore });
  });

  test('PUB-03a so it is with originals: held ones are told, urged ones alone are not held', async () => {
    const phone = await twoStages(1, 1);
    await untilPublic(phone);
    phone.holdOriginals = 'metered';
    failOnce(phone, 'putOriginals', later('INTERNAL'));
    await phone.start().outbox.sendNow(jobOf(phone, 'b').id);
    const outcome = await phone.start().drain();
    const { notBefore } = jobOf(phone, 'b').originals ?? {};
    expect(outcome).toEqual({ result: 'idle', nextAt: notBefore, held: 'metered' });
    await phone.start().outbox.cancel(jobOf(phone).id);
    expect(await phone.start().drain()).toEqual({ result: 'idle', nextAt: notBefore });
  });

  test.each([
    ['ends now', 0, 1],
    ['is the longest there is', BACKOFF.maxMs, 0],
    ['is longer than any, by a clock that was wrong', BACKOFF.maxMs + 1, 1],
  ])('T22 a wait that %s', async (_, wait, sent) => {
    const phone = new Phone(1, new World(1, () => 0));
    const job = createJob(phone.pick('a', 1), 0);
    phone.device.commit(job.id, { job: { ...job, notBefore: phone.world.now + wait } });
    await phone.start().drain();
    expect(phone.server.registered.size).toBe(sent);
  });
});

describe('what the fan changes while something is on the wire', () => {
  /** How many puts of a pass are stopped when this happens as the first of them is on its way. */
  async function stoppedBy(phone: Phone, act: (tab: Running) => unknown): Promise<number> {
    const tab = phone.start();
    let isOver = false;
    phone.server.isSlow = true;
    phone.world.onCall = (name) => {
      if (name !== 'putting' || isOver) return;
      isOver = true;
      void act(tab);
    };
    await tab.drain();
    expect(isOver).toBe(true);
    return phone.server.stopped;
  }
  const target = { event: { id: 'event-2', name: '', seasonId: null }, locations: [] };
  const idOf = (phone: Phone, name: string) => jobOf(phone, name).id;

  test.each([
    ['QUE-04b a pause', ({ outbox }: Running, id: string) => outbox.pause(id)],
    ['QUE-04d a cancellation', ({ outbox }: Running, id: string) => outbox.cancel(id)],
    ['QUE-04c another event', ({ outbox }: Running, id: string) => outbox.move(id, target)],
  ])('%s stops the puts of that post, and of no other', async (_, change) => {
    for (const [name, stopped] of [
      ['a', 1],
      ['b', 0],
    ] as const) {
      const phone = await phoneWith(1, 1);
      expect([name, await stoppedBy(phone, (tab) => change(tab, idOf(phone, name)))]).toEqual([name, stopped]);
    }
  });

  test('QUE-04c the event it has already is no other one: nothing is stopped', async () => {
    const phone = await phoneWith(1);
    const same = { ...target, event: { ...target.event, id: 'event-1' } };
    expect(await stoppedBy(phone, ({ outbox }) => outbox.move(idOf(phone, 'a'), same))).toBe(0);
    expectAllPublished(phone, 1);
  });

  test('QUE-04d a cancellation that comes too late stops no originals of the post that is public', async () => {
    const phone = await twoStages(1);
    await untilPublic(phone);
    expect(await stoppedBy(phone, ({ outbox }) => outbox.cancel(jobOf(phone).id, 0))).toBe(0);
  });

  test('T29 a stricter rule stops the puts of the stages it is for', async () => {
    for (const [stages, stopped] of [
      [undefined, 1],
      [['post'], 1],
      [['originals'], 0],
    ] as const) {
      const phone = await phoneWith(1);
      const count = await stoppedBy(phone, ({ outbox }) =>
        stages ? outbox.clearForceSend(stages) : outbox.clearForceSend(),
      );
      expect([stages, count]).toEqual([stages, stopped]);
    }
    for (const [stages, stopped] of [
      [undefined, 1],
      [['post'], 0],
      [['originals'], 1],
    ] as const) {
      const phone = await twoStages(1);
      await untilPublic(phone);
      const count = await stoppedBy(phone, ({ outbox }) =>
        stages ? outbox.clearForceSend(stages) : outbox.clearForceSend(),
      );
      expect([stages, count]).toEqual([stages, stopped]);
    }
  });

  test('PUB-01b what makes a post go stops the originals on the wire; what makes none does not', async () => {
    const posted = (phone: Phone) => ({ ...phone.pick('a', 1), teamId: 'another' });
    const acts: readonly [name: string, stopped: number, act: (tab: Running, phone: Phone) => unknown][] = [
      ['a new post', 1, ({ outbox }, phone) => outbox.enqueue(phone.pick('d', 1))],
      ['photos that were posted', 0, ({ outbox }, phone) => outbox.enqueue(posted(phone))],
      ['a post that goes on', 1, ({ outbox }, phone) => outbox.resume(idOf(phone, 'c'))],
      ['a post that is public', 0, ({ outbox }, phone) => outbox.sendNow(idOf(phone, 'b'))],
      ['a post that stays paused', 0, ({ outbox }, phone) => outbox.pause(idOf(phone, 'c'))],
      ['a post that is gone', 0, ({ outbox }) => outbox.resume('gone')],
      ['its originals given up', 1, ({ outbox }, phone) => outbox.dropOriginals(idOf(phone, 'a'))],
      ['originals of another given up', 0, ({ outbox }, phone) => outbox.dropOriginals(idOf(phone, 'b'))],
    ];
    for (const [name, stopped, act] of acts) {
      const phone = await twoStages(1, 1);
      await untilPublic(phone);
      const { outbox } = phone.start();
      await outbox.enqueue(phone.pick('c', 1));
      await outbox.pause(idOf(phone, 'c'));
      expect([name, await stoppedBy(phone, (tab) => act(tab, phone))]).toEqual([name, stopped]);
    }
  });

  test('PUB-03b originals given up while their own post is on the wire: the post is not stopped', async () => {
    const phone = await phoneWith(1);
    expect(await stoppedBy(phone, ({ outbox }) => outbox.dropOriginals(idOf(phone, 'a')))).toBe(0);
    expectAllPublished(phone, 1);
  });

  test('QUE-03b a call that is refused for good is not told as a wait', async () => {
    const phone = await phoneWith(1);
    failOnce(phone, 'register', never('EVENT_OVER'));
    expect(await phone.start().drain()).toEqual({ result: 'idle', nextAt: null });
    await settle(phone);
    expect(jobOf(phone).state).toBe('refused');
  });
});
