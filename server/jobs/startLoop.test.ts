import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startLoop } from './startLoop.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A loop each of whose looks ends when it is told to. */
function createSlowLoop(wholeEvery?: number) {
  const looks: { readonly isWhole: boolean; readonly end: () => void }[] = [];
  const look = (isWhole: boolean) => new Promise<void>((end) => looks.push({ isWhole, end }));
  const loop = startLoop(look, { everyMs: 1000, ...(wholeEvery === undefined ? {} : { wholeEvery }) });
  const pass = () => vi.advanceTimersByTimeAsync(1000);
  return { looks, loop, pass };
}

test('HLF-06 a loop looks one look after the other, again and again', async () => {
  const { looks, loop, pass } = createSlowLoop();
  for (let i = 0; i < 3; i += 1) await pass();
  expect(looks).toHaveLength(1);
  looks[0]?.end();
  await pass();
  expect(looks).toHaveLength(2);
  // Asked for, it waits for the look that runs.
  void loop.run();
  await vi.advanceTimersByTimeAsync(0);
  expect(looks).toHaveLength(2);
  looks[1]?.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(looks).toHaveLength(3);
  // Those it skipped are not caught up with.
  looks[2]?.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(looks).toHaveLength(3);
});

test('HLF-06 the first look of so many is for everything, and so is one that was asked for', async () => {
  const { looks, loop, pass } = createSlowLoop(3);
  for (let i = 0; i < 5; i += 1) {
    await pass();
    looks.at(-1)?.end();
  }
  void loop.run();
  await vi.advanceTimersByTimeAsync(0);
  expect(looks.map(({ isWhole }) => isWhole)).toEqual([true, false, false, true, false, true]);
});

test('HLF-06 a loop has stopped when the look that runs has ended, and looks no more', async () => {
  const { looks, loop, pass } = createSlowLoop();
  await pass();
  let hasStopped = false;
  const stopping = loop.stop().then(() => {
    hasStopped = true;
  });
  await pass();
  expect([hasStopped, looks.length]).toEqual([false, 1]);
  looks[0]?.end();
  await stopping;
  await pass();
  expect(looks).toHaveLength(1);
});
