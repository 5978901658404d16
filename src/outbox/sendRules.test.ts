import { expect, test } from 'vitest';
import { DEFAULT_RULES } from './defaultRules.ts';
import { blockedReasonOf, tellsLine } from './sendRules.ts';

const wifiOnly = { ...DEFAULT_RULES, isWifiOnly: true };

test.each([
  ['mobile', { type: 'cellular' }, 'metered'],
  ['through another phone', { type: 'bluetooth' }, 'metered'],
  ['Wi-Fi', { type: 'wifi', saveData: true }, null],
  ['cable', { type: 'ethernet' }, null],
  ['nothing told', {}, null],
  ['only the data saver told', { saveData: true }, 'metered'],
  ['a kind the browser does not know', { type: 'unknown', saveData: false }, null],
] as const)('T29 Wi-Fi only: %s', (_, line, expected) => {
  expect(blockedReasonOf(wifiOnly, line)).toBe(expected);
});

test('T29 without the option every line will do; a pause comes before all', () => {
  expect(blockedReasonOf(DEFAULT_RULES, { type: 'cellular', saveData: true })).toBeNull();
  expect(blockedReasonOf({ isPaused: true, isWifiOnly: true }, { type: 'cellular' })).toBe('paused');
});

test('T29 the option is offered only where the browser tells something about the line', () => {
  expect(tellsLine({})).toBe(false);
  expect(tellsLine({ saveData: false })).toBe(false);
  expect(tellsLine({ saveData: true })).toBe(true);
  expect(tellsLine({ type: 'wifi' })).toBe(true);
});
