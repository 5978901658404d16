/** A tab that was taken for frozen and lost the lock, while photos of it are on the wire: it ends, and writes nothing more. */
import { describe, expect, test } from 'vitest';
import type { Phone } from '../fakes/fakePhone.ts';
import {
  at,
  count,
  expectAllPublished,
  failOnce,
  idOf,
  jobOf,
  later,
  phoneWith,
  prepared,
  settle,
  stillPhone,
  twoStages,
  untilPublic,
} from './steps.ts';

describe('T08 the lease', () => {
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

  test('PUB-02c so it is while originals follow', async () => {
    const phone = await twoStages(2);
    await untilPublic(phone);
    const asked = count(phone, 'putOriginals');
    at(phone, 'put', 1, () => takeOver(phone));
    expect(await phone.start().drain()).toMatchObject({ result: 'interrupted' });
    expect(count(phone, 'putOriginals') - asked).toBe(1);
    expect(jobOf(phone).originals).toBeUndefined();
  });

  test('what is on the wire beside it ends first, and what became of that is left to whoever has the lock', async () => {
    const phone = stillPhone();
    await phone.start().outbox.enqueue(prepared(phone, phone.pick('a', 2)));
    const [, second] = jobOf(phone).photos;
    phone.server.truncates.add(second?.mediaUrl ?? '');
    at(phone, 'put', 1, () => {
      takeOver(phone);
      phone.server.isSlow = true;
    });
    expect(await phone.start().drain()).toMatchObject({ result: 'interrupted' });
    expect(phone.server.objects.has(second?.mediaUrl ?? ''), 'the second put has ended').toBe(true);
    expect(jobOf(phone).photos.map(({ step, error }) => [step, error])).toEqual([
      ['ready', null],
      ['ready', null],
    ]);
  });

  test('PUB-02c an original beside it ends first as well', async () => {
    const phone = stillPhone();
    phone.server.isPreviewFirst = true;
    await phone.start().outbox.enqueue(phone.pick('a', 2));
    await untilPublic(phone);
    const puts = count(phone, 'put');
    phone.server.isSlow = true;
    // Before the pass, before its question, before the first photo.
    const renewed = count(phone, 'renew');
    phone.world.onCall = (call) => {
      if (call === 'renew' && count(phone, 'renew') === renewed + 4) takeOver(phone);
    };
    failOnce(phone, 'put', later('NETWORK'));
    expect(await phone.start().drain()).toMatchObject({ result: 'interrupted' });
    expect(count(phone, 'put') - puts).toBe(1);
    expect(jobOf(phone).originals).toBeUndefined();
  });

  test.each([
    ['register', 6],
    ['findRegistered', 2],
  ])('T25 lost just before %s it sends and records nothing; whoever has the lock goes on', async (call, renewal) => {
    const phone = await phoneWith(1);
    if (call === 'findRegistered') {
      failOnce(phone, 'register', later('TIMEOUT', false));
      await phone.start().drain();
      phone.world.now = jobOf(phone).notBefore;
    }
    const { attempts, error } = jobOf(phone);
    const asked = count(phone, 'register');
    at(phone, 'renew', renewal, () => takeOver(phone));
    expect(await phone.start().drain()).toMatchObject({ result: 'interrupted' });
    expect([count(phone, 'register'), count(phone, 'findRegistered')]).toEqual([asked, 0]);
    expect(jobOf(phone)).toMatchObject({ state: 'waiting', registering: true, attempts, error });
    phone.stealChance = 0;
    await settle(phone);
    expectAllPublished(phone, 1);
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
