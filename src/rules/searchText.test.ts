import { expect, test } from 'vitest';
import { searchTextOf, tagValue } from './searchText.ts';

test('SRC-05b a hashtag is compared without the # it begins with, in one form of writing', () => {
  expect([tagValue('＃ＧＯＡＬ'), tagValue('goal'), tagValue('we#1')]).toEqual(['goal', 'goal', 'we#1']);
});

test('SRC-05a what words are looked for in: words, tags, names and places, these once more without spaces', () => {
  const photo = { comment: '最高の  一日', htag: ['#勝利'], player: ['山田 太郎', '佐藤'], photo_location: 'Ｂ 席' };
  expect(searchTextOf(photo)).toBe('最高の 一日 #勝利 山田 太郎 佐藤 b 席 山田太郎 b席');
  expect(searchTextOf({ ...photo, comment: '', htag: [], player: [''], photo_location: null })).toBe('');
  expect(searchTextOf({ ...photo, player: [], photo_location: null })).toBe('最高の 一日 #勝利');
});
