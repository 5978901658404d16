/** Bytes are dear: what may have landed is asked for before it is sent again, and a line that just failed is tried with one photo. */
import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../src/contract/errors.ts';
import { Phone } from '../fakes/fakePhone.ts';
import type { Fault } from '../fakes/world.ts';

const later = (code: ErrorCode, hasLanded = false): Fault => ({ code, retry: 'later', hasLanded });

async function phoneWith(photos: number): Promise<Phone> {
  const phone = new Phone(42);
  await phone.start().outbox.enqueue(phone.pick('a', photos));
  return phone;
}
const callsOf = (phone: Phone, name: string): string[] =>
  phone.world.calls.filter((call) => call.startsWith(`${name} `));
/** Keys put more than once. */
const putAgain = (phone: Phone): string[] => {
  const puts = callsOf(phone, 'put');
  return puts.filter((call, index) => puts.indexOf(call) !== index);
};

async function settle(phone: Phone): Promise<void> {
  for (let round = 0; round < 30; round += 1) {
    const outcome = await phone.start().drain();
    if (outcome === 'died' || outcome.nextAt === null) break;
    phone.world.now = Math.max(phone.world.now, outcome.nextAt);
  }
  expect(phone.server.registered.size).toBe(jobPhotos(phone));
}
const jobPhotos = (phone: Phone): number => [...phone.device.jobs.values()].flatMap(({ photos }) => photos).length;

describe('T25 what may have landed is not sent again', () => {
  test('puts that landed without an answer', async () => {
    const phone = await phoneWith(6);
    phone.world.faults = (call) => (call === 'put' ? later('TIMEOUT', true) : null);
    await phone.start().drain();
    expect(callsOf(phone, 'put').length).toBeGreaterThan(0);
    phone.world.faults = () => null;
    await settle(phone);
    expect(putAgain(phone)).toEqual([]);
  });

  test('puts that landed when the browser was killed', async () => {
    const phone = await phoneWith(6);
    const running = phone.start();
    let puts = 0;
    phone.world.onCall = (call) => {
      if (call === 'put' && ++puts === 5) running.process.die();
    };
    expect(await running.drain()).toBe('died');
    await settle(phone);
    expect(putAgain(phone)).toEqual([]);
  });

  test('nothing is asked in the first round', async () => {
    const phone = await phoneWith(3);
    const keys = new Set<string>();
    phone.world.onCall = (call, key) => {
      if (call === 'head') expect(keys).toContain(key);
      if (call === 'put') keys.add(key);
    };
    await settle(phone);
  });

  test('a store that does not let us ask is not asked again and again: the photos are sent', async () => {
    const phone = await phoneWith(6);
    phone.world.faults = (call) => (call === 'put' ? later('NETWORK') : null);
    await phone.start().drain();
    const before = callsOf(phone, 'head').length;
    let puts = 0;
    phone.world.onCall = (call) => {
      if (call === 'put') puts += 1;
    };
    // Amazon's answer to who may not list: 403 for an object that is not there.
    phone.world.faults = (call) => {
      if (call !== 'head' || puts > 0) return null;
      return { code: 'AccessDenied', retry: 'never', hasLanded: false };
    };
    await settle(phone);
    expect(callsOf(phone, 'head').length).toBeGreaterThan(before);
  });
});

describe('T29 after a failure one photo goes ahead of the others', () => {
  test('a server that fails gets one photo a round, then all', async () => {
    const phone = await phoneWith(9);
    phone.world.faults = (call) => (call === 'put' ? later('InternalError') : null);
    const rounds: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const before = callsOf(phone, 'put').length;
      const outcome = await phone.start().drain();
      rounds.push(callsOf(phone, 'put').length - before);
      if (outcome !== 'died') phone.world.now = Math.max(phone.world.now, outcome.nextAt ?? 0);
    }
    expect(rounds.slice(1)).toEqual([1, 1]);
    phone.world.faults = () => null;
    await settle(phone);
  });
});
