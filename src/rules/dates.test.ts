import { expect, test } from 'vitest';
import {
  ageOf,
  formatDate,
  formatDateTime,
  formatWireDateTime,
  parseWireDate,
  showWireDate,
  showWireTime,
  startOfDay,
} from './dates.ts';

test('EVT-04a wire dates are of Asia/Tokyo wherever the device is', () => {
  expect(parseWireDate('2026-11-21 00:00:00')).toBe(Date.UTC(2026, 10, 20, 15));
  expect(parseWireDate('2026-11-21')).toBe(Date.UTC(2026, 10, 20, 15));
  expect(formatWireDateTime(Date.UTC(2026, 11, 31, 15, 4, 5))).toBe('2027-01-01 00:04:05');
});

test('EVT-02b what is no date of the calendar is refused', () => {
  for (const text of ['', '2026-02-30', '2026-13-01', '2026-11-21 24:00:00', '2026/11/21', '2026-11-21T00:00:00Z'])
    expect(parseWireDate(text), text).toBeNull();
  expect(parseWireDate('2028-02-29')).not.toBeNull();
});

test('SOC-03c screens write YYYY/MM/DD and YYYY.MM.DD HH:mm in Tokyo time', () => {
  const instant = Date.UTC(2026, 0, 2, 20, 5);
  expect(formatDate(instant)).toBe('2026/01/03');
  expect(formatDateTime(instant)).toBe('2026.01.03 05:05');
  expect([showWireDate('2026-01-03'), showWireDate('')]).toEqual(['2026/01/03', '']);
  expect([showWireTime('2026-01-03 05:05:59'), showWireTime('')]).toEqual(['2026.01.03 05:05', '']);
  expect(formatWireDateTime(startOfDay(instant))).toBe('2026-01-03 00:00:00');
});

test('SOC-03c an age is told in the largest whole unit, and a clock that runs ahead says now', () => {
  const now = Date.UTC(2026, 0, 10);
  expect(ageOf(now + 5000, now)).toEqual({ unit: 'now' });
  expect(ageOf(now - 119_000, now)).toEqual({ unit: 'minutes', count: 1 });
  expect(ageOf(now - 23.9 * 3_600_000, now)).toEqual({ unit: 'hours', count: 23 });
  expect(ageOf(now - 6.5 * 86_400_000, now)).toEqual({ unit: 'days', count: 6 });
  expect(ageOf(now - 7 * 86_400_000, now)).toEqual({ unit: 'date' });
});
