import { expect, test } from 'vitest';
import { takeMonths } from './photoMonths.ts';

const months = ['2026-11', '2026-10', '2026-09'].map((month) => ({ month, n: 20_000 }));

test('SRC-05a as many of the latest months as hold the wanted photos, at least one', () => {
  expect(takeMonths(months, 0)).toEqual([['2026-11'], months.slice(1)]);
  expect(takeMonths(months, 20_000)).toEqual([['2026-11'], months.slice(1)]);
  expect(takeMonths(months, 20_001)).toEqual([['2026-11', '2026-10'], months.slice(2)]);
  expect(takeMonths(months, 1_000_000)).toEqual([['2026-11', '2026-10', '2026-09'], []]);
  expect(takeMonths([], 1)).toEqual([[], []]);
});
