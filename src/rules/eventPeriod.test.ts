import { expect, test } from 'vitest';
import { parseWireDate } from './dates.ts';
import { hasBegun, isInProgress, periodState } from './eventPeriod.ts';

const event = { crawl_period_start: '2026-11-21 10:00:00', crawl_period_end: '2026-11-22 23:59:59' };
const at = (text: string) => parseWireDate(text) ?? Number.NaN;

test('EVT-04a the state changes with the first second of the period and after its last', () => {
  expect(periodState(event, at('2026-11-21 10:00:00') - 1)).toBe('before');
  expect(periodState(event, at('2026-11-21 10:00:00'))).toBe('during');
  expect(periodState(event, at('2026-11-22 23:59:59') + 999)).toBe('during');
  expect(periodState(event, at('2026-11-23 00:00:00'))).toBe('after');
});

test('EVT-04b the dates are fixed once the event has begun', () => {
  expect(hasBegun(event, at('2026-11-21 09:59:59'))).toBe(false);
  expect(hasBegun(event, at('2026-11-21 10:00:00'))).toBe(true);
  expect(hasBegun(event, at('2027-01-01'))).toBe(true);
});

test('PST-03a an event with an unreadable period takes no posts', () => {
  expect(isInProgress({ crawl_period_start: '', crawl_period_end: 'soon' }, Date.now())).toBe(false);
});
