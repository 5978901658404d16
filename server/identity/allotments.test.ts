import { expect, test } from 'vitest';
import { ALLOTTED_MS, createAllotments, NETWORKS } from './allotments.ts';

const BOUND = { count: 5_000, windowMs: 600_000 };

function setUp() {
  const world = { at: 0, taken: 0, asked: 0, isBroken: false };
  const takenOf = new Map<string, number>();
  const limit = {
    async take(key: string, { count }: { count: number }, n = 1) {
      world.asked += 1;
      if (world.isBroken) throw new Error('the database is away');
      const taken = (takenOf.get(key) ?? 0) + n;
      if (taken > count) return false;
      takenOf.set(key, taken);
      world.taken += n;
      return true;
    },
  };
  const copies = [createAllotments(limit, () => world.at), createAllotments(limit, () => world.at)];
  return { world, copies };
}

test('HLF-01 copies take a thousandth of a bound at a time, and keep it together', async () => {
  const { world, copies } = setUp();
  const takes = Array.from({ length: 6_000 }, (_, i) => copies[i % 2]?.take('network', BOUND));
  const allowed = (await Promise.all(takes)).filter(Boolean).length;
  expect(allowed).toBe(5_000);
  expect(world.taken).toBe(5_000);
  expect(world.asked).toBeLessThan(2_100);
});

test('HLF-01 what was taken is given out for a short while only', async () => {
  const { world, copies } = setUp();
  expect(await copies[0]?.take('network', BOUND)).toBe(true);
  expect(world.taken).toBe(5);
  world.at += ALLOTTED_MS;
  expect(await copies[0]?.take('network', BOUND)).toBe(true);
  expect(world.taken).toBe(10);
});

test('HLF-01 a database that was away is asked again by the next call', async () => {
  const { world, copies } = setUp();
  world.isBroken = true;
  const calls = [1, 2, 3].map(() => copies[0]?.take('network', BOUND));
  expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  world.isBroken = false;
  expect(await copies[0]?.take('network', BOUND)).toBe(true);
  expect(world.taken).toBe(5);
});

test('HLF-01 a copy holds what it took for so many networks; with one more all begin anew', async () => {
  const { world, copies } = setUp();
  const [copy] = copies;
  const takeAll = (from: number, to: number) =>
    Promise.all(Array.from({ length: to - from }, (_, at) => copy?.take(`network ${from + at}`, BOUND)));
  await takeAll(0, NETWORKS);
  await copy?.take('network 0', BOUND);
  expect(world.asked).toBe(NETWORKS);
  await copy?.take(`network ${NETWORKS}`, BOUND);
  await copy?.take('network 0', BOUND);
  expect(world.asked).toBe(NETWORKS + 2);
  await copy?.take(`network ${NETWORKS}`, BOUND);
  expect(world.asked).toBe(NETWORKS + 2);
});
