/** A few of the thousand days of outbox.test.ts, for runs that live them often (tests/mutants). */
import { expect, test } from 'vitest';
import type { BadDay } from './schedule.ts';
import { survive } from './survive.ts';

const frozen: Partial<BadDay> = { tabs: 2, stealChance: 0.5 };

test.each([
  ...[2, 3, 5, 9, 14, 21, 43, 55, 80, 84].map((seed) => [seed, {}] as const),
  ...[12, 24, 32, 40, 45, 56, 61, 67].map((seed) => [seed, frozen] as const),
])('QUE-01d bad day %i: every photo is registered exactly once (%j)', async (seed, imposed) => {
  const { world } = await survive(seed, imposed);
  expect(world.calls.length).toBeGreaterThan(60);
});
