import { expect, test } from 'vitest';
import { createBatchLoader } from './batchLoader.ts';

function setUp() {
  const runs: { keys: readonly string[]; end: (failure?: Error) => void }[] = [];
  const ask = createBatchLoader<string>(
    (keys) =>
      new Promise((done, fail) => {
        const found = new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, `${key} ${runs.length}`]));
        runs.push({ keys, end: (failure) => (failure ? fail(failure) : done(found)) });
      }),
  );
  return { ask, runs };
}

test('who asks while a query runs is in the next one, each with an answer of their own', async () => {
  const { ask, runs } = setUp();
  const first = ask('a');
  const others = ['b', 'c', 'b', 'nobody', 'a'].map((key) => ask(key));
  expect(runs.map(({ keys }) => keys)).toEqual([['a']]);
  runs[0]?.end();
  expect(await first).toBe('a 0');
  expect(runs.map(({ keys }) => keys)).toEqual([['a'], ['b', 'c', 'nobody', 'a']]);
  runs[1]?.end();
  expect(await Promise.all(others)).toEqual(['b 1', 'c 1', 'b 1', undefined, 'a 1']);
});

test('a failure is told to those who were in it, and to nobody after', async () => {
  const { ask, runs } = setUp();
  const first = ask('a');
  const second = ask('b');
  runs[0]?.end(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  runs[1]?.end();
  expect(await second).toBe('b 1');
});
