import { describe, expect, test } from 'vitest';
import { NAME_MAX } from '../contract/limits.ts';
import { nameShape } from './nameShape.ts';
import { isBlank, nameLook, plainName, withoutTurning } from './visibleText.ts';

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

  test('SAF-14 signs that show nothing are nothing, whichever of Unicode’s they are', () => {
    const unseen = ['\u034f', '\u115f', '\u1160', '\u17b4', '\u180e', '\u2060', '\u2065', '\u2800', '\uffa0', '\ufff0'];
    for (const sign of [...unseen, '\u{e0001}', '\u{e0100}', '\u{1d159}', '\u00ad', '\u061c', '\ufeff', '\ufffc']) {
      expect([sign, isBlank(sign.repeat(3))]).toEqual([sign, true]);
      expect([sign, plainName(` ${sign}`)]).toEqual([sign, '']);
      expect([sign, nameLook(`公${sign}式`)]).toEqual([sign, '公式']);
      expect([sign, nameShape(`公${sign}式`)]).toEqual([sign, nameShape('公式')]);
    }
  });

  test('SAF-14 a name has no tags, no lines and no turned neighbours, and is never cut within a character', () => {
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
    const long = plainName(`${'あ'.repeat(NAME_MAX - 1)}👏👏`);
    expect([long.length <= NAME_MAX, long.isWellFormed()]).toEqual([true, true]);
  });

  test.each<readonly [one: string, other: string, isAlike?: boolean]>([
    ...[
      ['公͏式', '公式'],
      ['公 式', '公式'],
      ['公式\u{e0100}', '公式'],
      ['公弍', '公式'],
      ['公̲式', '公式'],
    ],
    ...[
      ['オフィシャル', 'オフィシヤル'],
      ['ｵﾌｨｼｬﾙ', 'オフィシャル'],
      ['才フィシャル', 'オフィシャル'],
      ['オフィツャル', 'オフィシャル'],
    ],
    ...[
      ['スタッフ', 'スタツフ'],
      ['スクッフ', 'スタッフ', false],
      ['スタ\u3099ッフ', 'スダッフ'],
      ['サポ一ター', 'サポーター'],
    ],
    ...[
      ['サボーター', 'サポーター'],
      ['サホ゜ーター', 'サポーター'],
      ['ニコソ', 'ニコン'],
      ['ロゴ', '口ゴ'],
      ['力メラ', 'カメラ'],
    ],
    ...[
      ['Оfficial', 'official'],
      ['OFFICIAL', 'official'],
      ['officiaI', 'Official'],
      ['offic1al', 'official'],
      ['0fficial', 'Official'],
    ],
    ...[
      ['οfficial', 'official'],
      ['ⓞⓕⓕⓘⓒⓘⓐⓛ', 'official'],
      ['𝐨𝐟𝐟𝐢𝐜𝐢𝐚𝐥', 'official'],
      ['ᎪdmⅰΝ', 'Admin'],
      ['modern', 'modem'],
    ],
    ...[
      ['Vvinner', 'Winner'],
      ['аdmin', 'admin'],
      ['ｓｔａｆｆ', 'Staff'],
      ['stáff', 'staff'],
      ['かわさき', 'カワサキ', false],
    ],
    ...[
      ['川崎', '川﨑', false],
      ['公式2', '公式', false],
      ['ファン', 'フアン'],
      ['公式★', '公式', false],
    ],
  ])('SAF-14 %s looks like %s', (one, other, isAlike = true) => {
    expect(nameShape(one) === nameShape(other)).toBe(isAlike);
  });

  test('SAF-14 what stands around an official name makes no other name of it', () => {
    for (const name of ['★公式★', '【公式】', '公式.', '公・式', '公式⚽️', '「公式」'])
      expect([name, nameShape(name, true)]).toEqual([name, nameShape('公式', true)]);
    // Nothing but signs is a name as well.
    expect(nameShape('★', true)).not.toBe(nameShape('☆', true));
  });
});
