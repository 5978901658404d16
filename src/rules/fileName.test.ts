/** Names of picked files: whatever a device calls a photo, the server takes it. */
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { NewPhoto } from '../contract/entities.ts';
import { FILE_NAME_MAX } from '../contract/limits.ts';
import { cleanFileName, freeFileName } from './fileName.ts';

const isTaken = (name: string) => v.is(NewPhoto.entries.fileName, name);
const long = 'あ'.repeat(300);

describe('PST-07g a name the server refuses is made one it takes', () => {
  test.each([
    ['vertical\u000btab.jpg', 'vertical tab.jpg'],
    ['del\u007f.jpg', 'del.jpg'],
    ['nul\u0000.jpg', 'nul.jpg'],
    ['ctl\u0001.jpg', 'ctl.jpg'],
    ['two\nlines\t.jpg', 'two lines.jpg'],
    ['c1\u0085\u009f.jpg', 'c1.jpg'],
    ['line\u2028separator.jpg', 'line separator.jpg'],
    ['half \ud83d.jpg', 'half.jpg'],
    ['other half \udc4f.jpg', 'other half.jpg'],
    ['\u202egpj.exe', 'gpj.exe'],
    ['a\u2066b\u2069\u200e\u200f\u061c.jpg', 'ab.jpg'],
    [`${long}.jpg`, `${'あ'.repeat(FILE_NAME_MAX - 4)}.jpg`],
    [`${long}.jpeg`, `${'あ'.repeat(FILE_NAME_MAX - 5)}.jpeg`],
    [long, 'あ'.repeat(FILE_NAME_MAX)],
    [`a.${long}`, `a.${'あ'.repeat(FILE_NAME_MAX - 2)}`],
    ['', 'photo'],
    ['\u0000', 'photo'],
    ['\u200b\u202e.jpg', 'photo.jpg'],
  ])('%j', (name, clean) => {
    expect(cleanFileName(name)).toBe(clean);
    expect(isTaken(clean)).toBe(true);
  });

  test.each(['a.jpg', '写真 (1).JPG', 'が.jpeg', 'image:1000000123', '👨‍👩‍👧.jpg', '.jpg', 'a.b.c.jfif'])(
    '%j stays',
    (name) => {
      expect(cleanFileName(name)).toBe(name);
    },
  );

  test('of any name, also of one that is numbered', () => {
    const odd = fc.constantFrom(
      '\u0000',
      '\u000b',
      '\u007f',
      '\ud83d',
      '\u202e',
      '👨‍👩‍👧',
      'e\u0301\u0301\u0301',
      '.',
      ' ',
      'jpg',
    );
    const unit = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), odd);
    const names = fc.array(unit, { maxLength: 400 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(names, (given) => {
        const name = cleanFileName(given);
        expect(isTaken(name)).toBe(true);
        expect(name.isWellFormed()).toBe(true);
        expect(cleanFileName(name)).toBe(name);
        expect(isTaken(freeFileName(name, [name]))).toBe(true);
      }),
    );
  });

  test('one character of a megabyte is cut, too', () => {
    const heap = `a${'\u0301'.repeat(1_000_000)}.jpg`;
    expect(isTaken(cleanFileName(heap))).toBe(true);
    expect(cleanFileName(heap)).toMatch(/\.jpg$/);
  });
});

test('T17 PST-07g namesakes of the greatest length get numbers and stay as long', () => {
  const name = cleanFileName(`${long}.jpg`);
  const taken = [name];
  for (let count = 2; count <= 15; count += 1) {
    const free = freeFileName(name, taken);
    expect(free).toMatch(new RegExp(` \\(${count}\\)\\.jpg$`));
    expect(isTaken(free)).toBe(true);
    taken.push(free);
  }
});
