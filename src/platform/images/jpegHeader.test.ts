import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { nonEmpty } from '../../../tests/nonEmpty.ts';
import { readJpegHeader, uprightSize, withoutMetadata } from '../../rules/jpegHeader.ts';
import { readExif } from './exifFields.ts';

const segment = (marker: number, ...payload: number[]) => {
  const length = payload.length + 2;
  return [0xff, marker, length >> 8, length & 0xff, ...payload];
};
const frame = (width: number, height: number, bits = 8) =>
  segment(0xc0, bits, height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0);
const exif = (orientation: number) =>
  segment(
    0xe1,
    ...[0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1],
    ...[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0],
  );
const scan = [...segment(0xda, 1, 1, 0, 0, 63, 0), 1, 2, 0xff, 0, 3, 0xff, 0xd0, 4];
const jpeg = (...parts: number[][]) => Uint8Array.from([0xff, 0xd8, ...parts.flat()]);
const end = [0xff, 0xd9];

test('PST-08b size and orientation are read from the header', () => {
  const header = readJpegHeader(jpeg(exif(6), frame(40, 30), scan, end));
  expect(header).toEqual({ width: 40, height: 30, orientation: 6 });
  if (typeof header !== 'string') expect(uprightSize(header)).toEqual({ width: 30, height: 40 });
});

test('PST-08b an invalid orientation counts as upright', () => {
  for (const value of [0, 9]) {
    expect(readJpegHeader(jpeg(exif(value), frame(4, 3), scan, end))).toMatchObject({ orientation: 1 });
  }
});

test('PST-07a what follows the end marker (motion photo, gain map) does not matter', () => {
  expect(readJpegHeader(jpeg(frame(4, 3), scan, end, [1, 2, 3]))).toMatchObject({ width: 4, height: 3 });
});

test('T12 a header that claims too many pixels is refused before decoding', () => {
  expect(readJpegHeader(jpeg(frame(20_000, 20_000), scan, end))).toBe('IMAGE_TOO_LARGE');
  expect(readJpegHeader(jpeg(frame(10_000, 10_000), scan, end))).toMatchObject({ width: 10_000 });
});

test('T16 magic bytes decide, not the name; 12-bit samples are for no browser', () => {
  expect(readJpegHeader(new Uint8Array())).toBe('IMAGE_NOT_JPEG');
  expect(readJpegHeader(Uint8Array.from([0x89, 0x50, 0x4e, 0x47]))).toBe('IMAGE_NOT_JPEG');
  expect(readJpegHeader(jpeg(frame(4, 3, 12), scan, end))).toBe('IMAGE_NOT_JPEG');
});

test('PST-07a cut off anywhere before its data is refused', () => {
  const whole = jpeg(exif(1), frame(4, 3), scan, end);
  const dataAt = whole.length - 8 - end.length;
  for (let length = 3; length < dataAt; length++) {
    expect(readJpegHeader(whole.subarray(0, length)), `${length} bytes`).toBe('IMAGE_LOAD');
  }
});

test('T12 thousands of scans over one picture are refused', () => {
  const scans = Array.from({ length: 300 }, () => scan);
  expect(readJpegHeader(jpeg(frame(4, 3), ...scans, end))).toBe('IMAGE_LOAD');
});

test('PST-08c metadata blocks and comments are cut out of what is published', () => {
  const clean = withoutMetadata(
    jpeg(segment(0xe0, 1), exif(6), segment(0xfe, 7), segment(0xee, 9), frame(4, 3), scan, end),
  );
  expect(clean).toEqual(jpeg(segment(0xe0, 1), segment(0xee, 9), frame(4, 3), scan, end));
});

interface Fixture {
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly orientation: number | null;
  readonly make: string | null;
  readonly expected: { readonly outcome: 'accept' | 'refuse' | 'either' };
}

const folder = process.env.PHOTO_FIXTURES;

describe.runIf(folder !== undefined)('real photos', () => {
  const fixtures: Fixture[] =
    folder === undefined ? [] : JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')).files;
  const read = (fixture: Fixture) => new Uint8Array(readFileSync(join(folder ?? '', fixture.file)));

  test('PST-08b every good file has the size and orientation it says', () => {
    const good = fixtures.filter((fixture) => fixture.expected.outcome === 'accept');
    expect(good.length).toBeGreaterThan(20);
    for (const fixture of nonEmpty(good)) {
      const { width, height, orientation } = fixture;
      const isValid = orientation !== null && orientation >= 1 && orientation <= 8;
      expect(readJpegHeader(read(fixture)), fixture.file).toEqual({
        width,
        height,
        orientation: isValid ? orientation : 1,
      });
    }
  });

  test('PST-07a T16 every bad file is refused by its header', () => {
    const bad = fixtures.filter((fixture) => fixture.expected.outcome === 'refuse');
    expect(bad.length).toBeGreaterThan(10);
    for (const fixture of nonEmpty(bad)) expect(readJpegHeader(read(fixture)), fixture.file).toBeTypeOf('string');
  });

  test('PST-08c of the exif block only camera facts are kept: no place, no markup; a broken one gives none', async () => {
    for (const fixture of nonEmpty(fixtures.filter((one) => one.expected.outcome === 'accept'))) {
      const found = await readExif(read(fixture).buffer);
      expect(JSON.stringify(found), fixture.file).not.toMatch(/gps|latitude|[<>]/i);
      if (fixture.make !== null && !/[<>]/.test(fixture.make))
        expect(found?.Make, fixture.file).toBe(fixture.make.trim());
    }
  });
});
