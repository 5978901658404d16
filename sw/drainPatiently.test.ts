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

/** What a sync event lives through: when each drain began, and how it ended. `waits`: what each leaves to wait, in ms. */
async function lived(waits: readonly number[], { rest }: { readonly rest?: number } = {}) {
  const surroundings = world();
  const start = surroundings.now();
  const begun: number[] = [];
  const drain = async () => {
    begun.push(surroundings.now() - start);
    const wait = waits[begun.length - 1] ?? rest;
    return { nextAt: wait === undefined ? null : surroundings.now() + wait };
  };
  const end = await drainPatiently(drain, surroundings).then(
    () => 'done',
    ({ message }: Error) => message,
  );
  return { begun, end };
}

test('T06 QUE-02a a drain begins when the one before said: not at once, and not after long seconds', async () => {
  expect(await lived([2_000, 9_500, 10_000])).toEqual({ begun: [0, 2_000, 11_500, 21_500], end: 'done' });
  // What is due already, or at any moment, leaves the line a breath.
  expect(await lived([-5_000, 0, 499])).toEqual({ begun: [0, 500, 1_000, 1_500], end: 'done' });
});

test('T06 what is due much later is looked at every ten seconds, up to the last moment of the event', async () => {
  const every10s = Array.from({ length: 11 }, (_, at) => at * 10_000);
  expect(await lived([], { rest: 300_000 })).toEqual({ begun: every10s, end: 'posts are left to send' });
});

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
