import { expect, test } from 'vitest';
import { formatWireDateTime } from '../rules/dates.ts';
import { ageText, whenText } from './jaAge.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const now = Date.UTC(2026, 5, 10, 3, 0, 0); // noon in Tokyo

test.each([
  ['たった今', -5000],
  ['たった今', MINUTE - 1000],
  ['1分前', MINUTE],
  ['59分前', HOUR - 1000],
  ['1時間前', HOUR],
  ['23時間前', DAY - 1000],
  ['1日前', DAY],
  ['6日前', 7 * DAY - 1000],
])('SOC-08a %s: %i ms ago', (text, ago) => {
  expect(ageText(now - ago, now)).toBe(text);
  expect(whenText(formatWireDateTime(now - ago), now)).toBe(text);
});

test('SOC-08a a week and more is told as a date, what is no date as nothing', () => {
  expect(ageText(now - 7 * DAY, now)).toBe('2026/06/03');
  expect(whenText('2026-06-03 12:00:00', now)).toBe('2026.06.03 12:00');
  expect(whenText('', now)).toBe('');
  expect(whenText('2026-02-30 12:00:00', now)).toBe('');
});
