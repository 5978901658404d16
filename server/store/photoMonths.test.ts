import { expect, test } from 'vitest';
import { partMonths } from './photoMonths.ts';

const months = ['2026-11', '2026-10', '2026-09', '2026-08', '2026-07', '2026-06'].map((month) => ({
  month,
  n: 20_000,
}));

test('SRC-05 the latest months first, then more and more', () => {
  expect(partMonths(months, null, 20_000)).toEqual([
    ['2026-11'],
    ['2026-10', '2026-09', '2026-08', '2026-07'],
    ['2026-06'],
  ]);
  expect(partMonths(months, null, 50_000)).toEqual([
    ['2026-11', '2026-10', '2026-09'],
    ['2026-08', '2026-07', '2026-06'],
  ]);
  expect(partMonths([], null, 20_000)).toEqual([]);
});

test('a page begins in the month of the photo before it', () => {
  const from = { at: new Date('2026-07-31T23:59:59Z'), id: 1 };
  expect(partMonths(months, from, 20_000)).toEqual([['2026-07'], ['2026-06']]);
  expect(partMonths(months, { ...from, at: new Date('2020-01-01') }, 20_000)).toEqual([]);
});
