import { expect, test } from 'vitest';
import { hasHeic, namesLine, noticeGroups, problemText } from './noticeText.ts';

test('PST-07a PST-07c the messages are the spec’s, each once with its files’ names', () => {
  const groups = noticeGroups(
    [
      { kind: 'notJpeg', fileName: 'a.gif', isDragged: false, isHeic: false },
      { kind: 'notJpeg', fileName: 'b.png', isDragged: false, isHeic: false },
      { kind: 'notJpeg', fileName: 'c.jpg', isDragged: true, isHeic: false },
      { kind: 'duplicate', fileName: 'd.jpg' },
    ],
    5,
  );
  expect(groups).toEqual([
    { text: 'JPEGファイルのみ投稿可能です。', fileNames: ['a.gif', 'b.png'], tone: 'error' },
    { text: 'JPEGファイルではありません。', fileNames: ['c.jpg'], tone: 'error' },
    { text: '同じ画像は一度にアップロードできません', fileNames: ['d.jpg'], tone: 'error' },
  ]);
  expect(problemText('none', 5)).toBe('画像を指定して下さい。');
});

test('PST-09d what was left out is said with both numbers', () => {
  const [group] = noticeGroups([{ kind: 'leftOut', fileNames: ['a.jpg', 'b.jpg', 'c.jpg'] }], 5);
  expect(group?.text).toMatch(/5枚.*3枚/);
  // The event may have no room for more, however often one posts.
  expect(group?.text).not.toContain('一度に');
  expect(group?.tone).toBe('warn');
  expect(group?.fileNames).toEqual(['a.jpg', 'b.jpg', 'c.jpg']);
});

test('PST-09d a whole album that was left out is named by its first files and the number of the rest', () => {
  const album = Array.from({ length: 55 }, (_, index) => `IMG_${index + 1}.jpg`);
  const first = (count: number) => album.slice(0, count).join('、');
  expect(namesLine(album)).toBe(`${first(8)}、ほか47枚`);
  expect(namesLine(album.slice(0, 9))).toBe(first(9));
});

test('T16 a HEIC file brings the tip', () => {
  expect(hasHeic([{ kind: 'notJpeg', fileName: 'IMG_1.jpg', isDragged: false, isHeic: true }])).toBe(true);
  expect(hasHeic([{ kind: 'notJpeg', fileName: 'a.gif', isDragged: false, isHeic: false }])).toBe(false);
});
