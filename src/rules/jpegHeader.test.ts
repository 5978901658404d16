/** What stands in a JPEG byte by byte: the smallest pictures that are just right, and just wrong. */
import { describe, expect, test } from 'vitest';
import { MAX_SOURCE_PIXELS } from '../contract/limits.ts';
import { readJpegHeader, readJpegStart, uprightSize, withoutMetadata } from './jpegHeader.ts';

const two = (value: number) => [value >> 8, value & 0xff];
const segment = (marker: number, ...payload: number[]) => [0xff, marker, ...two(payload.length + 2), ...payload];
interface FrameOptions {
  marker?: number;
  bits?: number;
  /** One byte a component, across in its upper half. */
  factors?: number[];
  count?: number;
}
const frame = (
  width: number,
  height: number,
  { marker = 0xc0, bits = 8, factors = [0x11], count = factors.length }: FrameOptions = {},
) => segment(marker, bits, ...two(height), ...two(width), count, ...factors.flatMap((both, id) => [id + 1, both, 0]));
const scanHeader = segment(0xda, 1, 1, 0, 0, 63, 0);
const scan = [...scanHeader, 1, 2, 0xff, 0, 3, 0xff, 0xd0, 4, 0xff, 0xd7, 5];
const end = [0xff, 0xd9];
const jpeg = (...parts: number[][]) => Uint8Array.from([0xff, 0xd8, ...parts.flat()]);
const EXIF = [0x45, 0x78, 0x69, 0x66, 0, 0];
const size = { width: 40, height: 30 };

describe('a whole picture', () => {
  test('T16 each of the first three bytes decides that it is a JPEG', () => {
    const good = jpeg(frame(40, 30), scan, end);
    expect(readJpegHeader(good)).toEqual({ ...size, orientation: 1 });
    for (const at of [0, 1, 2]) {
      const bad = good.slice();
      bad[at] = 0xfe;
      expect([at, readJpegHeader(bad), readJpegStart(bad)]).toEqual([at, 'IMAGE_NOT_JPEG', null]);
    }
  });

  test('PST-07a a picture that ends before its size or its data is refused', () => {
    expect(readJpegHeader(jpeg(end))).toBe('IMAGE_LOAD');
    expect(readJpegHeader(jpeg(frame(40, 30), end))).toBe('IMAGE_LOAD');
    expect(readJpegHeader(jpeg(scan, frame(40, 30), end))).toBe('IMAGE_LOAD');
    expect(readJpegHeader(jpeg(scan, end))).toBe('IMAGE_LOAD');
  });

  test('T12 200 scans are a picture, one more is an attack', () => {
    const of = (scans: number) =>
      readJpegHeader(jpeg(frame(40, 30), ...Array.from({ length: scans }, () => scan), end));
    expect(of(200)).toEqual({ ...size, orientation: 1 });
    expect(of(201)).toBe('IMAGE_LOAD');
  });

  test('T12 as many pixels as are allowed, and a row more', () => {
    expect(MAX_SOURCE_PIXELS).toBe(10_000 * 10_000);
    expect(readJpegHeader(jpeg(frame(10_000, 10_000), scan, end))).toMatchObject({ height: 10_000 });
    expect(readJpegHeader(jpeg(frame(10_000, 10_001), scan, end))).toBe('IMAGE_TOO_LARGE');
  });

  test.each([
    ['no width', 0, 30, [0x11]],
    ['no height', 40, 0, [0x11]],
    ['no component', 40, 30, []],
    ['five components', 40, 30, [0x11, 0x11, 0x11, 0x11, 0x11]],
  ])('PST-07a a frame with %s is damaged', (_, width, height, factors) => {
    expect(readJpegHeader(jpeg(frame(width, height, { factors }), scan, end))).toBe('IMAGE_LOAD');
  });

  test('PST-07a four components are read, a frame of less than its six bytes is not', () => {
    expect(readJpegHeader(jpeg(frame(40, 30, { factors: [0x11, 0x11, 0x11, 0x11] }), scan, end))).toMatchObject(size);
    expect(readJpegHeader(jpeg(segment(0xc0, 8, 0, 30, 0, 40, 1), scan, end))).toMatchObject(size);
    expect(readJpegHeader(jpeg(segment(0xc0, 8, 0, 30, 0, 40), scan, end))).toBe('IMAGE_LOAD');
    expect(readJpegHeader(jpeg(segment(0xc0), scan, end))).toBe('IMAGE_LOAD');
  });

  test('PST-07a every kind of frame tells the size; tables with markers among them do not', () => {
    for (const marker of [0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc7, 0xc9, 0xcb, 0xcd, 0xcf])
      expect([marker, readJpegHeader(jpeg(frame(40, 30, { marker }), scan, end))]).toEqual([
        marker,
        { ...size, orientation: 1 },
      ]);
    for (const marker of [0xbf, 0xc4, 0xc8, 0xcc, 0xdb, 0xdd])
      expect(readJpegHeader(jpeg(segment(marker, 8, 0, 1, 0, 1, 1), frame(40, 30), scan, end))).toMatchObject(size);
    for (const marker of [0xc4, 0xc8, 0xcc])
      expect(readJpegHeader(jpeg(frame(40, 30), segment(marker, 8, 0, 1, 0, 1, 1), scan, end))).toMatchObject(size);
  });

  test('PST-07a markers may be filled up with FF, and some stand alone', () => {
    const alone = [0x01, 0xd0, 0xd7, 0xd8].flatMap((marker) => [0xff, marker]);
    expect(readJpegHeader(jpeg([0xff, 0xff], frame(40, 30), alone, scan, end))).toMatchObject(size);
  });

  test('PST-07f what is no marker where one must stand is skipped up to the next, as browsers do', () => {
    for (const stray of [[0x00, 0xc0, 0, 2], [0xff, 0x00, 0, 2], [0x12, 0, 2], [0x12, 0xe5, 0, 2], [0xff]]) {
      expect(readJpegHeader(jpeg(frame(40, 30), stray))).toBe('IMAGE_LOAD');
      expect(readJpegHeader(jpeg(frame(40, 30), stray, scan, end))).toEqual({ ...size, orientation: 1 });
      expect(readJpegHeader(jpeg(segment(0xdb, 0), stray, frame(40, 30), scan, end))).toMatchObject(size);
    }
  });

  test('PST-07a a segment is two bytes long at least, and ends within the file', () => {
    expect(readJpegHeader(jpeg(segment(0xe5), frame(40, 30), scan, end))).toMatchObject(size);
    expect(readJpegHeader(jpeg([0xff, 0xe5, 0, 1], frame(40, 30), scan, end))).toBe('IMAGE_LOAD');
    // The last segment ends with the file: what is missing is the end, and what stood before was read.
    expect(readJpegStart(jpeg(frame(40, 30), scanHeader))).toMatchObject(size);
    expect(readJpegStart(jpeg(frame(40, 30), scanHeader).subarray(0, -1))).toBeNull();
  });

  test('PST-07f data that goes on without an end marker ends with the file', () => {
    expect(readJpegHeader(jpeg(frame(40, 30), scanHeader, [1, 2, 3]))).toMatchObject(size);
    expect(readJpegHeader(jpeg(frame(40, 30), scanHeader, [1, 0xff]))).toMatchObject(size);
    // What looks like the end within a table behind the data is none.
    const other = frame(80, 60);
    expect(readJpegHeader(jpeg(frame(40, 30), scan, segment(0xc4, 0xff, 0xd9), other))).toMatchObject(size);
    // A second picture behind the first one, with its own size and turning.
    expect(readJpegHeader(jpeg(frame(40, 30), scan, [0xff, 0xd8], other, scan, end))).toMatchObject(size);
    expect(readJpegHeader(jpeg(frame(40, 30), scanHeader, [1, 0xff, 0xff, 0xd9]))).toMatchObject(size);
  });
});

describe('orientation', () => {
  const SHORT = 3;
  const entry = (tag: number, value: number, isLittle: boolean) => {
    const own = (number: number) => (isLittle ? two(number).reverse() : two(number));
    return [...own(tag), ...own(SHORT), ...(isLittle ? [1, 0, 0, 0] : [0, 0, 0, 1]), ...own(value), 0, 0];
  };
  const tiff = (isLittle: boolean, entries: number[][], { at = 8, count = entries.length } = {}) => [
    ...(isLittle ? [0x49, 0x49, 42, 0] : [0x4d, 0x4d, 0, 42]),
    ...(isLittle ? [...two(at).reverse(), 0, 0] : [0, 0, ...two(at)]),
    ...Array.from({ length: at - 8 }, () => 0x99),
    ...(isLittle ? two(count).reverse() : two(count)),
    ...entries.flat(),
  ];
  const orientationIn = (...app1: number[]) => {
    const header = readJpegHeader(jpeg(segment(0xe1, ...app1), frame(40, 30), scan, end));
    return typeof header === 'string' ? header : header.orientation;
  };

  test.each([true, false])('PST-08b all eight are read, little-endian: %s', (isLittle) => {
    for (let value = 1; value <= 8; value += 1)
      expect(orientationIn(...EXIF, ...tiff(isLittle, [entry(0x0112, value, isLittle)]))).toBe(value);
    for (const value of [0, 9, 0x0600])
      expect(orientationIn(...EXIF, ...tiff(isLittle, [entry(0x0112, value, isLittle)]))).toBe(1);
  });

  test('PST-08b the tag is found behind others, and where the directory stands further back', () => {
    const others = [entry(0x010f, 8, false), entry(0x0110, 8, false)];
    expect(orientationIn(...EXIF, ...tiff(false, [...others, entry(0x0112, 6, false)]))).toBe(6);
    expect(orientationIn(...EXIF, ...tiff(false, [entry(0x0112, 6, false)], { at: 20 }))).toBe(6);
    expect(orientationIn(...EXIF, ...tiff(false, others))).toBe(1);
  });

  test('PST-08b an entry beyond the count is none, and the first one counts', () => {
    const [six, three] = [entry(0x0112, 6, false), entry(0x0112, 3, false)];
    expect(orientationIn(...EXIF, ...tiff(false, [six], { count: 0 }))).toBe(1);
    expect(orientationIn(...EXIF, ...tiff(false, [six, three]))).toBe(6);
  });

  test.each([
    ['another name', [0x45, 0x78, 0x69, 0x67, 0, 0, ...tiff(false, [entry(0x0112, 6, false)])]],
    ['another byte order', [...EXIF, 0x4d, 0x49, ...tiff(false, [entry(0x0112, 6, false)]).slice(2)]],
    ['no name', [0x45]],
    ['nothing behind its name', [...EXIF, 0x4d, 0x4d]],
    ['a head without a directory', [...EXIF, ...tiff(false, []).slice(0, 8)]],
    ['a directory far outside', [...EXIF, 0x4d, 0x4d, 0, 42, 0xff, 0xff, 0xff, 0xff, 0, 0]],
    ['an entry cut off', [...EXIF, ...tiff(false, [entry(0x0112, 6, false)]).slice(0, -1)]],
    ['fewer entries than it counts', [...EXIF, ...tiff(false, [entry(0x010f, 6, false)], { count: 9 })]],
  ])('PST-08b a block with %s counts as upright, and stops nothing', (_, block) => {
    expect(orientationIn(...block)).toBe(1);
  });

  test('PST-08b the first block with an orientation counts, whatever stands before it', () => {
    const with6 = segment(0xe1, ...EXIF, ...tiff(false, [entry(0x0112, 6, false)]));
    const with3 = segment(0xe1, ...EXIF, ...tiff(false, [entry(0x0112, 3, false)]));
    const with1 = segment(0xe1, ...EXIF, ...tiff(false, [entry(0x0112, 1, false)]));
    expect(readJpegHeader(jpeg(with1, with6, frame(40, 30), scan, end))).toMatchObject({ orientation: 1 });
    const inOther = segment(0xe2, ...EXIF, ...tiff(false, [entry(0x0112, 3, false)]));
    const xmp = segment(0xe1, 0x68, 0x74, 0x74, 0x70);
    expect(readJpegHeader(jpeg(inOther, xmp, with6, with3, frame(40, 30), scan, end))).toEqual({
      ...size,
      orientation: 6,
    });
  });

  test('PST-08b orientations 5 to 8 lie on their side', () => {
    for (const orientation of [1, 2, 3, 4]) expect(uprightSize({ ...size, orientation })).toEqual(size);
    for (const orientation of [5, 6, 7, 8])
      expect(uprightSize({ ...size, orientation })).toEqual({ width: 30, height: 40 });
  });
});

describe('the start of a picture', () => {
  const startOf = (options: FrameOptions, width = 40, height = 30) =>
    readJpegStart(jpeg(frame(width, height, options), scanHeader));

  test('SAF-11a size and kind stand before the data; the data itself is not needed', () => {
    expect(readJpegStart(jpeg(segment(0xdb, 0), frame(40, 30), scanHeader))).toEqual({
      ...size,
      hasScans: false,
      blocks: 5 * 4,
      hasMetadata: false,
    });
    expect(startOf({ marker: 0xc1 })).toMatchObject({ hasScans: false });
    expect(startOf({ marker: 0xc2 })).toMatchObject({ hasScans: true });
  });

  test('SAF-11a only what every browser draws: 8 bits, Huffman codes, one or three components', () => {
    for (const marker of [0xc3, 0xc5, 0xc9, 0xcf]) expect([marker, startOf({ marker })]).toEqual([marker, null]);
    expect(startOf({ bits: 12 })).toBeNull();
    expect(startOf({ factors: [0x11, 0x11, 0x11] })).not.toBeNull();
    for (const factors of [[], [0x11, 0x11], [0x11, 0x11, 0x11, 0x11]])
      expect([factors.length, startOf({ factors })]).toEqual([factors.length, null]);
    // The length of the frame must be that of its components.
    expect(startOf({ factors: [0x11], count: 3 })).toBeNull();
    expect(startOf({ factors: [0x11, 0x11, 0x11], count: 1 })).toBeNull();
  });

  test('SAF-11a blocks are those of all components, each in its own resolution, begun ones counted', () => {
    const blocks = (width: number, height: number, ...factors: number[]) => startOf({ factors }, width, height)?.blocks;
    expect(blocks(8, 8, 0x11)).toBe(1);
    expect(blocks(9, 8, 0x11)).toBe(2);
    expect(blocks(8, 17, 0x11)).toBe(3);
    expect(blocks(40, 30, 0x11, 0x11, 0x11)).toBe(3 * 20);
    // 4:2:0 and 4:2:2, as cameras and Safari write them.
    expect(blocks(40, 30, 0x22, 0x11, 0x11)).toBe(20 + 2 * (3 * 2));
    expect(blocks(40, 30, 0x21, 0x11, 0x11)).toBe(20 + 2 * (3 * 4));
    expect(blocks(17, 16, 0x22, 0x11, 0x11)).toBe(3 * 2 + 2 * (2 * 1));
    expect(blocks(40, 30, 0x44, 0x11, 0x41)).toBe(20 + 2 * 1 + 5 * 1);
    expect(blocks(40, 30, 0x14)).toBe(20);
  });

  test('SAF-11a sampling factors are 1 to 4, of every component', () => {
    for (const wrong of [0x01, 0x10, 0x51, 0x15, 0x00])
      for (const factors of [
        [wrong, 0x11, 0x11],
        [0x11, 0x11, wrong],
      ])
        expect([factors, startOf({ factors })]).toEqual([factors, null]);
    expect(startOf({ factors: [0x44, 0x44, 0x44] })).not.toBeNull();
  });

  test('SAF-11a impossible sizes, a second frame, an end or data without a frame are no start', () => {
    expect(startOf({}, 0, 30)).toBeNull();
    expect(startOf({}, 10_000, 10_001)).toBeNull();
    expect(readJpegStart(jpeg(frame(40, 30), frame(40, 30), scanHeader))).toBeNull();
    expect(readJpegStart(jpeg(frame(40, 30), end, scanHeader))).toBeNull();
    expect(readJpegStart(jpeg(scanHeader))).toBeNull();
    expect(readJpegStart(jpeg(frame(40, 30)))).toBeNull();
  });

  test('PST-08c a comment or application data anywhere before the data is metadata, what colours need is not', () => {
    const hasMetadata = (marker: number) =>
      readJpegStart(jpeg(segment(marker, 7), frame(40, 30), segment(0xdb, 0), scanHeader))?.hasMetadata;
    for (const marker of [0xe1, 0xe2, 0xed, 0xef, 0xfe]) expect([marker, hasMetadata(marker)]).toEqual([marker, true]);
    for (const marker of [0xe0, 0xee, 0xdb, 0xf0, 0xfd]) expect([marker, hasMetadata(marker)]).toEqual([marker, false]);
    expect(readJpegStart(jpeg(frame(40, 30), segment(0xfe, 7), scanHeader))?.hasMetadata).toBe(true);
  });
});

describe('taking metadata out', () => {
  test('PST-08c every kind goes, and from the data on every byte stays, whatever it looks like', () => {
    const like = segment(0xe1, 9);
    const kept = jpeg(segment(0xe0, 1), frame(40, 30), scan, like, end, like);
    const given = jpeg(segment(0xe0, 1), segment(0xef, 1), frame(40, 30), segment(0xfe, 2), scan, like, end, like);
    expect(withoutMetadata(given)).toEqual(kept);
  });

  test('PST-08c what follows the end of a picture without data stays; a damaged rest does, too', () => {
    const after = jpeg(frame(40, 30), end, segment(0xe1, 9));
    expect(withoutMetadata(after)).toEqual(after);
    const damaged = jpeg(segment(0xe1, 1), frame(40, 30), [0x12, 0x34]);
    expect(withoutMetadata(damaged)).toEqual(jpeg(frame(40, 30), [0x12, 0x34]));
  });
});
