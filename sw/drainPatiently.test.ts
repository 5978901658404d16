import { expect, test } from 'vitest';
import { drainPatiently } from './drainPatiently.ts';

function world() {
  let time = 1_000_000;
  return {
    now: () => time,
    isReplaced: () => false,
    wait: async (ms: number) => {
      time += ms;
    },
  };
}

test('QUE-02a T07 a first stumble, or a closed page that holds the lock, does not cost the sync event', async () => {
  const surroundings = world();
  let drains = 0;
  await drainPatiently(async () => {
    drains += 1;
    return { nextAt: drains < 3 ? surroundings.now() + 2_000 : null };
  }, surroundings);
  expect(drains).toBe(3);
});

test('T06 what cannot be sent for long is left to the next event, well before the browser ends this one', async () => {
  const surroundings = world();
  const start = surroundings.now();
  await expect(drainPatiently(async () => ({ nextAt: surroundings.now() + 300_000 }), surroundings)).rejects.toThrow(
    'left',
  );
  expect(surroundings.now() - start).toBeLessThanOrEqual(100_000);
});

test('T28 a new build that waits is let in at once', async () => {
  const surroundings = world();
  const start = surroundings.now();
  const drain = async () => ({ nextAt: surroundings.now() + 5_000 });
  await expect(drainPatiently(drain, { ...surroundings, isReplaced: () => true })).rejects.toThrow('next build');
  expect(surroundings.now() - start).toBe(0);
});
