import { expect, test } from 'vitest';
import { nameShape } from './nameShape.ts';

test.each([
  ['公͏式', '公式'],
  ['公 式', '公式'],
  ['公式\u{e0100}', '公式'],
  ['公弍', '公式'],
  ['公̲式', '公式'],
  ['オフィシャル', 'オフィシヤル'],
  ['ｵﾌｨｼｬﾙ', 'オフィシャル'],
  ['才フィシャル', 'オフィシャル'],
  ['オフィツャル', 'オフィシャル'],
  ['スタッフ', 'スタツフ'],
  ['スタ\u3099ッフ', 'スダッフ'],
  ['サポ一ター', 'サポーター'],
  ['サボーター', 'サポーター'],
  ['サホ゜ーター', 'サポーター'],
  ['ニコソ', 'ニコン'],
  ['ロゴ', '口ゴ'],
  ['力メラ', 'カメラ'],
  ['Оfficial', 'official'],
  ['OFFICIAL', 'official'],
  ['officiaI', 'Official'],
  ['offic1al', 'official'],
  ['0fficial', 'Official'],
  ['οfficial', 'official'],
  ['ⓞⓕⓕⓘⓒⓘⓐⓛ', 'official'],
  ['𝐨𝐟𝐟𝐢𝐜𝐢𝐚𝐥', 'official'],
  ['ᎪdmⅰΝ', 'Admin'],
  ['modern', 'modem'],
  ['Vvinner', 'Winner'],
  ['аdmin', 'admin'],
  ['ｓｔａｆｆ', 'Staff'],
  ['stáff', 'staff'],
  ['ファン', 'フアン'],
] as const)('SAF-14c %s looks like %s', (one, other) => {
  expect(nameShape(one)).toBe(nameShape(other));
});

test.each([
  ['スクッフ', 'スタッフ'],
  ['かわさき', 'カワサキ'],
  ['川崎', '川﨑'],
  ['公式2', '公式'],
  ['公式★', '公式'],
] as const)('SAF-14c %s is another name than %s', (one, other) => {
  expect(nameShape(one)).not.toBe(nameShape(other));
});

test('SAF-14c what stands around an official name makes no other name of it', () => {
  for (const name of ['★公式★', '【公式】', '公式.', '公・式', '公式⚽️', '「公式」'])
    expect([name, nameShape(name, true)]).toEqual([name, nameShape('公式', true)]);
  // Nothing but signs is a name as well.
  expect(nameShape('★', true)).not.toBe(nameShape('☆', true));
});

test('SAF-14b a sign that shows nothing makes no other shape', () => {
  for (const sign of ['\u034f', '\u115f', '\u2800', '\u{e0100}', '\u00ad', '\ufeff', '\u{1d159}'])
    expect([sign, nameShape(`公${sign}式`)]).toEqual([sign, nameShape('公式')]);
});
