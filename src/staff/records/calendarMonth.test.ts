import { expect, test } from 'vitest';
import { monthAfter, weeksOf } from './calendarMonth.ts';

test('STF-12g a month begins on its weekday, Monday first, and has all its days', () => {
  const june = weeksOf('2026-06');
  expect([june[0], june.at(-1), june.length]).toEqual(['2026-06-01', '2026-06-30', 30]);
  // 1 February 2026 is a Sunday.
  expect(weeksOf('2026-02').slice(5, 8)).toEqual([null, '2026-02-01', '2026-02-02']);
  expect(weeksOf('2028-02').at(-1)).toBe('2028-02-29');
});

test('STF-12g months go on over the turn of the year', () => {
  expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1), monthAfter('2026-06', 0)]).toEqual([
    '2027-01',
    '2025-12',
    '2026-06',
  ]);
});
