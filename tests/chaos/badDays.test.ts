import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../src/contract/errors.ts';
import type { Job } from '../../src/outbox/job.ts';
import { Phone } from '../fakes/fakePhone.ts';
import type { Fault } from '../fakes/world.ts';

const later = (code: ErrorCode, hasLanded = false): Fault => ({ code, retry: 'later', hasLanded });
const never = (code: ErrorCode): Fault => ({ code, retry: 'never', hasLanded: false });

/** A phone with posts in the queue. */
async function phoneWith(...counts: number[]): Promise<Phone> {
  const phone = new Phone(42);
  const { outbox } = phone.start();
  for (const [index, count] of counts.entries()) await outbox.enqueue(phone.pick('abc'[index] ?? 'z', count));
  return phone;
}
const jobOf = (phone: Phone, name = 'a'): Job => {
  const job = phone.device.jobs.get(`${name}0`.padEnd(20, 'x'));
  if (!job) throw new Error(`no job ${name}`);
  return job;
};
const count = (phone: Phone, call: string): number =>
  phone.world.calls.filter((one) => one.startsWith(`${call} `)).length;
/** The given call fails once, the nth time. */
function failOnce(phone: Phone, call: string, fault: Fault, nth = 1): void {
  let seen = 0;
  phone.world.faults = (name) => (name === call && ++seen === nth ? fault : null);
}
/** Lets back-off pass and drains with a fresh process until nothing waits for time. */
async function settle(phone: Phone): Promise<void> {
  for (let round = 0; round < 30; round += 1) {
    const outcome = await phone.start().drain();
    if (outcome === 'died' || outcome.nextAt === null) return;
    phone.world.now = Math.max(phone.world.now, outcome.nextAt);
  }
  throw new Error('does not settle');
}
function expectAllPublished(phone: Phone, photos: number): void {
  expect(phone.server.registered.size).toBe(photos);
  expect(phone.waiting).toEqual([]);
  expect([...phone.device.bytes.keys()]).toEqual([]);
}

describe('QUE-01 killed', () => {
  test.each([
    ['during preparation', 'prepare', 2, true],
    ['in mid-PUT', 'put', 3, false],
    ['after a PUT that landed', 'put', 3, true],
    ['between PUT and registration', 'register', 1, false],
    ['after registration, before the local commit', 'register', 1, true],
  ])('%s: the next start goes on, nothing is sent twice', async (_, call, nth, hasLanded) => {
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

  test('keys are those of the moment of picking', async () => {
    const phone = new Phone(1);
    const post = phone.pick('a', 2);
    await phone.start().outbox.enqueue(post);
    await settle(phone);
    expect([...phone.server.registered.keys()].sort()).toEqual(post.photos.map((photo) => photo.mediaUrl).sort());
  });
});

test('T01 a photo whose bytes are gone is refused with its reason; the others go on', async () => {
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

test('PST-07 a damaged picture is refused, kept, and does not hold up its post', async () => {
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
  for (const photo of jobOf(phone).photos) expect(phone.device.holds(photo)).toBe(true);
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
  test('one 401 stops all posts of the fan at once; a new sign-in sends them', async () => {
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
  test('a clock the store refuses even after correction leaves the post waiting and says why', async () => {
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
  test('QUE-03 waits grow with jitter up to the cap, and start over after progress', async () => {
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
    expect(new Set(waits).size).toBeGreaterThan(10);
    phone.world.faults = (call) => (call === 'register' ? later('INTERNAL') : null);
    await phone.start().drain();
    expect(jobOf(phone).attempts).toBe(1);
  });

  test('before its time a post is not touched, unless the fan says so', async () => {
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
  expect(second).toBe(first);
  await settle(phone);
  expectAllPublished(phone, 2);
});

describe('QUE-03 refusals', () => {
  test.each(['EVENT_OVER', 'POST_LIMIT_REACHED', 'NOT_A_MEMBER'] as const)(
    '%s stops the post, keeps its photos, and is tried again only when the fan says so',
    async (code) => {
      const phone = await phoneWith(2);
      failOnce(phone, 'register', never(code));
      await settle(phone);
      expect(jobOf(phone)).toMatchObject({ state: 'refused', error: code });
      for (const photo of jobOf(phone).photos) expect(phone.device.holds(photo)).toBe(true);
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

test('QUE-04 a pause stops the puts and holds over restarts; a cancelled post is gone with its bytes', async () => {
  const phone = await phoneWith(4, 1);
  const tab = phone.start();
  let isPaused = false;
  phone.world.onCall = (call) => {
    if (call !== 'put' || isPaused) return;
    isPaused = true;
    void tab.outbox.pause(jobOf(phone).id);
  };
  await tab.drain();
  await settle(phone);
  expect(jobOf(phone).state).toBe('paused');
  expect(jobOf(phone, 'b').state).toBe('done');
  expect(phone.server.registered.size).toBe(1);
  await phone.start().outbox.cancel(jobOf(phone).id);
  await settle(phone);
  expectAllPublished(phone, 1);
});

describe('QUE-04 changes while a post waits', () => {
  const edit = (phone: Phone, comment: string, name = 'a') => ({
    fields: Object.fromEntries(jobOf(phone, name).photos.map((photo) => [photo.name, { ...photo.fields, comment }])),
    teamId: null,
  });
  const target = { event: { id: 'event-2', name: '次の試合', seasonId: null }, locations: [] };
  const events = (phone: Phone) => new Set([...phone.server.registered.values()].map(({ eventId }) => eventId));

  test('words written before the registration are published, also those written during the puts', async () => {
    const phone = await phoneWith(2);
    const tab = phone.start();
    let written = Promise.resolve(false);
    phone.world.onCall = (call) => {
      if (call !== 'put' || count(phone, 'put') !== 2) return;
      written = phone.start().outbox.edit(jobOf(phone).id, edit(phone, '勝った！'));
    };
    await tab.drain();
    expect(await written).toBe(true);
    await settle(phone);
    expect([...phone.server.registered.values()].map(({ comment }) => comment)).toEqual(['勝った！', '勝った！']);
  });

  test('words that come while the registration is on its way are refused, and nothing of them is shown', async () => {
    const phone = await phoneWith(1);
    let written = Promise.resolve(true);
    phone.world.onCall = (call) => {
      if (call === 'register') written = phone.start().outbox.edit(jobOf(phone).id, edit(phone, '遅すぎた'));
    };
    await settle(phone);
    expect(await written).toBe(false);
    expectAllPublished(phone, 1);
    expect(jobOf(phone).photos[0]?.fields.comment).toBe([...phone.server.registered.values()][0]?.comment);
  });

  test('while a lost answer leaves the outcome open nothing can be changed; a refusal by the server opens the post again', async () => {
    const phone = await phoneWith(1);
    failOnce(phone, 'register', later('TIMEOUT', false));
    await phone.start().drain();
    const { outbox } = phone.start();
    expect(await outbox.edit(jobOf(phone).id, edit(phone, 'x'))).toBe(false);
    expect(await outbox.move(jobOf(phone).id, target)).toBe(false);
    phone.server.over.add('event-1');
    await settle(phone);
    expect(jobOf(phone)).toMatchObject({ state: 'refused', error: 'EVENT_OVER', registering: false });
    expect(await outbox.edit(jobOf(phone).id, edit(phone, '続き'))).toBe(true);
  });

  test('QUE-03 the event ended meanwhile: sent to another one, under keys of that event, once', async () => {
    const phone = await phoneWith(3);
    phone.server.over.add('event-1');
    await settle(phone);
    expect(jobOf(phone)).toMatchObject({ state: 'refused', error: 'EVENT_OVER' });
    expect(await phone.start().outbox.move(jobOf(phone).id, target)).toBe(true);
    expect(jobOf(phone)).toMatchObject({ state: 'waiting', error: null, attempts: 0 });
    await settle(phone);
    expectAllPublished(phone, 3);
    expect(events(phone)).toEqual(new Set(['event-2']));
    for (const url of phone.server.registered.keys()) expect(url).toContain('/event-2/');
  });

  test('another event chosen in the middle of the puts, in another tab', async () => {
    const phone = await phoneWith(4);
    const tab = phone.start();
    let isMoved = false;
    phone.world.onCall = (call) => {
      if (call !== 'put' || count(phone, 'put') < 3 || isMoved) return;
      isMoved = true;
      void phone.start().outbox.move(jobOf(phone).id, target);
    };
    await tab.drain();
    await settle(phone);
    expectAllPublished(phone, 4);
    expect(events(phone)).toEqual(new Set(['event-2']));
  });
});

describe('T29 rules for all posts', () => {
  test('QUE-04 a pause of everything stops between two photos, holds over restarts and for new posts, and ends', async () => {
    const phone = await phoneWith(8);
    const tab = phone.start();
    phone.world.onCall = (call) => {
      if (call === 'put') phone.hold = 'paused';
    };
    expect(await tab.drain()).toMatchObject({ result: 'idle', nextAt: null, held: 'paused' });
    expect(count(phone, 'put')).toBeLessThan(8);
    await phone.start().outbox.enqueue(phone.pick('b', 1));
    expect(await phone.start().drain()).toMatchObject({ held: 'paused' });
    expect(phone.server.registered.size).toBe(0);
    phone.world.onCall = () => undefined;
    phone.hold = null;
    await settle(phone);
    expectAllPublished(phone, 9);
  });

  test('on a metered line only the post leaves that the fan urges', async () => {
    const phone = await phoneWith(1, 1);
    phone.hold = 'metered';
    await phone.start().drain();
    expect(count(phone, 'put')).toBe(0);
    await phone.start().outbox.sendNow(jobOf(phone, 'b').id);
    expect(await phone.start().drain()).toMatchObject({ held: 'metered' });
    expect(jobOf(phone, 'a').state).toBe('waiting');
    expect(jobOf(phone, 'b').state).toBe('done');
  });

  test('a stricter rule takes the urging back', async () => {
    const phone = await phoneWith(1);
    await phone.start().outbox.sendNow();
    phone.hold = 'paused';
    await phone.start().outbox.calm();
    await phone.start().drain();
    expect(count(phone, 'put')).toBe(0);
  });
});

describe('QUE-05 somebody else', () => {
  test('posts of a fan who signed out wait for that fan; nobody else sends them', async () => {
    const phone = await phoneWith(2);
    phone.server.signIn('fan-2');
    await phone.start().outbox.enqueue(phone.pick('b', 1, { userId: 'fan-2' }));
    await settle(phone);
    expect(jobOf(phone, 'a')).toMatchObject({ state: 'login', error: 'UNAUTHENTICATED' });
    expect([...phone.server.registered.values()].map(({ userId }) => userId)).toEqual(['fan-2']);
    phone.server.signedIn = null;
    await phone.start().drain();
    expect(count(phone, 'put')).toBe(2);
    phone.server.signIn('fan-1');
    await settle(phone);
    expectAllPublished(phone, 3);
    expect([...phone.server.registered.values()].filter(({ userId }) => userId === 'fan-1')).toHaveLength(2);
  });

  test('a switch of users in the middle of a post ends it for now', async () => {
    const phone = await phoneWith(3);
    phone.world.onCall = (call) => {
      if (call === 'register') phone.server.signIn('fan-2');
    };
    await phone.start().drain();
    expect(phone.server.registered.size).toBe(0);
    expect(jobOf(phone).state).toBe('login');
  });

  test('a full device is told, nothing is lost, and it goes on when there is room', async () => {
    const phone = await phoneWith(2);
    let isFull = true;
    phone.world.faults = (call) => (call === 'update' && isFull ? later('QUOTA_EXCEEDED') : null);
    expect(await phone.start().drain()).toMatchObject({ result: 'interrupted' });
    for (const photo of jobOf(phone).photos) expect(phone.device.holds(photo)).toBe(true);
    isFull = false;
    await settle(phone);
    expectAllPublished(phone, 2);
  });
});
