import { expect, test } from 'vitest';
import { DEFAULT_RULES } from './defaultRules.ts';
import { blockedReasonOf, liftRules, storableRules, tellsLine } from './sendRules.ts';

const wifiOnly = { ...DEFAULT_RULES, onMetered: 'nothing' } as const;

test.each([
  ['mobile', { type: 'cellular' }, 'metered'],
  ['through another phone', { type: 'bluetooth' }, 'metered'],
  ['Wi-Fi', { type: 'wifi', saveData: true }, null],
  ['cable', { type: 'ethernet' }, null],
  ['nothing told', {}, null],
  ['only the data saver told', { saveData: true }, 'metered'],
  ['a kind the browser does not know', { type: 'unknown', saveData: false }, null],
] as const)('T29 Wi-Fi only: %s', (_, line, expected) => {
  expect(blockedReasonOf(wifiOnly, line, 'post')).toBe(expected);
  expect(blockedReasonOf(wifiOnly, line, 'originals')).toBe(expected);
});

test('PUB-02d T29 three choices: all of it, all but originals, or nothing leaves over a mobile line', () => {
  const line = { type: 'cellular' };
  const held = (onMetered: 'everything' | 'posts' | 'nothing') =>
    (['post', 'originals'] as const).map((stage) => blockedReasonOf({ isPaused: false, onMetered }, line, stage));
  expect(held('everything')).toEqual([null, null]);
  expect(held('posts')).toEqual([null, 'metered']);
  expect(held('nothing')).toEqual(['metered', 'metered']);
  expect(blockedReasonOf({ isPaused: false, onMetered: 'posts' }, { type: 'wifi' }, 'originals')).toBeNull();
});

test('T29 without the option every line will do; a pause comes before all', () => {
  expect(blockedReasonOf(DEFAULT_RULES, { type: 'cellular', saveData: true }, 'originals')).toBeNull();
  expect(blockedReasonOf({ ...wifiOnly, isPaused: true }, { type: 'cellular' }, 'post')).toBe('paused');
});

test('T28 rules of a build before are lifted, and what we write holds there, too', () => {
  expect(liftRules(undefined)).toEqual(DEFAULT_RULES);
  expect(liftRules({ isPaused: true, isWifiOnly: true })).toEqual({ isPaused: true, onMetered: 'nothing' });
  expect(liftRules({ isPaused: false, isWifiOnly: false })).toEqual(DEFAULT_RULES);
  for (const onMetered of ['everything', 'posts', 'nothing'] as const) {
    const stored = storableRules({ isPaused: false, onMetered });
    expect(liftRules(stored)).toEqual({ isPaused: false, onMetered });
    expect(stored.isWifiOnly).toBe(onMetered !== 'everything');
    // After a rollback the fan changed the older build's switch: that was the last word.
    const changed = liftRules({ ...stored, isWifiOnly: !stored.isWifiOnly });
    expect(changed.onMetered).toBe(stored.isWifiOnly ? 'everything' : 'nothing');
  }
});

test('T29 the option is offered only where the browser tells something about the line', () => {
  expect(tellsLine({})).toBe(false);
  expect(tellsLine({ saveData: false })).toBe(false);
  expect(tellsLine({ saveData: true })).toBe(true);
  expect(tellsLine({ type: 'wifi' })).toBe(true);
});

test('T29 rules of a build that wrote the three choices alone are read as they are', () => {
  expect(liftRules({ onMetered: 'posts' })).toEqual({ isPaused: false, onMetered: 'posts' });
});

test('T29 a line of no known kind is dear where the device saves data', () => {
  const rules = { isPaused: false, onMetered: 'nothing' } as const;
  expect(blockedReasonOf(rules, { type: 'unknown', saveData: true }, 'post')).toBe('metered');
  expect(blockedReasonOf(rules, { type: 'unknown' }, 'post')).toBeNull();
});
