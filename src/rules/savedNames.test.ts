import { expect, test } from 'vitest';
import { safeNamePart, savedNames, zipAbout, zipFileName, zipParts } from './savedNames.ts';

const photo = (more: object = {}) => ({
  event_name: '第1節 川崎 vs 横浜',
  player: '山田 太郎,佐藤 次郎',
  created_at: '2026-11-21 15:30:00',
  ...more,
});
const numbers = new Map([['山田 太郎', '10']]);

test('KEP-02d a saved photo is named after match, shirt number, day and place; no two alike', () => {
  const names = savedNames([photo(), photo(), photo({ event_name: null, player: '' })], numbers);
  expect(names).toEqual([
    '第1節 川崎 vs 横浜_10-佐藤 次郎_20261121_001.jpg',
    '第1節 川崎 vs 横浜_10-佐藤 次郎_20261121_002.jpg',
    '20261121_003.jpg',
  ]);
  const [spaced, undated] = savedNames(
    [photo({ player: ' 山田 太郎 , ,  佐藤 次郎' }), photo({ player: '', created_at: 'on 2026-11-21' })],
    numbers,
  );
  expect([spaced, undated]).toEqual(['第1節 川崎 vs 横浜_10-佐藤 次郎_20261121_001.jpg', '第1節 川崎 vs 横浜_002.jpg']);
  expect(
    new Set(
      savedNames(
        Array.from({ length: 1_200 }, () => photo()),
        numbers,
      ),
    ).size,
  ).toBe(1_200);
});

test('KEP-02d names hold nothing Windows or macOS refuse, and no way out of the folder', () => {
  const part = (text: string) => safeNamePart(text, 30);
  expect(part('../../etc/passwd')).toBe('etc passwd');
  expect(part('a\\b:c*d?e"f<g>h|i\u0000j')).toBe('a b c d e f g h i j');
  expect(part('勝った!...  ')).toBe('勝った!');
  expect(part('a / b')).toBe('a b');
  expect([part('CON'), part('nul.txt'), part('com1'), part('lpt1.a'), part('Console'), part('Falcon')]).toEqual([
    '-CON',
    '-nul.txt',
    '-com1',
    '-lpt1.a',
    'Console',
    'Falcon',
  ]);
  // One letter, however it was typed; a mark that turns the reading direction would hide the ending.
  expect(part('ガ')).toBe('ガ');
  expect(part('写真\u202egpj.exe')).toBe('写真 gpj.exe');
  expect(part('...')).toBe('');
  expect(part('\ud800')).toBe('\ufffd');
});

test('KEP-02d a name stays within 255 bytes whatever event and persons are called', () => {
  expect(safeNamePart('a'.repeat(40), 30)).toBe('a'.repeat(30));
  expect(safeNamePart(` ${'家'.repeat(40)}`, 30)).toBe('家'.repeat(30));
  const long = '家'.repeat(300);
  const heap = `e${'\u0301'.repeat(500)}`.repeat(40);
  const family = '👨‍👩‍👧‍👦'.repeat(40);
  for (const text of [long, heap, family]) {
    const [name = ''] = savedNames([photo({ event_name: text, player: text })], numbers);
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(255);
    expect(name).toMatch(/(^|_)20261121_001\.jpg$/);
  }
});

test('KEP-02d a ZIP is named after its match, that of several matches after the tenant', () => {
  expect(zipAbout([photo(), photo()], 'クラブ')).toBe('第1節 川崎 vs 横浜');
  expect(zipAbout([photo(), photo({ event_name: '別の試合' })], 'クラブ')).toBe('クラブ');
  expect(zipAbout([photo({ event_name: '///' })], 'クラブ')).toBe('photos');
  expect([undefined, { place: 1, all: 1 }, { place: 2, all: 3 }].map((part) => zipFileName('開幕戦', part))).toEqual([
    '開幕戦.zip',
    '開幕戦.zip',
    '開幕戦_2-3.zip',
  ]);
});

test('KEP-02e parts hold at most their bytes, in order; a photo larger than that goes alone', () => {
  expect(zipParts([4, 4, 4, 4, 4], 10)).toEqual([[0, 1], [2, 3], [4]]);
  expect(zipParts([11, 1, 10, 12], 10)).toEqual([[0], [1], [2], [3]]);
  expect(zipParts([5, 5], 10)).toEqual([[0, 1]]);
  expect(zipParts([], 10)).toEqual([]);
});
