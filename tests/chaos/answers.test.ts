/** What an answer, a failure or a word of the fan means for what is on its way, and what screens and figures hear of it. */
import { describe, expect, test } from 'vitest';
import type { NewJob } from '../../src/outbox/client.ts';
import { createJob } from '../../src/outbox/outbox.ts';
import { BACKOFF } from '../../src/outbox/retry.ts';
import { Phone } from '../fakes/fakePhone.ts';
import { World } from '../fakes/world.ts';
import { CLUB } from '../support/tenants.ts';
import {
  count,
  expectAllPublished,
  failOnce,
  jobOf,
  later,
  never,
  pending,
  phoneWith,
  putKeys,
  settle,
  twoStages,
  untilPublic,
} from './steps.ts';

/** Runs once, just before the nth call of this name takes effect. */
function at(phone: Phone, call: string, nth: number, act: () => unknown): void {
  let seen = 0;
  phone.world.onCall = (name) => {
    if (name === call && ++seen === nth) void act();
  };
}
/** The same post, its photos prepared before. */
function prepared(phone: Phone, post: NewJob): NewJob {
  const sizes = { originalBytes: 90, previewBytes: null, thumbnailBytes: 9 };
  const photos = post.photos.map((photo) => {
    for (const [part, size] of [['original', 90] as const, ['thumbnail', 9] as const])
      phone.device.put({ photoName: photo.name, part }, new Uint8Array(size).fill(1));
    return {
      ...photo,
      step: 'ready' as const,
      prepared: { width: 4, height: 3, color: '#112233', exif: null, ...sizes },
    };
  });
  return { ...post, photos };
}
const idOf = (phone: Phone, name = 'a') => jobOf(phone, name).id;
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

  test('a put the store refuses for good tells nothing of a registration that is open', async () => {
    const phone = new Phone(1);
    await phone.start().outbox.enqueue(prepared(phone, phone.pick('a', 1)));
    phone.device.commit(idOf(phone), { job: { ...jobOf(phone), registering: true, isEarlierOpen: true } });
    failOnce(phone, 'put', never('AccessDenied'));
    await phone.start().drain();
    expect(jobOf(phone)).toMatchObject({ state: 'refused', registering: true, isEarlierOpen: true });
  });

  test('an answer that names nothing proves nothing, and the post waits', async () => {
    const phone = await phoneWith(2);
    phone.server.isEmptyAnswer = () => count(phone, 'register') === 1;
    await phone.start().drain();
    expect(jobOf(phone)).toMatchObject({ state: 'waiting', error: 'BAD_ANSWER', registering: true });
    await settle(phone);
    expectAllPublished(phone, 2);
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

describe('QUE-04 a word of the fan in another tab', () => {
  test('QUE-04b a pause stops the puts that follow', async () => {
    const phone = await phoneWith(8);
    at(phone, 'put', 1, () => phone.start().outbox.pause(idOf(phone)));
    await phone.start().drain();
    expect(count(phone, 'put')).toBeLessThan(8);
    expect(phone.server.registered.size).toBe(0);
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

  test('QUE-04f the screens hear of a new post and of changed words; a post that is gone takes none', async () => {
    const phone = new Phone(1);
    const { outbox } = phone.start();
    await outbox.enqueue(phone.pick('a', 1));
    expect(phone.messages.splice(0)).toEqual([{ kind: 'changed' }]);
    expect(await outbox.edit(idOf(phone), { fields: {}, teamId: 't' })).toBe(true);
    expect(phone.messages.splice(0)).toEqual([{ kind: 'changed' }]);
    expect(await outbox.edit('gone', { fields: {}, teamId: null })).toBe(false);
  });

  test('QUE-01a a post without photos is none', () => {
    const none = () => createJob({ ...new Phone(1).pick('a', 1), photos: [] }, 0);
    expect(none).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST', retry: 'never' }));
  });
});

describe('T06 T08 the lease', () => {
  /** Another tab takes the lock from this one, taken for frozen, and dies. */
  function takeOver(phone: Phone): void {
    const other = phone.start();
    phone.stealChance = 1;
    void other.drain();
    other.process.die();
  }

  test('a tab whose lock was taken over does nothing more, and says that it was interrupted', async () => {
    for (const [call, puts] of [
      ['loadAll', 0],
      ['put', 1],
    ] as const) {
      const phone = await phoneWith(1);
      at(phone, call, 1, () => takeOver(phone));
      expect([call, await phone.start().drain()]).toMatchObject([call, { result: 'interrupted' }]);
      expect([call, count(phone, 'put'), count(phone, 'probe')]).toEqual([call, puts, puts === 0 ? 0 : 1]);
    }
  });

  test('PUB-02 so it is while originals follow', async () => {
    const phone = await twoStages(2);
    await untilPublic(phone);
    const asked = count(phone, 'putOriginals');
    at(phone, 'put', 1, () => takeOver(phone));
    expect(await phone.start().drain()).toMatchObject({ result: 'interrupted' });
    expect(count(phone, 'putOriginals') - asked).toBe(1);
    expect(jobOf(phone).originals).toBeUndefined();
  });

  test('a photo another context brought on meanwhile is left as that one left it', async () => {
    const phone = await phoneWith(2);
    at(phone, 'prepare', 1, () => {
      const job = jobOf(phone);
      const [first, ...rest] = job.photos;
      if (first)
        phone.device.commit(job.id, {
          job: { ...job, photos: [{ ...first, step: 'refused', error: 'IMAGE_LOAD' }, ...rest] },
        });
    });
    await phone.start().drain();
    expect(jobOf(phone).photos.map(({ step }) => step)).toEqual(['refused', 'registered']);
    expect(phone.device.bytes.has(`${idOf(phone)}/original`)).toBe(false);
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

describe('PUB-02 originals that follow', () => {
  test('three at a time are asked about, and all go in one pass', async () => {
    const phone = await twoStages(8);
    await untilPublic(phone);
    await phone.start().drain();
    expectAllPublished(phone, 8);
    const asked = phone.world.calls.filter((call) => call.startsWith('putOriginals '));
    expect(Math.max(...asked.map((call) => call.split(' ').length - 1))).toBe(3);
  });

  test('PUB-02b one whose bytes are gone is no failure of the others', async () => {
    const phone = await twoStages(5);
    await untilPublic(phone);
    for (const index of [0, 1, 3]) phone.device.bytes.delete(`${jobOf(phone).photos[index]?.name}/original`);
    await phone.start().drain();
    expect(jobOf(phone)).toMatchObject({ state: 'refused', error: 'BYTES_LOST' });
    expect(jobOf(phone).photos[4]?.step).toBe('registered');
    expect(jobOf(phone).originals).toBeUndefined();
  });

  test('PUB-03b given up in another tab, or held by a rule, they are not put', async () => {
    for (const act of [
      (phone: Phone) => phone.start().outbox.dropOriginals(idOf(phone)),
      (phone: Phone) => {
        phone.holdOriginals = 'metered';
      },
    ]) {
      const phone = await twoStages(1);
      await untilPublic(phone);
      const puts = count(phone, 'put');
      at(phone, 'putOriginals', 1, () => act(phone));
      await phone.start().drain();
      expect(count(phone, 'put') - puts).toBe(0);
    }
  });

  test('QUE-04d a post that is gone when its question fails ends its pass', async () => {
    const phone = await twoStages(1);
    await untilPublic(phone);
    at(phone, 'putOriginals', 1, () => phone.device.commit(idOf(phone), { job: null }));
    failOnce(phone, 'putOriginals', later('INTERNAL'));
    expect(await phone.start().drain()).toEqual({ result: 'idle', nextAt: null });
  });

  test('T25 an original that landed between question and put is proven, not refused', async () => {
    const phone = await twoStages(1);
    await untilPublic(phone);
    const [photo] = jobOf(phone).photos;
    const content = new Uint8Array(photo?.prepared?.originalBytes ?? 0);
    at(phone, 'put', 1, () => phone.server.objects.set(photo?.mediaUrl ?? '', { userId: 'fan-1', content }));
    await phone.start().drain();
    expectAllPublished(phone, 1);
  });

  test('QUE-05c a login that is missing is no failure of an original; beside refused photos it backs off', async () => {
    const phone = await twoStages(1);
    await untilPublic(phone);
    at(phone, 'putOriginals', 1, () => phone.server.revoke());
    await phone.start().drain();
    expect(jobOf(phone)).toMatchObject({ state: 'login' });
    expect(jobOf(phone).originals).toBeUndefined();
    const other = await twoStages();
    await other.start().outbox.enqueue(other.pick('a', 2, { damaged: 1 }));
    await untilPublic(other);
    at(other, 'putOriginals', 1, () => other.server.revoke());
    await other.start().drain();
    expect(jobOf(other)).toMatchObject({ state: 'refused', originals: { attempts: 1, error: 'UNAUTHENTICATED' } });
  });

  test('QUE-04a the screens hear how far an original is, from its beginning to its end', async () => {
    const phone = await twoStages(1);
    await untilPublic(phone);
    phone.messages.length = 0;
    await phone.start().drain();
    const total = jobOf(phone).photos[0]?.prepared?.originalBytes;
    const progress = phone.messages.flatMap((message) => (message.kind === 'progress' ? [message.progress] : []));
    expect(progress.map(({ sent }) => sent)).toEqual([0, total, total]);
    expect(progress[0]).toEqual({ jobId: idOf(phone), photoName: idOf(phone), sent: 0, total, stage: 'originals' });
  });

  test('PUB-01b those that were stopped for a post go after it in the same pass', async () => {
    const phone = new Phone(1, new World(1, () => 0));
    phone.server.isPreviewFirst = true;
    await phone.start().outbox.enqueue(phone.pick('a', 2));
    await untilPublic(phone);
    phone.server.isSlow = true;
    const tab = phone.start();
    at(phone, 'putting', 1, () => tab.outbox.enqueue(phone.pick('b', 1)));
    expect(await tab.drain()).toEqual({ result: 'idle', nextAt: null });
    expect(phone.server.stopped).toBeGreaterThan(0);
    expect(pending(phone)).toEqual([]);
    expectAllPublished(phone, 3);
  });

  test('T06 photos that are ready wait for the rest of their post, which another context prepares', async () => {
    const phone = await phoneWith(2);
    failOnce(phone, 'prepare', later('CANVAS_CONTEXT'), 2);
    await phone.start().drain();
    phone.world.now = jobOf(phone).notBefore;
    expect(await phone.start({ canPrepare: false }).drain()).toEqual({ result: 'idle', nextAt: null });
    expect(phone.server.registered.size).toBe(0);
    await settle(phone);
    expectAllPublished(phone, 2);
  });
});
