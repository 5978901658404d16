/** Texts as strangers type, paste and forge them: addresses, messages, names, words of a search, JSON. */
import { describe, expect, test } from 'vitest';
import { NAME_MAX, QUERY_TEXT_MAX, SEARCH_WORDS_MAX } from '../contract/limits.ts';
import { plainEmail } from './emailAddress.ts';
import { bareHashtag, joinHashtags, parseHashtags } from './hashtags.ts';
import { isJpegName } from './jpegName.ts';
import { cleanMessage, stripTags } from './message.ts';
import { normaliseText, searchKey, searchWords, wordMatcher } from './searchMatch.ts';
import { plainName } from './visibleText.ts';
import { withoutHalfPairs } from './wellFormedJson.ts';

describe('ACC-04d a mail address as a Japanese keyboard types it', () => {
  test.each([
    ['ｍｉｄｏｒｉ＠ｅｘａｍｐｌｅ．ｊｐ', 'midori@example.jp'],
    ['midori@example。jp', 'midori@example.jp'],
    ['midori@example｡co｡jp', 'midori@example.co.jp'],
    ['　midori@example.jp ', 'midori@example.jp'],
    ['！～', '!~'],
    // Not a letter of another width: the address of somebody else, perhaps.
    ['ﬁona@example.jp', 'ﬁona@example.jp'],
    ['みどり@example.jp', 'みどり@example.jp'],
  ])('%s', (typed, meant) => {
    expect(plainEmail(typed)).toBe(meant);
  });
});

describe('PST-05d tags and comments', () => {
  test.each([
    // Letters from a to z, in both cases, begin a tag; their neighbours in the code table do not.
    ['1<a>2<z>3<A>4<Z>5', '12345'],
    ['<@x> <[x> <`x> <{x>', '<@x> <[x> <`x> <{x>'],
    ['</b>1<!DOCTYPE html>2', '12'],
    ['< b> </ b> <! b>', '< b> </ b> <! b>'],
    // A comment ends with two dashes of its own.
    ['1<!-- a > b -->2', '12'],
    ['1<!---->2', '12'],
    ['1<!-->2', '1<!-->2'],
    ['1<!--->2', '1<!--->2'],
    ['1<!-- a ->2', '1<!-- a ->2'],
    ['1<!-2 a -->3', '1<!-2 a -->3'],
    ['1<!-- <b>x</b> -->2', '12'],
    ['1<b title="<!-- -->">2', '1">2'],
    ['1<!-- a --> -->2', '1 -->2'],
    ['1<!-- a --><!-- b -->2', '12'],
    ['<!-- a --><b>1', '1'],
    ['<!-- a', '<!-- a'],
    // Tags and comments in each other: what began first goes as a whole.
    ['1<b a-->2', '12'],
    ['<b <!-- -->1', '1'],
    ['<b <c>1', '1'],
    ['1<!-- <b -->2', '12'],
    ['1<!-- <!-- -->2', '12'],
    ['<!-- <!-- -->2', '2'],
    ['1<!-x -->2', '1<!-x -->2'],
    // A comment that has ended is over.
    ['1<!-- a -->234567-->8', '1234567-->8'],
    ['<!-- a -->1234567-->8', '1234567-->8'],
    ['-->', '-->'],
    ['<-- a -->', '<-- a -->'],
    ['!-- a --> 1 > 0 <', '!-- a --> 1 > 0 <'],
    ['<b', '<b'],
    ['a<b<c>', 'a'],
  ])('%s', (given, kept) => {
    expect(stripTags(given)).toBe(kept);
  });

  test('a long text keeps every character around what goes', () => {
    const long = Array.from({ length: 30_000 }, (_, at) => String.fromCharCode(0x3041 + (at % 80))).join('');
    expect(stripTags(`${long}<b>`)).toBe(long);
  });

  test('PST-05c every kind of line end is one, and other control characters go', () => {
    expect(cleanMessage('a\rb\r\nc\nd\te\u0008\u000b\u000c\u000e\u001f\u007f')).toBe('a\nb\nc\nd\te');
  });
});

describe('hashtags', () => {
  test('PST-05a signs in front go, however many; those within part', () => {
    expect(bareHashtag('勝利#2026')).toBe('勝利#2026');
    expect(bareHashtag(' ##＃勝利#2026 ')).toBe('勝利#2026');
    expect(parseHashtags('a  b、、c ,d\t\ne')).toEqual(['#a', '#b', '#c', '#d', '#e']);
    expect(parseHashtags('<b>\u0007勝\u007f利')).toEqual(['#b勝利']);
    expect(joinHashtags(['#a', '#b'])).toBe('#a #b');
  });

  test('PST-05a letters of another case are the same tag, other letters are not', () => {
    expect(parseHashtags('Straße STRASSE straße')).toEqual(['#Straße', '#STRASSE']);
  });
});

describe('SRC-05a words of a search', () => {
  test('each counts once, blanks are none, and the first ones are taken', () => {
    expect(searchWords('　川崎  ゴール 川崎\n')).toEqual(['川崎', 'ごーる']);
    expect(searchWords(' 　\n')).toEqual([]);
    const many = Array.from({ length: SEARCH_WORDS_MAX + 3 }, (_, at) => `w${at}`);
    expect(searchWords(many.join(' '))).toEqual(many.slice(0, SEARCH_WORDS_MAX));
    expect(searchWords('あ'.repeat(QUERY_TEXT_MAX + 9)).join('')).toHaveLength(QUERY_TEXT_MAX);
  });

  test('blanks at the ends and in rows do not count, also in what is looked through', () => {
    expect(wordMatcher('  青嵐\t\n')('　青嵐　ユナイテッド')).toBe(true);
    expect(searchKey('\n a \t\t b ')).toBe('ab');
    expect(normaliseText('\n a \t\t b ')).toBe('a b');
  });

  test('SAF-01b more than thirty marks on one letter are none of a script', () => {
    const marks = '\u0323'.repeat(30);
    expect(searchKey(`x${marks}${'\u0323'.repeat(900)}y`)).toBe(`x${marks}y`);
    expect(searchKey(`${'x'.repeat(40)}y`)).toBe(`${'x'.repeat(40)}y`);
  });
});

describe('SAF-14a names', () => {
  test('rows of blanks become one, none stand at the ends, and a half sign is made readable', () => {
    expect(plainName(' \n 山田 \t\r\n 太郎 　')).toBe('山田 太郎');
    expect(plainName(`  ${'あ'.repeat(NAME_MAX)}`)).toBe('あ'.repeat(NAME_MAX));
    expect(plainName('山\ud83d田')).toBe('山\ufffd田');
    expect(plainName(`${'あ'.repeat(NAME_MAX - 1)} い`)).toBe('あ'.repeat(NAME_MAX - 1));
  });
});

test('PST-07a a type counts as a whole, not one that merely has JPEG in it', () => {
  expect(isJpegName({ name: 'a.jpg', type: 'x-image/jpeg' })).toBe(false);
  expect(isJpegName({ name: 'a.jpg', type: 'image/jpeg-xl' })).toBe(false);
  expect(isJpegName({ name: 'a.jpg', type: 'IMAGE/JPG' })).toBe(true);
});

describe('SAF-17 a cut emoji in a body', () => {
  const read = (json: string) => withoutHalfPairs(JSON.parse(json), json);

  test('becomes the sign for unreadable, wherever it stands; everything else stays', () => {
    expect(read('{"a":["x\\ud83d",{"b":"\\uDC4Fy"}],"n":1,"t":true,"z":null,"s":"👏"}')).toEqual({
      a: ['x\ufffd', { b: '\ufffdy' }],
      n: 1,
      t: true,
      z: null,
      s: '👏',
    });
    expect(read('"\\udfff"')).toBe('\ufffd');
  });

  test('a body without one is not gone through', () => {
    const value = { a: ['x'] };
    expect(withoutHalfPairs(value, JSON.stringify(value))).toBe(value);
    expect(withoutHalfPairs(value, '{"a":["\\ud7ff"]}')).toBe(value);
  });
});
