import { describe, expect, test } from 'vitest';
import type { Kill } from '../fakes/world.ts';
import type { BadDay } from './schedule.ts';
import { seedOfCommit } from './seeds.ts';
import { survive } from './survive.ts';

const SEEDS = 1_000;
/** A failing one is told as 'seed N'; `npm run chaos -- --seed N` lives through it again. */
const NEW_SEEDS = 300;

test.each([3, 12, 4_711])('QUE-07b the same seed gives the same day: %i', async (seed) => {
  const [first, again] = [await survive(seed), await survive(seed)];
  expect(again.world.calls).toEqual(first.world.calls);
});

describe('QUE-01d nothing lost, nothing doubled', () => {
  test(`${SEEDS} bad days: every photo is registered exactly once, whatever landed unseen (T25)`, async () => {
    let calls = 0;
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const phone = await survive(seed);
      calls += phone.world.calls.length;
    }
    // The days must have been eventful, or the test proves nothing.
    expect(calls / SEEDS).toBeGreaterThan(60);
  }, 180_000);

  test(`${NEW_SEEDS} days nobody has seen, other ones with each commit`, async () => {
    const base = seedOfCommit();
    for (let day = 0; day < NEW_SEEDS; day += 1) await survive(base + day);
  }, 90_000);

  test.each(['one', 'two'] as const)(
    'QUE-01b a kill at every single port call of a good day, stages: %s',
    async (stages) => {
      const calm: Partial<BadDay> = {
        faultRate: 0,
        flapRate: 0,
        revokeRate: 0,
        emptyRate: 0,
        tabs: 1,
        stealChance: 0,
        lossRate: 0,
        strangerRate: 0,
        stages,
      };
      const whole = await survive(7, { ...calm, kills: [] });
      const calls = whole.world.calls.length;
      expect(calls).toBeGreaterThan(40);
      for (let at = 0; at <= calls; at += 1)
        for (const moment of ['before', 'after'] as const) {
          const kill: Kill = { at, moment };
          const phone = await survive(7, { ...calm, kills: [kill] }).catch((cause) => {
            throw new Error(`killed ${moment} call ${at}: ${cause instanceof Error ? cause.message : cause}`, {
              cause,
            });
          });
          expect(phone.server.repeats, `needless registration after a kill ${moment} call ${at}`).toBe(0);
        }
    },
    120_000,
  );

  test('QUE-01b two kills in a row at every call of a day with faults', async () => {
    for (let at = 0; at <= 80; at += 1) {
      const kills: Kill[] = [
        { at, moment: 'after' },
        { at: at % 17, moment: 'after' },
      ];
      await survive(100 + at, { kills, faultRate: 0.2, faultBudget: 30 });
    }
  }, 60_000);
});
