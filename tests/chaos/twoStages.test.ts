/** Public first (PUB): a post goes with its previews, the originals follow; on bad days, too. */
import { describe, expect, test } from 'vitest';
import { BACKOFF } from '../../src/outbox/retry.ts';
import { nonEmpty } from '../nonEmpty.ts';
import {
  count,
  expectAllPublished,
  failOnce,
  jobOf,
  later,
  never,
  pending,
  putKeys,
  settle,
  twoStages,
  untilPublic,
} from './steps.ts';

const isOriginal = (key: string): boolean => key.includes('/original/');
const steps = (phone: Awaited<ReturnType<typeof twoStages>>, name = 'a') =>
  jobOf(phone, name).photos.map(({ step }) => step);

test('PUB-01b all waiting posts are public before the first original of a large photo goes', async () => {
  const phone = await twoStages(3, 2);
  await settle(phone);
  expectAllPublished(phone, 5);
  const calls = phone.world.calls.filter((call) => /^(?:put|register|putOriginals) /.test(call));
  const lastRegister = calls.findLastIndex((call) => call.startsWith('register '));
  const later = calls.findIndex((call) => call.startsWith('putOriginals '));
  expect(later).toBeGreaterThan(lastRegister);
  // The third photo is no larger than a preview: it goes whole.
  const early = calls.slice(0, later).filter((call) => call.startsWith('put ') && isOriginal(call));
  expect(early).toEqual([`put ${jobOf(phone).photos[2]?.mediaUrl}`]);
  expect(putKeys(phone).filter((key) => key.includes('/preview/'))).toHaveLength(4);
  expect(new Set(putKeys(phone)).size).toBe(putKeys(phone).length);
});

test('PUB-01b a post that comes when originals are about to go goes before them', async () => {
  const phone = await twoStages(6);
  await untilPublic(phone);
  const tab = phone.start();
  let hasCome = false;
  phone.world.onCall = (call) => {
    if (call !== 'putOriginals' || hasCome) return;
    hasCome = true;
    void tab.outbox.enqueue(phone.pick('b', 2));
  };
  await tab.drain();
  await settle(phone);
  expectAllPublished(phone, 8);
  const calls = phone.world.calls;
  const before = calls.slice(0, calls.indexOf(`register ${jobOf(phone, 'b').id}`));
  expect(before.filter((call) => /^put .*original\/a[01345]/.test(call))).toEqual([]);
});

describe('PUB-02c kept until proven', () => {
  test('what is public keeps its original and nothing else; a build before leaves the job alone', async () => {
    const phone = await twoStages(2);
    expect(jobOf(phone).version).toBe(1);
    await untilPublic(phone);
    expect(steps(phone)).toEqual(['public', 'public']);
    expect(jobOf(phone)).toMatchObject({ state: 'waiting', version: 2 });
    expect([...phone.device.bytes.keys()].sort()).toEqual(jobOf(phone).photos.map(({ name }) => `${name}/original`));
    await settle(phone);
    expectAllPublished(phone, 2);
    expect(jobOf(phone)).toMatchObject({ state: 'done', version: 1 });
  });

  test('T25 a registration whose answer is lost is asked for: public, and the original is not given up', async () => {
    const phone = await twoStages(2);
    failOnce(phone, 'register', later('TIMEOUT', true));
    await phone.start().drain();
    expect(jobOf(phone)).toMatchObject({ registering: true, version: 2 });
    await untilPublic(phone);
    expect(steps(phone)).toEqual(['public', 'public']);
    expect(count(phone, 'register')).toBe(1);
    await settle(phone);
    expectAllPublished(phone, 2);
  });

  test.each([
    ['landed', true, 'put'],
    ['did not land', false, 'put'],
    ['landed', true, 'putOriginals'],
    ['did not land', false, 'putOriginals'],
  ] as const)(
    'T25 an original whose answer is lost and %s (%s, %s) is asked for before it is put again',
    async (...row) => {
      const [, hasLanded, call] = row;
      const phone = await twoStages(2);
      await untilPublic(phone);
      const puts = putKeys(phone).length;
      failOnce(phone, call, later('TIMEOUT', hasLanded), 2);
      await settle(phone);
      expectAllPublished(phone, 2);
      const isPutAgain = call === 'put' && !hasLanded;
      expect(putKeys(phone).length - puts).toBe(isPutAgain ? 3 : 2);
    },
  );

  test('QUE-05a a full device when the proof arrives: asked again, nothing is put twice', async () => {
    const phone = await twoStages(2);
    await untilPublic(phone);
    phone.world.faults = (call) => (call === 'update' && pending(phone).length === 0 ? later('QUOTA_EXCEEDED') : null);
    expect(await phone.start().drain()).toMatchObject({ result: 'interrupted' });
    for (const { name } of nonEmpty(jobOf(phone).photos)) expect(phone.device.bytes.has(`${name}/original`)).toBe(true);
    phone.world.faults = () => null;
    await settle(phone);
    expectAllPublished(phone, 2);
    expect(new Set(putKeys(phone)).size).toBe(putKeys(phone).length);
  });

  test('an original that got lost in the store before it was proven is put again', async () => {
    const phone = await twoStages(1);
    let lost = 0;
    phone.world.onCall = (call) => {
      if (call === 'putOriginals' && lost < 2)
        for (const url of pending(phone)) lost += phone.server.objects.delete(url) ? 1 : 0;
    };
    await settle(phone);
    expect(lost).toBe(2);
    expectAllPublished(phone, 1);
  });

  test('an answer that names nothing proves nothing', async () => {
    const phone = await twoStages(2);
    await untilPublic(phone);
    phone.server.namesNoOriginals = true;
    await phone.start().drain();
    expect(steps(phone)).toEqual(['public', 'public']);
    expect(jobOf(phone).originals).toMatchObject({ error: 'BAD_ANSWER', attempts: 1 });
    phone.server.namesNoOriginals = false;
    await settle(phone);
    expectAllPublished(phone, 2);
  });
});

describe('PUB-02b what cannot be sent', () => {
  test('T29 originals that fail for ever hold up no later post, back off by themselves, and are kept', async () => {
    const phone = await twoStages(4);
    await untilPublic(phone);
    phone.world.faults = (call, key) => (call === 'put' && isOriginal(key) ? later('InternalError') : null);
    const waits: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      await phone.start().drain();
      const { notBefore } = jobOf(phone).originals ?? { notBefore: 0 };
      waits.push(notBefore - phone.world.now);
      phone.world.now = notBefore;
    }
    expect(Math.max(...waits)).toBeLessThanOrEqual(BACKOFF.maxMs);
    expect(Math.max(...waits.slice(8))).toBeGreaterThan(60_000);
    expect(jobOf(phone)).toMatchObject({ state: 'waiting', attempts: 0, error: null });
    // After the first round one photo a round, and not always the same.
    const tried = putKeys(phone).filter((key) => isOriginal(key) && !key.includes('/a2'));
    expect(tried.length).toBeLessThanOrEqual(3 + 11);
    expect(new Set(tried.slice(3)).size).toBe(3);
    await phone.start().outbox.enqueue(phone.pick('b', 2));
    await phone.start().drain();
    expect(steps(phone, 'b')).toEqual(['public', 'public']);
    for (const photo of nonEmpty(jobOf(phone).photos)) expect(phone.device.holds(photo)).toBe(true);
    phone.world.faults = () => null;
    await settle(phone);
    expectAllPublished(phone, 6);
  });

  test('a photo its fan deleted meanwhile costs no bytes and is done', async () => {
    const phone = await twoStages(2);
    await untilPublic(phone);
    const url = jobOf(phone).photos[0]?.mediaUrl ?? '';
    phone.server.delete(url);
    await settle(phone);
    expectAllPublished(phone, 1);
    expect(putKeys(phone)).not.toContain(url);
    expect(jobOf(phone).state).toBe('done');
  });

  test('an original the server refuses stays on the device, its photo public, until the fan decides', async () => {
    const phone = await twoStages(2);
    await untilPublic(phone);
    const photo = jobOf(phone).photos[0];
    phone.server.objects.set(photo?.mediaUrl ?? '', { userId: 'fan-1', content: new Uint8Array(3) });
    await settle(phone);
    expect(jobOf(phone)).toMatchObject({ state: 'refused', error: 'PreconditionFailed' });
    expect(steps(phone)).toEqual(['public', 'registered']);
    expect([...phone.device.bytes.keys()]).toEqual([`${photo?.name}/original`]);
    await phone.start().outbox.resume(jobOf(phone).id);
    await settle(phone);
    expect(jobOf(phone)).toMatchObject({ state: 'refused', error: 'PreconditionFailed' });
    await phone.start().outbox.cancel(jobOf(phone).id);
    expect(jobOf(phone).state).toBe('done');
    expect([...phone.device.bytes.keys()]).toEqual([]);
    expect(phone.server.registered.size).toBe(2);
  });

  test('T01 an original whose bytes are gone is told; the photo stays public and the others arrive', async () => {
    const phone = await twoStages(3);
    await untilPublic(phone);
    phone.device.bytes.delete(`${jobOf(phone).photos[0]?.name}/original`);
    await settle(phone);
    expect(jobOf(phone)).toMatchObject({ state: 'refused', error: 'BYTES_LOST' });
    expect(steps(phone)).toEqual(['public', 'registered', 'registered']);
  });

  test('originals follow beside a photo of the post that was refused', async () => {
    const phone = await twoStages();
    await phone.start().outbox.enqueue(phone.pick('a', 3, { damaged: 0 }));
    await settle(phone);
    expect(steps(phone)).toEqual(['refused', 'registered', 'registered']);
    expect(jobOf(phone)).toMatchObject({ state: 'refused', error: 'IMAGE_NOT_JPEG' });
    expect(pending(phone)).toEqual([]);
  });

  test('QUE-03b a call that is refused for good waits for the fan, with its reason', async () => {
    const phone = await twoStages(2);
    await untilPublic(phone);
    failOnce(phone, 'putOriginals', never('NOT_A_MEMBER'));
    await settle(phone);
    expect(jobOf(phone)).toMatchObject({ state: 'refused', error: 'NOT_A_MEMBER' });
    expect(steps(phone)).toEqual(['public', 'public']);
    await phone.start().outbox.resume(jobOf(phone).id);
    await settle(phone);
    expectAllPublished(phone, 2);
  });
});

describe('T28 servers and stores of the release before', () => {
  test('a server that does not say it can gets everything in one stage', async () => {
    const phone = await twoStages(3);
    phone.server.isPreviewFirst = false;
    await settle(phone);
    expectAllPublished(phone, 3);
    expect(putKeys(phone).filter((key) => key.includes('/preview/'))).toEqual([]);
    expect(count(phone, 'putOriginals')).toBe(0);
  });

  test('a server rolled back between previews and registration gets the originals, of an old page, too', async () => {
    const phone = await twoStages(2);
    phone.saysPreviewFirst = true;
    failOnce(phone, 'register', later('INTERNAL'));
    await phone.start().drain();
    phone.server.isPreviewFirst = false;
    await settle(phone);
    expectAllPublished(phone, 2);
  });

  test('originals that follow wait for a server that knows the call', async () => {
    const phone = await twoStages(2);
    await untilPublic(phone);
    phone.server.isPreviewFirst = false;
    await phone.start().drain();
    expect(jobOf(phone)).toMatchObject({ state: 'waiting', originals: { error: 'NOT_FOUND' } });
    phone.server.isPreviewFirst = true;
    await settle(phone);
    expectAllPublished(phone, 2);
  });

  test('a store that refuses previews gets everything in one stage, and is asked once', async () => {
    const phone = await twoStages(5);
    phone.server.deniesPreviews = true;
    await settle(phone);
    expectAllPublished(phone, 5);
    // Three were on the wire when the first was refused.
    expect(putKeys(phone).filter((key) => key.includes('/preview/')).length).toBeLessThanOrEqual(3);
    expect(count(phone, 'putOriginals')).toBe(0);
  });

  test('QUE-05a a preview the device lost is no loss: the original goes with the post', async () => {
    const phone = await twoStages(2);
    failOnce(phone, 'put', later('NETWORK'));
    await phone.start().drain();
    const [first] = jobOf(phone).photos;
    expect(phone.device.bytes.delete(`${first?.name}/preview`)).toBe(true);
    await settle(phone);
    expectAllPublished(phone, 2);
    expect(phone.server.objects.has(first?.mediaUrl ?? '')).toBe(true);
  });

  test('a photo prepared by a build that made no previews goes whole', async () => {
    const phone = await twoStages(1);
    failOnce(phone, 'put', later('NETWORK'));
    await phone.start().drain();
    const job = jobOf(phone);
    const photos = job.photos.map((photo) => {
      if (!photo.prepared) return photo;
      const { previewBytes: _, ...prepared } = photo.prepared;
      return { ...photo, prepared };
    });
    phone.device.jobs.set(job.id, { ...job, photos });
    await settle(phone);
    expectAllPublished(phone, 1);
    expect(count(phone, 'putOriginals')).toBe(0);
  });
});
