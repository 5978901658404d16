/** Which texts a search takes for the same (SRC-05e). */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { parseHashtags } from './hashtags.ts';
import { FOLDING, isSameName, normaliseText, searchWords } from './searchMatch.ts';
import { tagValue } from './searchText.ts';

test.each([
  ['がんばれ〜', 'がんばれ～'],
  ['1−0', '1－0'],
  ['1‐0', '1–0'],
  ['葛󠄀城', '葛城'],
  ['❤️応援', '❤応援'],
  ['髙橋', '高橋'],
  ['宮﨑', '宮崎'],
  ['濵田', '浜田'],
  ['渡邉', '渡辺'],
  ['渡邊', '渡辺'],
  ['齋藤', '斎藤'],
  ['𠮷田', '吉田'],
  ['らーめん', 'ラーメン'],
  ['ﾗｰﾒﾝ', 'ラーメン'],
  ['ガンバ', 'がんば'],
  ['ヴェルディ', 'ゔぇるでぃ'],
  ['いすゞ', 'イスヾ'],
])('SRC-05e alike for names, hashtags and words: %s and %s', (one, other) => {
  expect(isSameName(one, other)).toBe(true);
  expect(tagValue(`#${one}`)).toBe(tagValue(`＃${other}`));
  expect(searchWords(one)).toEqual(searchWords(other));
  expect(parseHashtags(`#${one} #${other}`)).toEqual([`#${one}`]);
});

test.each([
  ['斉藤', '斎藤'],
  ['びょういん', 'びよういん'],
  ['はし', 'ばし'],
  ['こうき', 'こき'],
  ['ロード', 'ロド'],
  ['👨‍👩‍👧', '👨👩👧'],
])('SRC-05e not alike: %s and %s', (one, other) => {
  expect(isSameName(one, other)).toBe(false);
});

test('SRC-05f FOLDING is raised with every change of the folding, so that what is stored is renewed', () => {
  const folded = createHash('sha256');
  const ranges = [
    ...[
      [0x20, 0x7f],
      [0x2000, 0x206f],
      [0x2200, 0x22ff],
      [0x3000, 0x30ff],
      [0x4e00, 0x9fa5],
      [0xfa00, 0xfa2f],
    ],
    ...[
      [0xfe00, 0xfe0f],
      [0xff00, 0xffef],
      [0x20000, 0x2a6d6],
      [0xe0100, 0xe01ef],
    ],
  ] as const;
  for (const [from, to] of ranges)
    for (let code = from; code <= to; code += 1) folded.update(`${normaliseText(String.fromCodePoint(code))},`);
  expect([FOLDING, folded.digest('hex').slice(0, 16)]).toEqual([2, '1591211d49e4acb9']);
});
