import { expect, test } from 'vitest';
import { ALLOTTED_MS, createAllotments } from './allotments.ts';

const BOUND = { count: 5_000, windowMs: 600_000 };

function setUp() {
  const world = { at: 0, taken: 0, asked: 0 };
  const limit = {
    async take(_key: string, { count }: { count: number }, n = 1) {
      world.asked += 1;
      if (world.taken + n > count) return false;
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
