import { expect, test } from 'vitest';
import { parseWireDate } from './dates.ts';
import { dayOf, daysOf, oneMonthAfter, oneYearAfter, periodEnd, periodProblem, periodStart } from './eventDates.ts';

test('EVT-02b one month ends on the same day of the next month, or on its last day', () => {
  expect(oneMonthAfter('2026-11-21')).toBe('2026-12-21');
  expect(oneMonthAfter('2026-12-31')).toBe('2027-01-31');
  expect(oneMonthAfter('2027-01-31')).toBe('2027-02-28');
  expect(oneMonthAfter('2028-01-30')).toBe('2028-02-29');
});

test('EVT-02b a period is given, not in the past, not reversed, and a month at most', () => {
  const today = '2026-11-21';
  const check = (start: string, end: string) => periodProblem({ start, end, today });
  expect(check('', '2026-11-22')).toBe('missing');
  expect(check('2026-11-22', '')).toBe('missing');
  expect(check('2026-11-31', '2026-12-01')).toBe('missing');
  expect(check('2026-11-20', '2026-11-22')).toBe('past');
  expect(check('2026-11-23', '2026-11-22')).toBe('reversed');
  expect(check('2026-11-21', '2026-12-22')).toBe('tooLong');
  expect(check('2026-11-21', '2026-12-21')).toBeNull();
  expect(check('2026-11-21', '2026-11-21')).toBeNull();
  expect(periodProblem({ start: '2026-01-01', end: '2026-01-31', today: null })).toBeNull();
});

test('EVT-02e a new start lies within a year: on the same day of the next one at most, or its last day', () => {
  expect(oneYearAfter('2026-11-21')).toBe('2027-11-21');
  expect(oneYearAfter('2028-02-29')).toBe('2029-02-28');
  expect(oneYearAfter('2026-01-31')).toBe('2027-01-31');
  const check = (start: string, today: string | null) => periodProblem({ start, end: start, today });
  expect(check('2027-11-21', '2026-11-21')).toBeNull();
  expect(check('2027-11-22', '2026-11-21')).toBe('tooFar');
  expect(check('9000-01-01', '2026-11-21')).toBe('tooFar');
  expect(check('9000-01-01', null)).toBeNull();
});

test('EVT-02b days are days of Tokyo, whatever the device says', () => {
  expect(dayOf(Date.UTC(2026, 10, 20, 15, 0))).toBe('2026-11-21');
  expect(daysOf('2026-11-21', '2026-11-21')).toBe(1);
  expect(daysOf('2026-11-21', '2026-12-21')).toBe(31);
  const last = parseWireDate(periodEnd('2026-11-21')) ?? 0;
  expect(last - (parseWireDate(periodStart('2026-11-21')) ?? 0)).toBe(86_399_000);
});
