import { expect, test } from 'vitest';
import { countCharacters, isWithin, truncate } from './characters.ts';
import { BYTES_PER_CHARACTER } from './limits.ts';

/** What a person sees as one sign, though it is of 2 to 11 UTF-16 units. */
const SINGLE = ['😀', '👏🏻', '👨‍👩‍👧', '🇯🇵', '❤️', '1️⃣', 'か\u3099', 'e\u0301', '葛\u{e0100}', '\r\n'];

test('PST-05c characters are counted as a person counts them', () => {
  for (const one of SINGLE) expect([one, countCharacters(one.repeat(3))]).toEqual([one, 3]);
  expect(countCharacters('')).toBe(0);
  expect(countCharacters('がんばれ Nippon!')).toBe(12);
});

test('PST-05c a text is cut after so many characters, none of them split', () => {
  for (const one of SINGLE) expect([one, truncate(one.repeat(501), 500)]).toEqual([one, one.repeat(500)]);
  expect(truncate('あ'.repeat(499) + '👏🏻'.repeat(2), 500)).toBe(`${'あ'.repeat(499)}👏🏻`);
  expect(truncate('あ'.repeat(500), 500)).toBe('あ'.repeat(500));
});

test('PST-05c beside the characters their bytes are bounded: one character may be of any length', () => {
  const bytes = (text: string) => new TextEncoder().encode(text).length;
  const heap = `e${'\u0301'.repeat(100)}`;
  expect(countCharacters(heap)).toBe(1);
  expect(truncate(heap.repeat(50), 50)).toBe(heap.repeat(7));
  expect(bytes(heap.repeat(7))).toBeLessThanOrEqual(50 * BYTES_PER_CHARACTER);
  expect(bytes(heap.repeat(8))).toBeGreaterThan(50 * BYTES_PER_CHARACTER);
  // The longest emoji: 35 bytes.
  const kiss = '👩🏻‍❤️‍💋‍👨🏾'.repeat(500);
  expect(bytes(truncate(kiss, 500))).toBe(35 * Math.floor((500 * BYTES_PER_CHARACTER) / 35));
  expect(truncate(`e${'\u0301'.repeat(1_000_000)}`, 50)).toBe('');
});

test('PST-05c a text is within its bounds or it is not', () => {
  expect(isWithin('👏🏻'.repeat(500), 500)).toBe(true);
  expect(isWithin('👏🏻'.repeat(501), 500)).toBe(false);
  expect(isWithin(`e${'\u0301'.repeat(500)}`, 500)).toBe(true);
  expect(isWithin(`e${'\u0301'.repeat(BYTES_PER_CHARACTER * 250)}`, 500)).toBe(false);
});
