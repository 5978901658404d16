/** How photos and originals go: how many at once, and what is told of them on the way. */
import { describe, expect, test } from 'vitest';
import { mostPreviewBytes } from '../../src/rules/pictureBytes.ts';
import { Phone } from '../fakes/fakePhone.ts';
import { World } from '../fakes/world.ts';
import {
  at,
  count,
  expectAllPublished,
  failOnce,
  idOf,
  jobOf,
  later,
  never,
  pending,
  phoneWith,
  prepared,
  putKeys,
  settle,
  stillPhone,
  twoStages,
  untilPublic,
} from './steps.ts';

describe('QUE-04a what is told of a photo on its way', () => {
  const progressOf = (phone: Phone) =>
    phone.messages.flatMap((message) => (message.kind === 'progress' ? [message.progress] : []));

  test.each([
    ['a server that takes no previews', false],
    ['a photo that has none', true],
  ])('whole ones: the original, then its small picture, of both together: %s', async (_, isPreviewFirst) => {
    const phone = stillPhone();
    phone.server.isPreviewFirst = isPreviewFirst;
    await phone.start().outbox.enqueue(prepared(phone, phone.pick('a', 1)));
    await phone.start().drain();
    expect(progressOf(phone)).toEqual(
      [90, 99, 99].map((sent) => ({ jobId: idOf(phone), photoName: idOf(phone), sent, total: 99 })),
    );
    expect(jobOf(phone).photos[0]?.original).toBe('whole');
  });

  test('PUB-01a previews: what makes it public, from its beginning', async () => {
    const phone = stillPhone();
    phone.server.isPreviewFirst = true;
    phone.holdOriginals = 'metered';
    await phone.start().outbox.enqueue(prepared(phone, phone.pick('a', 1), 20));
    await phone.start().drain();
    expect(progressOf(phone).map(({ sent, total }) => [sent, total])).toEqual(
      [0, 20, 29, 29].map((sent) => [sent, 29]),
    );
    expect(jobOf(phone).photos[0]?.original).toBe('later');
  });

  test.each([
    [mostPreviewBytes({ width: 4, height: 3 }), 1],
    [mostPreviewBytes({ width: 4, height: 3 }) + 1, 0],
  ])('PUB-01a a preview of %i bytes goes first: %i (a server takes no larger one)', async (bytes, previews) => {
    const phone = stillPhone();
    phone.server.isPreviewFirst = true;
    await phone.start().outbox.enqueue(prepared(phone, phone.pick('a', 1), bytes));
    await phone.start().drain();
    expect(putKeys(phone).filter((key) => key.includes('/preview/'))).toHaveLength(previews);
    expectAllPublished(phone, 1);
  });

  test('T28 a store that refuses a preview gets the original with the post, in one registration', async () => {
    const phone = stillPhone();
    phone.server.isPreviewFirst = true;
    phone.server.deniesPreviews = true;
    await phone.start().outbox.enqueue(phone.pick('a', 1));
    await phone.start().drain();
    expectAllPublished(phone, 1);
    expect([count(phone, 'register'), jobOf(phone).photos[0]?.original]).toEqual([1, 'whole']);
  });

  test('T25 what stands there already with the right size is ours from an earlier try', async () => {
    const phone = stillPhone();
    await phone.start().outbox.enqueue(prepared(phone, phone.pick('a', 1)));
    const url = jobOf(phone).photos[0]?.mediaUrl ?? '';
    phone.server.objects.set(url, { userId: 'fan-1', content: new Uint8Array(90) });
    await phone.start().drain();
    expectAllPublished(phone, 1);
  });

  test('T01 an object that is gone when its size is asked for is put again later', async () => {
    const phone = new Phone(1, new World(1, () => 0.99));
    await phone.start().outbox.enqueue(prepared(phone, phone.pick('a', 1)));
    at(phone, 'head', 1, () => phone.server.objects.clear());
    await phone.start().drain();
    expect(jobOf(phone)).toMatchObject({ state: 'waiting', error: 'NotFound', attempts: 1 });
    await settle(phone);
    expectAllPublished(phone, 1);
  });

  test('QUE-05a a photo that is said to be ready, and nobody knows how large, is refused with its reason', async () => {
    const phone = stillPhone();
    const post = prepared(phone, phone.pick('a', 2));
    await phone.start().outbox.enqueue({
      ...post,
      photos: post.photos.map((photo, at) => (at === 0 ? { ...photo, prepared: null } : photo)),
    });
    await phone.start().drain();
    expect(jobOf(phone).photos.map(({ step, error }) => [step, error])).toEqual([
      ['refused', 'BYTES_LOST'],
      ['registered', null],
    ]);
  });

  test('T25 bytes the store lost on the way are told from others that stood there before', async () => {
    for (const [code, spoil] of [
      ['CHECKSUM_MISMATCH', (phone: Phone, url: string) => phone.server.truncates.add(url)],
      [
        'PreconditionFailed',
        (phone: Phone, url: string) => phone.server.objects.set(url, { userId: 'fan-1', content: new Uint8Array(3) }),
      ],
    ] as const) {
      const phone = stillPhone();
      await phone.start().outbox.enqueue(phone.pick('a', 1));
      spoil(phone, jobOf(phone).photos[0]?.mediaUrl ?? '');
      await phone.start().drain();
      expect(jobOf(phone).photos[0]).toMatchObject({ step: 'refused', error: code });
    }
  });
});

describe('T29 how photos go', () => {
  test('three at once, while the others are still prepared; after a failure one ahead of the others', async () => {
    const phone = stillPhone();
    await phone.start().outbox.enqueue(phone.pick('b', 8));
    await phone.start().drain();
    const calls = phone.world.calls.map((call) => call.split(' ')[0]);
    expect(calls.indexOf('put')).toBeLessThan(calls.lastIndexOf('prepare'));
    for (const [attempts, atOnce] of [
      [0, 3],
      [1, 1],
    ] as const) {
      const other = stillPhone();
      await other.start().outbox.enqueue(prepared(other, other.pick('a', 4)));
      other.device.commit(idOf(other), { job: { ...jobOf(other), attempts } });
      other.server.isSlow = true;
      const seen: string[] = [];
      other.world.onCall = (call) => void seen.push(call);
      await other.start().drain();
      expect(seen.slice(0, seen.indexOf('put')).filter((call) => call === 'putting')).toHaveLength(atOnce);
    }
  });

  test('IMG-01 a photo is prepared with the turn and cut the fan chose', async () => {
    const phone = new Phone(1);
    const post = phone.pick('a', 1);
    const edit = { turns: 1, crop: null } as never;
    await phone.start().outbox.enqueue({ ...post, photos: post.photos.map((photo) => ({ ...photo, edit })) });
    await settle(phone);
    expect(phone.world.calls).toContain('prepare a0.jpg {"turns":1,"crop":null}');
  });

  test('PST-07a a damaged picture costs the others of its post no wait', async () => {
    const phone = stillPhone();
    await phone.start().outbox.enqueue(phone.pick('a', 3, { damaged: 1 }));
    expect(await phone.start().drain()).toEqual({ result: 'idle', nextAt: null });
    expect(phone.server.registered.size).toBe(2);
  });

  test('T25 a store that does not let us ask is asked once, and put to; where asking fails, nothing is put', async () => {
    for (const [fault, isPut] of [
      [never('AccessDenied'), true],
      [later('NETWORK'), false],
      [never('INVALID_REQUEST'), false],
    ] as const) {
      const phone = stillPhone();
      await phone.start().outbox.enqueue(prepared(phone, phone.pick('a', 1)));
      phone.device.commit(idOf(phone), { job: { ...jobOf(phone), isTried: true } });
      phone.world.faults = (call) => (call === 'head' ? fault : null);
      await phone.start().drain();
      expect([fault.code, count(phone, 'head'), count(phone, 'put')]).toEqual([fault.code, 1, isPut ? 2 : 0]);
      expect([fault.code, phone.server.registered.size]).toEqual([fault.code, isPut ? 1 : 0]);
    }
  });
});

describe('PUB-02c originals that follow', () => {
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

  test('T25 one the store has and the server does not see is tried again later, not at once and for ever', async () => {
    const phone = await twoStages(1);
    await untilPublic(phone);
    phone.world.faults = (call) => (call === 'put' ? never('PreconditionFailed') : null);
    const asked = count(phone, 'putOriginals');
    const outcome = await phone.start().drain();
    expect(count(phone, 'putOriginals') - asked).toBe(2);
    const { originals } = jobOf(phone);
    expect(originals).toMatchObject({ attempts: 1, error: 'OBJECT_MISSING' });
    expect(outcome).toEqual({ result: 'idle', nextAt: originals?.notBefore });
    phone.world.faults = () => null;
    await settle(phone);
    expectAllPublished(phone, 1);
  });

  test('PUB-02a one that another context brought while we asked is not put again beside the others', async () => {
    const phone = await twoStages(2);
    await untilPublic(phone);
    const [first, ...rest] = jobOf(phone).photos;
    phone.world.onCall = (call) => {
      if (call === 'update' && first && count(phone, 'putOriginals') === 1 && jobOf(phone).photos[0]?.step === 'public')
        phone.device.commit(idOf(phone), {
          job: { ...jobOf(phone), photos: [{ ...first, step: 'registered' }, ...rest] },
        });
    };
    const puts = putKeys(phone).length;
    await phone.start().drain();
    expect(putKeys(phone).slice(puts)).toEqual([rest[0]?.mediaUrl]);
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
    const phone = stillPhone();
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
