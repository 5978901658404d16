import { expect, test } from 'vitest';
import { NORMALISED_GROWTH, QUERY_TEXT_MAX } from '../contract/limits.ts';
import { creditLine } from './credit.ts';
import { isSameName, normaliseText, searchKey, searchWords, wordMatcher } from './searchMatch.ts';

const matchesWord = (name: string, word: string) => wordMatcher(word)(name);
const setting = { type: 'C' as const, official_label: '公式', ambassador: 'OFF' as const, extra_text: '' };
const photo = { posterName: 'みどり', isAmbassador: false, companyLabel: '会社' };

test('PHO-03a PHO-03b credit types A to D, extra text, and the default', () => {
  expect(creditLine({ ...setting, type: 'A' }, photo)).toBe('© 公式');
  expect(creditLine({ ...setting, type: 'B' }, photo)).toBe('© みどり');
  expect(creditLine(setting, photo)).toBe('© 公式 / みどり');
  expect(creditLine({ ...setting, type: 'D' }, photo)).toBe('');
  expect(creditLine({ ...setting, type: 'D', extra_text: '提供' }, photo)).toBe('提供');
  expect(creditLine({ ...setting, type: 'B', extra_text: '提供' }, photo)).toBe('© みどり 提供');
  expect(creditLine(null, photo)).toBe('© 会社');
});

test('PHO-03a with ambassador ON an ambassador’s photo carries the official label', () => {
  const on = { ...setting, type: 'B' as const, ambassador: 'ON' as const };
  expect(creditLine(on, { ...photo, isAmbassador: true })).toBe('© 公式');
  expect(creditLine(on, photo)).toBe('© みどり');
  expect(creditLine({ ...on, type: 'D' }, { ...photo, isAmbassador: true })).toBe('');
});

test('SRC-05a persons match whatever the spaces, the case and the width of digits', () => {
  expect(searchKey('Ｎo. １０　Kato')).toBe('no.10kato');
  expect(matchesWord('１０ 加藤 Ken', '10加藤k')).toBe(true);
  expect(matchesWord('加藤', '佐藤')).toBe(false);
  expect(matchesWord('加藤', '　')).toBe(false);
});

test('SRC-05a season and event names match alike, and one character is a word', () => {
  expect(matchesWord('2026 J LEAGUE', 'ｊ　league')).toBe(true);
  expect(matchesWord('2026 J LEAGUE', 'jleague')).toBe(true);
  expect(matchesWord('第36節 青嵐ユナイテッド戦', '３６')).toBe(true);
  expect(matchesWord('第36節 青嵐ユナイテッド戦', '青')).toBe(true);
  expect(matchesWord('第36節 青嵐ユナイテッド戦', 'ﾕﾅｲﾃｯﾄﾞ')).toBe(true);
  expect(matchesWord('2026', ' ')).toBe(false);
});

test('SRC-05a one name in two spellings is the same, another is not', () => {
  expect(isSameName('ﾔﾏﾀﾞ　Taro １０', 'ヤマダTARO 10')).toBe(true);
  expect(isSameName('山田', '山田太郎')).toBe(false);
});

test('SAF-01a what one sign grows to is cut: a text, its key, a word and the words of a search stay short', () => {
  const text = '\ufdfa'.repeat(500);
  for (const length of [normaliseText(text).length, searchKey(text).length])
    expect(length).toBeLessThanOrEqual(text.length + NORMALISED_GROWTH);
  expect(searchWords(text).join('').length).toBeLessThanOrEqual(QUERY_TEXT_MAX);
  // A word of the limit's length is compared by its beginning.
  expect(wordMatcher(`${'あ'.repeat(QUERY_TEXT_MAX)}い`)('あ'.repeat(QUERY_TEXT_MAX))).toBe(true);
  // No half of a pair is left at the cut.
  expect(normaliseText('𩸽𩸽', 3)).toBe('𩸽');
});
