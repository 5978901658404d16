import { describe, expect, test } from 'vitest';
import { NAME_MAX } from '../contract/limits.ts';
import { isBlank, nameLook, plainName, withoutTurning } from './visibleText.ts';

describe('visible text', () => {
  test('SOC-03d SAF-14b a text of signs nobody sees is blank, one emoji or mark is not', () => {
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

  test('SAF-14c names that look alike are one name', () => {
    for (const name of ['公式１ Fan', '公 式1ＦＡＮ', '公\u200b式1fan', '\u202e公式1fan'])
      expect(nameLook(name)).toBe('公式1fan');
    expect(nameLook('公式2fan')).not.toBe(nameLook('公式1fan'));
  });

  test('SAF-14b signs that show nothing are nothing, whichever of Unicode’s they are', () => {
    const unseen = ['\u034f', '\u115f', '\u1160', '\u17b4', '\u180e', '\u2060', '\u2065', '\u2800', '\uffa0', '\ufff0'];
    for (const sign of [...unseen, '\u{e0001}', '\u{e0100}', '\u{1d159}', '\u00ad', '\u061c', '\ufeff', '\ufffc']) {
      expect([sign, isBlank(sign.repeat(3))]).toEqual([sign, true]);
      expect([sign, plainName(` ${sign}`)]).toEqual([sign, '']);
      expect([sign, nameLook(`公${sign}式`)]).toEqual([sign, '公式']);
    }
  });

  test('SAF-14a a name has no tags, no lines and no turned neighbours, and is never cut within a character', () => {
    for (const [given, kept] of [
      ['<b>太郎</b>', '太郎'],
      ['<\u202eb>太郎</\u2066b>', '太郎'],
      ['<<b>b>太郎', '太郎'],
      ['太郎<script>alert(1)</script>', '太郎alert(1)'],
      ['<b>', ''],
      ['I <3 川崎 > 東京', 'I <3 川崎 > 東京'],
      ['太\n郎\t', '太 郎'],
      ['👨‍👩‍👧 家族', '👨‍👩‍👧 家族'],
    ])
      expect([given, plainName(given ?? '')]).toEqual([given, kept]);
    expect(plainName(`${'あ'.repeat(NAME_MAX - 1)}👏🏻👏🏻`)).toBe(`${'あ'.repeat(NAME_MAX - 1)}👏🏻`);
    expect(plainName('👏🏻'.repeat(9_000))).toBe('👏🏻'.repeat(NAME_MAX));
    expect(plainName(`あ${'\u0301'.repeat(9_000)}`)).toBe('');
  });
});
