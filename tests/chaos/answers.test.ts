/** What an answer, a failure or a word of the fan means for what is on its way, and what screens and figures hear of it. */
import { describe, expect, test } from 'vitest';
import { createJob } from '../../src/outbox/outbox.ts';
import { BACKOFF } from '../../src/outbox/retry.ts';
import { Phone } from '../fakes/fakePhone.ts';
import { World } from '../fakes/world.ts';
import { CLUB } from '../support/tenants.ts';
import {
  at,
  count,
  expectAllPublished,
  failOnce,
  idOf,
  jobOf,
  later,
  never,
  phoneWith,
  prepared,
  putKeys,
  settle,
  stillPhone,
  twoStages,
  untilPublic,
} from './steps.ts';

const target = { event: { id: 'event-2', name: '次の試合', seasonId: null }, locations: [] };

describe('T25 what is known of a registration', () => {
  test('QUE-05c a login the server itself refused leaves nothing open: the post can be changed', async () => {
    const phone = await phoneWith(1);
    at(phone, 'register', 1, () => phone.server.revoke());
    await phone.start().drain();
    expect(jobOf(phone)).toMatchObject({ state: 'login', registering: false });
  });

  test('a login that failed on the way, or a refusal no server made, leaves it open', async () => {
    for (const fault of [{ code: 'UNAUTHENTICATED', retry: 'login', hasLanded: true } as const, never('EVENT_OVER')]) {
      const phone = await phoneWith(1);
      failOnce(phone, 'register', fault);
      await phone.start().drain();
      expect([fault.code, jobOf(phone).registering]).toEqual([fault.code, true]);
    }
  });

  test('HLF-16b a server that has too much to do is asked once, when it said, and not what became of it', async () => {
    const phone = stillPhone();
    await phone.start().outbox.enqueue(phone.pick('a', 2));
    failOnce(phone, 'register', { ...later('OVERLOADED'), retryAfterMs: 12_000 });
    const { nextAt } = await phone
      .start()
      .drain()
      .then((outcome) => (outcome === 'died' ? { nextAt: 0 } : outcome));
    expect(jobOf(phone)).toMatchObject({ state: 'waiting', error: 'OVERLOADED', registering: false });
    expect((nextAt ?? 0) - phone.world.now).toBe(12_000);
    await settle(phone);
    expect([count(phone, 'findRegistered'), count(phone, 'register')]).toEqual([0, 2]);
    expectAllPublished(phone, 2);
  });

  test('HLF-16b a server that fails for now leaves a registration open, and is asked when it said', async () => {
    const phone = stillPhone();
    await phone.start().outbox.enqueue(phone.pick('a', 1));
    failOnce(phone, 'register', { ...later('UNAVAILABLE', true), retryAfterMs: 30_000 });
    await phone.start().drain();
    expect(jobOf(phone)).toMatchObject({ registering: true, notBefore: phone.world.now + 30_000 });
  });

  test('HLF-16b originals wait as long as a server asks for that has too much to do', async () => {
    const phone = stillPhone();
    phone.server.isPreviewFirst = true;
    await phone.start().outbox.enqueue(prepared(phone, phone.pick('a', 1), 5));
    failOnce(phone, 'putOriginals', { ...later('OVERLOADED'), retryAfterMs: 40_000 });
    await phone.start().drain();
    expect(jobOf(phone).originals).toMatchObject({ error: 'OVERLOADED', notBefore: phone.world.now + 40_000 });
  });

  test('a put the store refuses for good tells nothing of a registration that is open', async () => {
    const phone = new Phone(1);
    await phone.start().outbox.enqueue(prepared(phone, phone.pick('a', 1)));
    phone.device.commit(idOf(phone), { job: { ...jobOf(phone), registering: true, isEarlierOpen: true } });
    failOnce(phone, 'put', never('AccessDenied'));
    await phone.start().drain();
    expect(jobOf(phone)).toMatchObject({ state: 'refused', registering: true, isEarlierOpen: true });
  });

  test('ACC-13b a put that is refused to a fan who is no member asks for the rules, not for another login', async () => {
    for (const [hasMembers, error] of [
      [false, 'NOT_A_MEMBER'],
      [true, 'AccessDenied'],
    ] as const) {
      const phone = new Phone(1);
      phone.server.hasMembers = hasMembers;
      await phone.start().outbox.enqueue(prepared(phone, phone.pick('a', 1)));
      failOnce(phone, 'put', never('AccessDenied'));
      await phone.start().drain();
      expect(jobOf(phone)).toMatchObject({ state: 'refused', error });
    }
  });

  test('an answer that names nothing proves nothing, and the post waits', async () => {
    const phone = await phoneWith(2);
    phone.server.isEmptyAnswer = () => count(phone, 'register') === 1;
    await phone.start().drain();
    expect(jobOf(phone)).toMatchObject({ state: 'waiting', error: 'BAD_ANSWER', registering: true });
    await settle(phone);
    expectAllPublished(phone, 2);
  });

  test('T29 a rule that held every put back and let go: nothing is registered until something is stored', async () => {
    const phone = stillPhone();
    await phone.start().outbox.enqueue(prepared(phone, phone.pick('a', 1)));
    phone.device.commit(idOf(phone), { job: { ...jobOf(phone), registering: true, isEarlierOpen: true } });
    // Asked by the pass, by the photo, before the registration.
    phone.world.onCall = (call) => {
      if (call === 'hold') phone.hold = count(phone, 'hold') === 2 ? 'paused' : null;
    };
    await phone.start().drain();
    expect([count(phone, 'findRegistered'), count(phone, 'register')]).toEqual([1, 1]);
    expectAllPublished(phone, 1);
  });

  test('QUE-04f lists hear once that photos are public, and not of a question that found none', async () => {
    const phone = await phoneWith(1);
    failOnce(phone, 'register', later('TIMEOUT', false));
    await settle(phone);
    expect(count(phone, 'findRegistered')).toBe(1);
    expect(phone.messages.filter(({ kind }) => kind === 'registered')).toEqual([
      { kind: 'registered', jobId: idOf(phone), tenant: CLUB, eventId: 'event-1' },
    ]);
  });

  test.each(['register', 'putOriginals'])('QUE-03a the first wait after a failed %s is a first one', async (call) => {
    const phone = new Phone(1, new World(1, () => 0.99));
    phone.server.isPreviewFirst = call === 'putOriginals';
    await phone.start().outbox.enqueue(phone.pick('a', 1));
    let now = 0;
    at(phone, call, 1, () => (now = phone.world.now));
    phone.world.faults = (name) => (name === call ? later('INTERNAL') : null);
    await phone.start().drain();
    const { notBefore } = call === 'register' ? jobOf(phone) : (jobOf(phone).originals ?? { notBefore: 0 });
    expect(notBefore - now).toBeGreaterThan(1.5 * BACKOFF.minMs);
    expect(notBefore - now).toBeLessThan(3 * BACKOFF.minMs);
  });

  test('QUE-03a so is that for an object the server misses', async () => {
    const phone = new Phone(1, new World(1, () => 0.99));
    await phone.start().outbox.enqueue(phone.pick('a', 1));
    let now = 0;
    at(phone, 'register', 1, () => (now = phone.world.now));
    failOnce(phone, 'register', never('OBJECT_MISSING'));
    await phone.start().drain();
    expect(jobOf(phone).notBefore - now).toBeGreaterThan(1.5 * BACKOFF.minMs);
  });
});

describe('a word of the fan in another tab', () => {
  test('QUE-04b a pause lets the photos on the wire finish, and no other', async () => {
    const phone = new Phone(42);
    await phone.start().outbox.enqueue(prepared(phone, phone.pick('a', 8)));
    at(phone, 'put', 1, () => phone.device.commit(idOf(phone), { job: { ...jobOf(phone), state: 'paused' } }));
    await phone.start().drain();
    expect(count(phone, 'put')).toBeLessThanOrEqual(6);
    expect(phone.server.registered.size).toBe(0);
  });

  test('T29 puts that a stricter rule stopped, and that may go all the same, go at once', async () => {
    const phone = stillPhone();
    await phone.start().outbox.enqueue(phone.pick('a', 1));
    phone.server.isSlow = true;
    const tab = phone.start();
    at(phone, 'putting', 1, () => tab.outbox.clearForceSend());
    expect(await tab.drain()).toEqual({ result: 'idle', nextAt: null });
    expect(phone.server.stopped).toBe(1);
    expectAllPublished(phone, 1);
  });

  test('QUE-04c another event ends the puts for the old one', async () => {
    const phone = new Phone(42);
    await phone.start().outbox.enqueue(prepared(phone, phone.pick('a', 8)));
    at(phone, 'put', 1, () => phone.start().outbox.move(idOf(phone), target));
    await phone.start().drain();
    expect(putKeys(phone).filter((key) => key.includes('/event-1/')).length).toBeLessThanOrEqual(6);
    expectAllPublished(phone, 8);
  });

  test('QUE-04c a put that fails under the old event’s key is no failure of the moved post', async () => {
    const phone = await phoneWith(1);
    phone.server.isSlow = true;
    at(phone, 'putting', 1, () => phone.start().outbox.move(idOf(phone), target));
    failOnce(phone, 'put', later('NETWORK'));
    expect(await phone.start().drain()).toEqual({ result: 'idle', nextAt: null });
    expectAllPublished(phone, 1);
  });

  test('QUE-04b a pause just before the registration: nothing is registered', async () => {
    const phone = await phoneWith(1);
    phone.world.onCall = (call) => {
      const job = jobOf(phone);
      const isStored = job.photos.every(({ step }) => step === 'stored');
      if (call === 'hold' && isStored) phone.device.commit(job.id, { job: { ...job, state: 'paused' } });
    };
    await phone.start().drain();
    expect([count(phone, 'register'), jobOf(phone).state]).toEqual([0, 'paused']);
  });

  test('QUE-04b a pause while an earlier registration is asked about: there is no second one', async () => {
    const phone = await phoneWith(1);
    failOnce(phone, 'register', later('TIMEOUT', false));
    await phone.start().drain();
    phone.world.now = jobOf(phone).notBefore;
    at(phone, 'findRegistered', 1, () =>
      phone.device.commit(idOf(phone), { job: { ...jobOf(phone), state: 'paused' } }),
    );
    await phone.start().drain();
    expect([count(phone, 'findRegistered'), count(phone, 'register')]).toEqual([1, 1]);
  });

  test('T29 a rule that comes with the last put holds the registration as well', async () => {
    const phone = await phoneWith(1);
    at(phone, 'put', 2, () => (phone.hold = 'paused'));
    expect(await phone.start().drain()).toEqual({ result: 'idle', nextAt: null, held: 'paused' });
    expect(count(phone, 'register')).toBe(0);
  });

  test('QUE-04d a cancelled post ends its pass, and no figure tells of it', async () => {
    for (const call of ['prepare', 'put', 'register']) {
      const phone = await phoneWith(2);
      at(phone, call, 1, () => phone.device.commit(idOf(phone), { job: null }));
      expect([call, await phone.start().drain()]).toEqual([call, { result: 'idle', nextAt: null }]);
      expect([call, phone.reports]).toEqual([call, []]);
      if (call === 'prepare') expect(count(phone, 'put')).toBe(0);
    }
  });

  test('QUE-04b what goes on by itself is not urged, and urging all leaves paused posts alone', async () => {
    const phone = await phoneWith(1, 1);
    const { outbox } = phone.start();
    await outbox.pause(idOf(phone));
    await outbox.sendNow();
    expect([jobOf(phone).state, jobOf(phone, 'b').forceSend]).toEqual(['paused', true]);
    await outbox.resume(idOf(phone));
    expect([jobOf(phone).state, jobOf(phone).forceSend]).toEqual(['waiting', undefined]);
  });

  test('QUE-04f the screens hear of a new post, changed words and its end; one that is gone takes none', async () => {
    const phone = new Phone(1);
    const { outbox } = phone.start();
    await outbox.enqueue(phone.pick('a', 1));
    expect(phone.messages.splice(0)).toEqual([{ kind: 'changed' }]);
    expect(await outbox.edit(idOf(phone), { fields: {}, teamId: 't' })).toBe(true);
    expect(phone.messages.splice(0)).toEqual([{ kind: 'changed' }]);
    phone.messages.length = 0;
    await outbox.cancel(idOf(phone));
    expect(phone.messages.splice(0)).toEqual([{ kind: 'changed' }]);
    expect(await outbox.edit('gone', { fields: {}, teamId: null })).toBe(false);
  });

  test('QUE-01a a post without photos is none', () => {
    const none = () => createJob({ ...new Phone(1).pick('a', 1), photos: [] }, 0);
    expect(none).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST', retry: 'never' }));
  });
});

describe('OPS-02a figures of posts', () => {
  const kinds = (phone: Phone) => phone.reports.map(({ kind }) => kind);

  test('a post tells when it is public, and full only where no photo was deleted', async () => {
    const phone = await twoStages(2);
    await settle(phone);
    expect(kinds(phone)).toEqual(['public', 'full']);
    const other = await twoStages(1);
    await untilPublic(other);
    other.server.delete(jobOf(other).photos[0]?.mediaUrl ?? '');
    await settle(other);
    expect(kinds(other)).toEqual(['public']);
  });

  test('each photo that can never be sent tells its reason; a step that changes nothing tells nothing', async () => {
    const phone = await twoStages();
    await phone.start().outbox.enqueue(phone.pick('a', 3, { damaged: 0 }));
    await untilPublic(phone);
    phone.device.bytes.delete(`${jobOf(phone).photos[1]?.name}/original`);
    await settle(phone);
    expect(phone.reports.flatMap((report) => (report.kind === 'refused' ? [report.code] : []))).toEqual([
      'IMAGE_NOT_JPEG',
      'BYTES_LOST',
    ]);
    const moved = await phoneWith(1);
    at(moved, 'put', 1, () => moved.start().outbox.move(idOf(moved), target));
    await settle(moved);
    expect(kinds(moved)).toEqual(['public', 'full']);
  });
});
