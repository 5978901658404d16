import { expect, test } from 'vitest';
import { facetValues, wantedFields } from './photoFacets.ts';

test.each([
  ['htag', ['#ゴール', '#ｺﾞｰﾙ', '#'], ['ごーる']],
  ['player', '山田 太郎,,山田太郎', ['山田太郎']],
  ['player', ['山田 太郎', '佐藤'], ['山田太郎', '佐藤']],
  ['photo_location', 'メイン スタンド', ['めいんすたんど']],
  ['photo_location', null, []],
  ['team_id', 'Red', ['Red']],
  ['team_id', undefined, []],
] as const)('FLD-01d values of %s %j are compared in one spelling, each once', (name, value, values) => {
  expect(facetValues(name, value)).toEqual(values);
});

test('FLD-01d a list asks for a field by its parameter; an empty list of names asks for nobody', () => {
  expect(wantedFields({ ht: '＃ゴール', cp: '山田,佐藤', pl: '', team: 'Red' })).toEqual([
    { name: 'htag', values: ['ごーる'] },
    { name: 'player', values: ['山田', '佐藤'] },
    { name: 'photo_location', values: [''] },
    { name: 'team_id', values: ['Red'] },
  ]);
  expect(wantedFields({ cp: ',' })).toEqual([{ name: 'player', values: [] }]);
  expect(wantedFields({})).toEqual([]);
});
