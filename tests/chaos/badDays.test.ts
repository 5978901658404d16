/** Lines, servers, clocks and pictures at their worst: what waits is sent once, or says why not. */
import { describe, expect, test } from 'vitest';
import type { Job } from '../../src/outbox/job.ts';
import { Phone } from '../fakes/fakePhone.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { count, expectAllPublished, failOnce, jobOf, later, never, phoneWith, settle } from './steps.ts';

describe('QUE-01b killed', () => {
  test.each([
    ['during preparation', 'prepare', 2, true],
    ['in mid-PUT', 'put', 3, false],
    ['after a PUT that landed', 'put', 3, true],
    ['between PUT and registration', 'register', 1, false],
    ['after registration, before the local commit', 'register', 1, true],
  ])('%s: QUE-01d the next start goes on, nothing is sent twice', async (_, call, nth, hasLanded) => {
    const phone = await phoneWith(3);
    const running = phone.start();
    let seen = 0;
    phone.world.onCall = (name) => {
      if (name === call && ++seen === nth) running.process.die();
    };
    phone.world.faults = (name) => (running.process.isDead && name === call && !hasLanded ? later('NETWORK') : null);
    expect(await running.drain()).toBe('died');
    phone.world.faults = () => null;
    phone.world.onCall = () => undefined;
    await settle(phone);
    expectAllPublished(phone, 3);
    expect(phone.server.repeats).toBe(0);
  });

  test('QUE-01d keys are those of the moment of picking', async () => {
    const phone = new Phone(1);
    const post = phone.pick('a', 2);
    await phone.start().outbox.enqueue(post);
    await settle(phone);
    expect([...phone.server.registered.keys()].sort()).toEqual(post.photos.map((photo) => photo.mediaUrl).sort());
  });
});

test('QUE-05a T01 a photo whose bytes are gone is refused with its reason; the others go on', async () => {
  const phone = await phoneWith(3);
  phone.device.bytes.set(`${jobOf(phone).photos[1]?.name}/source`, new Uint8Array(0));
  await settle(phone);
  expect(phone.server.registered.size).toBe(2);
  expect(jobOf(phone)).toMatchObject({ state: 'refused', error: 'BYTES_LOST' });
  expect(jobOf(phone).photos.map((photo) => photo.step)).toEqual(['registered', 'refused', 'registered']);
});

test('T01 a PUT of which the store kept less than was sent is never registered, and its bytes stay', async () => {
  const phone = await phoneWith(2);
  const broken = jobOf(phone).photos[0];
  phone.server.truncates.add(broken?.mediaUrl ?? '');
  await settle(phone);
  expect(phone.server.registered.has(broken?.mediaUrl ?? '')).toBe(false);
  expect(phone.server.registered.size).toBe(1);
  expect(phone.device.bytes.has(`${broken?.name}/original`)).toBe(true);
});

test('PST-07a a damaged picture is refused, kept, and does not hold up its post', async () => {
  const phone = new Phone(3);
  await phone.start().outbox.enqueue(phone.pick('a', 3, { damaged: 0 }));
  await settle(phone);
  expect(phone.server.registered.size).toBe(2);
  expect(jobOf(phone).photos[0]).toMatchObject({ step: 'refused', error: 'IMAGE_NOT_JPEG' });
  expect(phone.device.holds(jobOf(phone).photos[0] as Job['photos'][number])).toBe(true);
});

test.each([
  ['a 200 of another shape', later('BAD_ANSWER')],
  ['a 500 that landed', later('INTERNAL', true)],
])('T05 %s is no success: the bytes stay until an answer names every photo', async (_, fault) => {
  const phone = await phoneWith(2);
  failOnce(phone, 'register', fault);
  await phone.start().drain();
  expect(jobOf(phone)).toMatchObject({ state: 'waiting', error: fault.code, attempts: 1 });
  for (const photo of nonEmpty(jobOf(phone).photos)) expect(phone.device.holds(photo)).toBe(true);
  await settle(phone);
  expectAllPublished(phone, 2);
});

test('T06 a worker that cannot decode sends what is prepared and leaves the rest to a page', async () => {
  const phone = await phoneWith(2);
  const outcome = await phone.start({ canPrepare: false }).drain();
  expect(outcome).toEqual({ result: 'idle', nextAt: null });
  expect(phone.server.registered.size).toBe(0);
  await settle(phone);
  expectAllPublished(phone, 2);
});

test('T08 two tabs and a worker drain at once: one sends, the others stand back', async () => {
  const phone = await phoneWith(3, 2);
  const outcomes = await Promise.all([phone.start().drain(), phone.start().drain(), phone.start().drain()]);
  expect(outcomes.map((outcome) => (outcome === 'died' ? outcome : outcome.result)).sort()).toEqual([
    'busy',
    'busy',
    'idle',
  ]);
  expect(count(phone, 'put')).toBe(10);
  expectAllPublished(phone, 5);
});

test('T08 a job that arrives during a drain is sent by it', async () => {
  const phone = await phoneWith(2);
  const running = phone.start();
  let isAdded = false;
  phone.world.onCall = (call) => {
    if (call !== 'register' || isAdded) return;
    isAdded = true;
    void phone.start().outbox.enqueue(phone.pick('b', 1));
  };
  await running.drain();
  expectAllPublished(phone, 3);
});

describe('T19 login', () => {
  test('QUE-05c one 401 stops all posts of the fan at once; a new sign-in sends them', async () => {
    const phone = await phoneWith(1, 1, 1);
    phone.server.revoke();
    await phone.start().drain();
    expect(count(phone, 'put')).toBe(1);
    for (const name of ['a', 'b', 'c'])
      expect(jobOf(phone, name)).toMatchObject({ state: 'login', error: 'UNAUTHENTICATED' });
    await phone.start().drain();
    expect(count(phone, 'put'), 'the refused sign-in is not tried again').toBe(1);
    phone.server.signIn('fan-1');
    await settle(phone);
    expectAllPublished(phone, 3);
  });

  test('no network for a renewal is never a logout', async () => {
    const phone = await phoneWith(1);
    failOnce(phone, 'current', later('NETWORK'));
    expect(await phone.start().drain()).toMatchObject({ result: 'offline' });
    expect(jobOf(phone)).toMatchObject({ state: 'waiting', attempts: 0 });
    await settle(phone);
    expectAllPublished(phone, 1);
  });
});

describe('T22 wrong clock', () => {
  test('QUE-05b a clock the store refuses even after correction leaves the post waiting and says why', async () => {
    const phone = await phoneWith(1);
    phone.world.faults = (call) => (call === 'put' ? later('RequestTimeTooSkewed') : null);
    await phone.start().drain();
    expect(jobOf(phone)).toMatchObject({ state: 'waiting', error: 'RequestTimeTooSkewed' });
    phone.world.faults = () => null;
    await settle(phone);
    expectAllPublished(phone, 1);
  });

  test('a wait that began two hours in the future does not hold the post up', async () => {
    const phone = await phoneWith(1);
    phone.world.now += 2 * 3_600_000;
    failOnce(phone, 'put', later('TIMEOUT'));
    await phone.start().drain();
    phone.world.now -= 2 * 3_600_000;
    await phone.start().drain();
    expectAllPublished(phone, 1);
  });
});

test('T24 behind a captive portal nothing is sent and no attempt is counted', async () => {
  const phone = await phoneWith(2);
  phone.server.isReachable = false;
  const outcome = await phone.start().drain();
  expect(outcome).toMatchObject({ result: 'offline' });
  expect(count(phone, 'put')).toBe(0);
  expect(jobOf(phone)).toMatchObject({ state: 'waiting', attempts: 0, error: null });
});

test('T25 a registration that timed out but landed is asked for, not repeated', async () => {
  const phone = await phoneWith(3);
  failOnce(phone, 'register', later('TIMEOUT', true));
  await settle(phone);
  expectAllPublished(phone, 3);
  expect(count(phone, 'register')).toBe(1);
  expect(count(phone, 'findRegistered')).toBe(3);
});

test('T25 a PUT that landed without an answer is recognised by its size, not stored again', async () => {
  const phone = await phoneWith(1);
  failOnce(phone, 'put', later('TIMEOUT', true));
  await settle(phone);
  expectAllPublished(phone, 1);
  const sizes = [...phone.server.objects.values()].reduce((sum, { content }) => sum + content.byteLength, 0);
  expect(phone.server.bytesReceived).toBe(sizes);
});

test('T25 an event that ended after the registration landed does not turn the post into a refusal', async () => {
  const phone = await phoneWith(2);
  failOnce(phone, 'register', later('TIMEOUT', true));
  await phone.start().drain();
  phone.server.over.add('event-1');
  await settle(phone);
  expectAllPublished(phone, 2);
});

describe('T29 retries', () => {
  test('QUE-03a waits grow with jitter up to the cap, and start over after progress', async () => {
    const phone = await phoneWith(1);
    phone.world.faults = (call) => (call === 'put' ? later('SlowDown') : null);
    const waits: number[] = [];
    for (let round = 0; round < 14; round += 1) {
      await phone.start().drain();
      const { notBefore } = jobOf(phone);
      waits.push(notBefore - phone.world.now);
      phone.world.now = notBefore;
    }
    expect(Math.max(...waits)).toBeLessThanOrEqual(5 * 60_000);
    expect(Math.max(...waits.slice(0, 2))).toBeLessThan(10_000);
    expect(Math.max(...waits.slice(8))).toBeGreaterThan(60_000);
    // At the cap too: phones that failed together must not come back together. In steps of 10 s, since calls take time as well.
    expect(new Set(waits.slice(8).map((ms) => Math.round(ms / 10_000))).size).toBeGreaterThan(3);
    phone.world.faults = (call) => (call === 'register' ? later('INTERNAL') : null);
    await phone.start().drain();
    expect(jobOf(phone).attempts).toBe(1);
  });

  test('QUE-04b before its time a post is not touched, unless the fan says so', async () => {
    const phone = await phoneWith(1);
    failOnce(phone, 'put', later('SlowDown'));
    await phone.start().drain();
    const puts = count(phone, 'put');
    await phone.start().drain();
    expect(count(phone, 'put')).toBe(puts);
    const tab = phone.start();
    await tab.outbox.sendNow();
    await tab.drain();
    expectAllPublished(phone, 1);
  });

  test('a server that keeps missing objects does not get them for ever', async () => {
    const phone = await phoneWith(1);
    phone.world.faults = (call) => (call === 'register' ? never('OBJECT_MISSING') : null);
    const waits: number[] = [];
    for (let round = 0; round < 10; round += 1) {
      await phone.start().drain();
      waits.push(jobOf(phone).notBefore - phone.world.now);
      phone.world.now = jobOf(phone).notBefore;
    }
    expect(jobOf(phone).attempts).toBe(10);
    expect(Math.max(...waits.slice(6))).toBeGreaterThan(30_000);
    phone.world.faults = () => null;
    await settle(phone);
    expectAllPublished(phone, 1);
  });
});

test('T31 pressing the button twice makes one post', async () => {
  const phone = new Phone(5);
  const post = phone.pick('a', 2);
  const { outbox } = phone.start();
  const [first, second] = await Promise.all([outbox.enqueue(post), outbox.enqueue(post)]);
  expect(second).toEqual(first);
  await settle(phone);
  expectAllPublished(phone, 2);
});

test('SAF-22 two tabs post one draft while the queue drains and dies: every photo once, none lost', async () => {
  for (let turns = 0; turns <= 120; turns += 4) {
    const phone = new Phone(turns);
    const whole = phone.pick('a', 3);
    const part = { ...whole, photos: whole.photos.slice(0, 2) };
    const [first, second] = [phone.start(), phone.start({ kill: { at: turns, moment: 'after' } })];
    await first.outbox.enqueue(turns % 8 === 0 ? part : whole);
    const drains = [first.drain(), second.drain()];
    for (let turn = 0; turn < turns; turn += 1) await null;
    await first.outbox.enqueue(turns % 8 === 0 ? whole : part);
    await Promise.all(drains);
    await settle(phone);
    expectAllPublished(phone, 3);
  }
});

describe('QUE-03b refusals', () => {
  test.each(['EVENT_OVER', 'POST_LIMIT_REACHED', 'NOT_A_MEMBER'] as const)(
    '%s stops the post, keeps its photos, and is tried again only when the fan says so',
    async (code) => {
      const phone = await phoneWith(2);
      failOnce(phone, 'register', never(code));
      await settle(phone);
      expect(jobOf(phone)).toMatchObject({ state: 'refused', error: code });
      for (const photo of nonEmpty(jobOf(phone).photos)) expect(phone.device.holds(photo)).toBe(true);
      await settle(phone);
      expect(count(phone, 'register')).toBe(1);
      await phone.start().outbox.resume(jobOf(phone).id);
      await settle(phone);
      expectAllPublished(phone, 2);
    },
  );

  test('one refused post does not hold up the next', async () => {
    const phone = new Phone(6);
    phone.server.over.add('over');
    const { outbox } = phone.start();
    await outbox.enqueue(phone.pick('a', 1, { eventId: 'over' }));
    await outbox.enqueue(phone.pick('b', 1));
    await settle(phone);
    expect(jobOf(phone, 'a').state).toBe('refused');
    expect(jobOf(phone, 'b').state).toBe('done');
  });
});

test('T24 T29 after a failure on the line the way out is probed again before the next post is sent', async () => {
  const phone = await phoneWith(2, 1);
  phone.world.faults = (call) => {
    if (call !== 'put') return null;
    phone.server.isReachable = false;
    return later('NETWORK');
  };
  expect(await phone.start().drain()).toMatchObject({ result: 'offline' });
  expect(count(phone, 'probe')).toBe(2);
  expect(phone.world.calls.filter((call) => call.startsWith('put ') && call.includes('/b0'))).toEqual([]);
  expect(jobOf(phone, 'b')).toMatchObject({ state: 'waiting', attempts: 0 });
});

test('QUE-04e a post that arrived is told about for a day, and then forgotten', async () => {
  const phone = await phoneWith(1, 1);
  await settle(phone);
  phone.world.now = (jobOf(phone).finishedAt ?? 0) + 23 * 3_600_000;
  await phone.start().drain();
  expect([jobOf(phone).state, jobOf(phone, 'b').state]).toEqual(['done', 'done']);
  phone.world.now += 2 * 3_600_000;
  await phone.start().drain();
  expect(phone.device.jobs.size).toBe(0);
});
