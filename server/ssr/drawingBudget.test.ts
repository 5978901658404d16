/** Who may have a page drawn anew (HLF-15a). */
import { expect, test } from 'vitest';
import { PAGE_DRAWINGS } from '../../src/contract/loadLimits.ts';
import { createDrawingBudget } from './drawingBudget.ts';

const { everybody, network, atOnce, networks } = PAGE_DRAWINGS;

function start() {
  let at = 0;
  const budget = createDrawingBudget(() => at);
  /** So many drawings one after the other: how many were given. */
  const ask = (who: string | null, times: number) => {
    let given = 0;
    for (let n = 0; n < times; n += 1) {
      const end = budget.take(who);
      if (end !== null) given += 1;
      end?.();
    }
    return given;
  };
  return { budget, ask, wait: (ms: number) => (at += ms) };
}

test('HLF-15a one network uses up half of what all have, and then no more than its own share', () => {
  const { ask, wait } = start();
  expect(ask('greedy', 10 * everybody.burst)).toBe(everybody.burst / 2 + 1);
  // Another one has all of its own, and so has the one after it.
  expect([ask('a', network.burst + 5), ask('b', network.burst + 5)]).toEqual([network.burst, network.burst]);
  // What is given back is not enough for all of them: each has its own share.
  wait(500);
  expect(ask('greedy', 100)).toBe(Math.floor(network.perSecond / 2));
});

test('HLF-15a everybody together gets no more than the server can draw; a quiet time gives it back', () => {
  const { ask, wait } = start();
  const many = Array.from({ length: everybody.burst }, (_, n) => `n${n}`);
  const sum = () => many.reduce((given, who) => given + ask(who, 2), 0);
  expect(sum()).toBe(everybody.burst);
  expect(sum()).toBe(0);
  wait(1000);
  expect(sum()).toBe(everybody.perSecond);
  wait(60_000);
  expect(sum()).toBe(everybody.burst);
});

test('HLF-15a so many are drawn side by side; an end counts once', () => {
  const { budget } = start();
  const ends = Array.from({ length: atOnce }, () => budget.take('a'));
  expect(ends).not.toContain(null);
  expect(budget.take('b')).toBeNull();
  ends[0]?.();
  ends[0]?.();
  expect(budget.take('b')).not.toBeNull();
  expect(budget.take('b')).toBeNull();
});

test('HLF-15a callers without an address share one share; the networks remembered are bounded', () => {
  const { ask } = start();
  ask('greedy', everybody.burst);
  expect(ask(null, 3)).toBe(3);
  // So many others came in between that it is a stranger again.
  for (let n = 0; n < networks; n += 1) ask(`n${n}`, 1);
  expect(ask('greedy', 1)).toBe(0);
});
