import { expect, test } from 'vitest';
import { createConcurrencyLimit } from './concurrencyLimit.ts';

test('T29 so many tasks run at once and no more; a failed one makes room, and the others keep their order', async () => {
  const inTurn = createConcurrencyLimit(2);
  const begun: number[] = [];
  const ends: ((isGood: boolean) => void)[] = [];
  const tasks = [0, 1, 2, 3].map((name) =>
    inTurn(() => {
      begun.push(name);
      return new Promise<number>((resolve, reject) => {
        ends[name] = (isGood) => (isGood ? resolve(name) : reject(new Error(`task ${name}`)));
      });
    }),
  );
  const turn = () => new Promise((next) => setImmediate(next));
  await turn();
  expect(begun).toEqual([0, 1]);
  ends[0]?.(false);
  await expect(tasks[0]).rejects.toThrow('task 0');
  await turn();
  expect(begun).toEqual([0, 1, 2]);
  for (const name of [1, 2]) ends[name]?.(true);
  await turn();
  ends[3]?.(true);
  expect(await Promise.all(tasks.slice(1))).toEqual([1, 2, 3]);
  // Two of two are free again, and not three.
  for (const name of [4, 5, 6]) void inTurn(() => new Promise(() => void begun.push(name)));
  await turn();
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
});
