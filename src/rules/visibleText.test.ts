import { describe, expect, test } from 'vitest';
import { isBlank, nameLook, withoutTurning } from './visibleText.ts';

describe('visible text', () => {
  test('SOC-03 a text of signs nobody sees is blank, one emoji or mark is not', () => {
    for (const text of ['', ' \t\n', '\u3000', '\u200b\u200d', '\u3164', '\ufe0f', '\u202e\u2069']) {
      expect([text, isBlank(text)]).toEqual([text, true]);
    }
    for (const text of ['a', '。', '👨‍👩‍👧', '\u200ba', '❤️', '゛'])
      expect([text, isBlank(text)]).toEqual([text, false]);
  });

  test('signs that turn what stands around them go, joiners of emoji stay', () => {
    expect(withoutTurning('\u202eabc\u2066')).toBe('abc');
    expect(withoutTurning('👨‍👩‍👧 שלום\u200f')).toBe('👨‍👩‍👧 שלום\u200f');
  });

  test('ROL-04 names that look alike are one name', () => {
    for (const name of ['公式１ Fan', '公 式1ＦＡＮ', '公\u200b式1fan', '\u202e公式1fan'])
      expect(nameLook(name)).toBe('公式1fan');
    expect(nameLook('公式2fan')).not.toBe(nameLook('公式1fan'));
  });
});
