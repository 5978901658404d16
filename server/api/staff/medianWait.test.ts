import { expect, test } from 'vitest';
import { FIGURE_WAITS } from '../../../src/contract/staffLimits.ts';
import { medianWait } from './medianWait.ts';

const counts = (given: Readonly<Record<number, number>>) =>
  Array.from({ length: FIGURE_WAITS.length + 1 }, (_, part) => given[part] ?? 0);

test.each([
  ['no times', {}, null],
  ['one part, its middle', { 2: 4 }, 20],
  ['the lower half alone counts', { 0: 3, 9: 1 }, 3],
  ['what lies before the part counts', { 0: 1, 2: 4 }, 18],
  ['half in each of two parts: their bound', { 1: 2, 2: 2 }, 10],
  ['beyond the last bound: that bound', { 10: 5 }, 86_400],
] as const)('STF-17c the median of times: %s', (_, given, median) => {
  expect(medianWait(counts(given))).toBe(median);
});
