/** What changes nothing is not told to the screens, which read the queue again each time, and costs no transaction. */
import { describe, expect, test } from 'vitest';
import type { Phone } from '../fakes/fakePhone.ts';
import { count, idOf, jobOf, phoneWith, prepared, settle, stillPhone, twoStages, untilPublic } from './steps.ts';

/** Kinds of what the screens hear while this goes on. */
async function heard(phone: Phone, act: () => unknown): Promise<string[]> {
  phone.messages.length = 0;
  await act();
  return phone.messages.map(({ kind }) => kind);
}

describe('QUE-04f what the screens hear', () => {
  test('a post whose owner is away is put aside once', async () => {
    const phone = await phoneWith(1);
    phone.server.signIn('fan-2');
    expect(await heard(phone, () => phone.start().drain())).toEqual(['changed']);
    expect(await heard(phone, () => phone.start().drain())).toEqual([]);
  });

  test('QUE-05c a sign-in that was refused is not taken up by the next pass', async () => {
    const phone = await phoneWith(1);
    phone.server.revoke();
    await phone.start().drain();
    expect(jobOf(phone).state).toBe('login');
    const loads = count(phone, 'loadAll');
    expect(await heard(phone, () => phone.start().drain())).toEqual([]);
    expect(count(phone, 'loadAll') - loads).toBe(1);
  });

  test('QUE-05c a login that is missing stops what waits, and is nothing new to a paused post', async () => {
    const phone = await phoneWith(1, 1);
    await phone.start().outbox.pause(idOf(phone, 'b'));
    let stopped = 0;
    phone.device.onCommit = (_id, _before, after) => {
      if (after?.state !== 'login') return;
      stopped = phone.messages.length;
    };
    phone.server.revoke();
    await phone.start().drain();
    expect(phone.messages.slice(stopped).map(({ kind }) => kind)).toEqual(['changed', 'draining']);
  });

  test('T29 a stricter rule is nothing new to a post nobody urged', async () => {
    const phone = await phoneWith(1);
    expect(await heard(phone, () => phone.start().outbox.clearForceSend())).toEqual([]);
    await phone.start().outbox.sendNow(idOf(phone));
    expect(await heard(phone, () => phone.start().outbox.clearForceSend())).toEqual(['changed']);
  });

  test('PUB-02a of an original: how far it is, and that it is proven, nothing of the question before', async () => {
    const phone = await twoStages(1);
    await untilPublic(phone);
    expect(await heard(phone, () => phone.start().drain())).toEqual([
      ...['draining', 'progress', 'progress', 'progress', 'changed', 'draining'],
    ]);
  });
});

describe('T29 what a pass costs', () => {
  test('the queue is read before each post and at the end, and nothing is written of what is not due', async () => {
    const phone = stillPhone();
    const { outbox } = phone.start();
    for (const name of ['a', 'b', 'c']) await outbox.enqueue(prepared(phone, phone.pick(name, 1)));
    await outbox.pause(idOf(phone, 'c'));
    phone.world.calls.length = 0;
    await phone.start().drain();
    expect(count(phone, 'loadAll')).toBe(3);
    expect(phone.world.calls).not.toContain(`update ${idOf(phone, 'c')}`);
  });
});

describe('QUE-04e a post that arrived', () => {
  const DAY = 24 * 3_600_000;

  test('is forgotten when it has been told about for more than a day, to the millisecond', async () => {
    const phone = stillPhone();
    await phone.start().outbox.enqueue(prepared(phone, phone.pick('a', 1)));
    await settle(phone);
    phone.world.now = (jobOf(phone).finishedAt ?? 0) + DAY;
    await phone.start().drain();
    expect(jobOf(phone).state).toBe('done');
    phone.world.now += 1;
    await phone.start().drain();
    expect([...phone.device.jobs.keys()]).toEqual([]);
  });

  test('SAF-22 its photos posted anew in another tab, just as it is forgotten, are not lost with it', async () => {
    const phone = await phoneWith(1);
    const fresh = jobOf(phone);
    await settle(phone);
    phone.world.now += 2 * DAY;
    phone.hold = 'paused';
    phone.world.onCall = (call) => {
      if (call === 'update' && jobOf(phone).state === 'done') phone.device.commit(fresh.id, { job: fresh });
    };
    await phone.start().drain();
    expect(jobOf(phone)).toMatchObject({ id: fresh.id, state: 'waiting' });
  });
});
