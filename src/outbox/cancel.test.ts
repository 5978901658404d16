import { expect, test } from 'vitest';
import {
  expectAllPublished,
  failOnce,
  idOf,
  jobOf,
  later,
  pending,
  phoneWith,
  settle,
  twoStages,
  untilPublic,
} from '../../tests/chaos/steps.ts';

test('QUE-04d PUB-03b asked about while it waited, a post that is public by now keeps its originals', async () => {
  const phone = await twoStages(2);
  await untilPublic(phone);
  const before = jobOf(phone);
  expect(await phone.start().outbox.cancel(idOf(phone), 0)).toBe('published');
  expect([jobOf(phone), pending(phone).length]).toEqual([before, 2]);
  // Said of two public photos it is what the fan was asked.
  expect(await phone.start().outbox.cancel(idOf(phone), 2)).toBe('cancelled');
  expect([jobOf(phone).state, phone.device.bytes.size]).toEqual(['done', 0]);
});

test('QUE-04d a post whose registration is on the wire is not cancelled, and becomes public', async () => {
  const phone = await phoneWith(2);
  let told: unknown;
  phone.world.onCall = (call) => {
    if (call !== 'register') return;
    const { outbox } = phone.start();
    void outbox.cancel(idOf(phone), 0).then((end) => {
      told = end;
    });
  };
  await settle(phone);
  expect(told).toBe('registering');
  expectAllPublished(phone, 2);
  expect(jobOf(phone).state).toBe('done');
});

test('QUE-04d a post whose answer was lost is cancelled once its outcome is known', async () => {
  const phone = await phoneWith(1);
  failOnce(phone, 'register', later('TIMEOUT', false));
  await phone.start().drain();
  expect(await phone.start().outbox.cancel(idOf(phone), 0)).toBe('registering');
  expect(phone.device.bytes.size).toBeGreaterThan(0);
  phone.server.over.add('event-1');
  await settle(phone);
  expect(await phone.start().outbox.cancel(idOf(phone), 0)).toBe('cancelled');
  expect([phone.device.jobs.size, phone.device.bytes.size]).toEqual([0, 0]);
  expect(await phone.start().outbox.cancel('gone', 0)).toBe('gone');
});

test('QUE-04d a post that stopped for good with its outcome open is cancelled, and not said to be nowhere', async () => {
  const phone = await phoneWith(1);
  failOnce(phone, 'register', later('TIMEOUT', true));
  await phone.start().drain();
  const id = idOf(phone);
  // The store refuses it from then on: nothing asks the server any more.
  phone.device.jobs.set(id, { ...jobOf(phone), state: 'refused', error: 'AccessDenied' });
  expect(await phone.start().outbox.cancel(id, 0)).toBe('uncertain');
  expect(phone.device.jobs.size).toBe(0);
});

test('ACC-10a the posts of who leaves go in whatever state they are', async () => {
  const phone = await phoneWith(1);
  failOnce(phone, 'register', later('TIMEOUT', false));
  await phone.start().drain();
  expect(jobOf(phone).registering).toBe(true);
  expect(await phone.start().outbox.cancel(idOf(phone))).toBe('cancelled');
  expect([phone.device.jobs.size, phone.device.bytes.size]).toEqual([0, 0]);
});
