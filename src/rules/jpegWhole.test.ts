/** Pictures without an end marker, with stray bytes, and cut ones: what decodes to its last row is whole. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { nonEmpty } from '../../tests/nonEmpty.ts';
import { readJpegHeader } from './jpegHeader.ts';
import { endOfScan, segmentAt } from './jpegSegments.ts';
import { completeJpeg, hasEndMarker } from './jpegWhole.ts';

const END = [0xff, 0xd9];
const EOI_MARKER = Uint8Array.from(END);
type Bytes = Uint8Array<ArrayBuffer>;
const join2 = (...parts: (Uint8Array | readonly number[])[]): Bytes =>
  Uint8Array.from(parts.flatMap((part) => [...part]));
const insert = (bytes: Uint8Array, at: number, stray: readonly number[]) =>
  join2(bytes.subarray(0, at), stray, bytes.subarray(at));

/** Places where a segment begins, the scan's too. */
function segmentStarts(bytes: Uint8Array): number[] {
  const starts: number[] = [];
  for (let segment = segmentAt(bytes, 2); segment !== null; segment = segmentAt(bytes, segment.end)) {
    starts.push(segment.from);
    if (segment.marker === 0xda) break;
  }
  // Directly behind the start nothing may stand: that is what tells a JPEG (T16).
  return starts.slice(1);
}

const KINDS = [
  ['baseline', { quality: 80 }],
  ['4:4:4', { quality: 95, chromaSubsampling: '4:4:4' }],
  ['optimised', { mozjpeg: true, quality: 60 }],
  ['progressive', { progressive: true, quality: 80 }],
  ['progressive, fine', { progressive: true, quality: 98, chromaSubsampling: '4:4:4' }],
] as const;
const SIZES = [
  [1, 1],
  [17, 9],
  [70, 45],
] as const;
const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
const encode = async (width: number, height: number, options: (typeof KINDS)[number][1], colours = 'srgb') =>
  new Uint8Array(await noise(width, height).toColourspace(colours).jpeg(options).toBuffer());

describe.each(KINDS)('PST-07f a %s picture', (_, options) => {
  const pictures = () =>
    Promise.all([
      ...SIZES.map(([width, height]) => encode(width, height, options)),
      encode(70, 45, options, 'b-w'),
      encode(64, 48, options, 'cmyk'),
    ]);

  test('with its end marker stays as it is', async () => {
    for (const bytes of await pictures()) expect(completeJpeg(bytes)).toBe(bytes);
  });

  test('without its last byte or two, or with a trailer in their place, is closed', async () => {
    for (const bytes of await pictures()) {
      const data = bytes.subarray(0, -2);
      const trailers = [[], [0xff], [...Buffer.from('SEFH trailer')], [...bytes], [0xff, 0xe1, 0xff, 0xff, 1]];
      for (const trailer of trailers) {
        const given = join2(data, trailer);
        expect(readJpegHeader(given)).toEqual(readJpegHeader(bytes));
        const whole = completeJpeg(given);
        expect(whole?.slice(-2)).toEqual(EOI_MARKER);
        const pixels = (one: Uint8Array) => sharp(one, { failOn: 'warning' }).raw().toBuffer();
        // A few bytes of the trailer may stand between data and end: decoders pass them.
        const drawn = await sharp(whole ?? EOI_MARKER, { failOn: 'truncated' })
          .raw()
          .toBuffer();
        expect(drawn.equals(await pixels(bytes))).toBe(true);
      }
    }
  });

  test('with stray bytes between its segments is whole', async () => {
    for (const bytes of await pictures())
      for (const at of segmentStarts(bytes))
        for (const stray of [[0], [0x12, 0x34, 0], [0xff], [0xff, 0xff], [0xff, 0, 7]]) {
          const given = insert(bytes, at, stray);
          expect(readJpegHeader(given)).toEqual(readJpegHeader(bytes));
          expect(completeJpeg(given)).toBe(given);
        }
  });

  test('that was cut is none, also closed after the cut', async () => {
    for (const bytes of await pictures()) {
      const step = Math.max(1, Math.floor(bytes.length / 30));
      for (let length = bytes.length - 3; length > 2; length -= step) {
        const cut = bytes.slice(0, length);
        for (const given of [cut, join2(cut, END)]) {
          const whole = typeof readJpegHeader(given) === 'string' ? null : completeJpeg(given);
          expect(whole, `${length} of ${bytes.length}`).toBeNull();
        }
      }
    }
  });
});

describe('PST-07f data with restart markers', () => {
  /** A grey picture of 8 × 8 blocks, each one bit long: DC difference 0 and end of block have the codes 0 and 0. */
  const table = (kind: number) => [0xff, 0xc4, 0, 20, kind, 1, ...Array(15).fill(0), 0];
  const head = (blocks: number, interval: number) => [
    ...[0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 8, 0, 8 * blocks, 1, 1, 0x11, 0],
    ...table(0x00),
    ...table(0x10),
    ...[0xff, 0xdd, 0, 4, 0, interval, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0],
  ];
  /** Four blocks of two bits. */
  const FOUR = 0b0000_0000;
  const of = (...data: number[]) => completeJpeg(Uint8Array.from([...head(12, 4), ...data, ...END]));

  test('goes on behind each of them, whatever its number', () => {
    expect(of(FOUR, 0xff, 0xd0, FOUR, 0xff, 0xd1, FOUR)).not.toBeNull();
    expect(of(FOUR, 0xff, 0xd3, FOUR, 0xff, 0xd3, FOUR)).not.toBeNull();
    expect(of(FOUR, 7, 0xff, 0xd0, FOUR, 0xff, 0xff, 0xd1, FOUR)).not.toBeNull();
  });

  test('may be short before one, not before the end', () => {
    expect(of(0xff, 0xd0, FOUR, 0xff, 0xd1, FOUR)).not.toBeNull();
    expect(of(FOUR, 0xff, 0xd0, FOUR, 0xff, 0xd1)).toBeNull();
    expect(of(FOUR, 0xff, 0xd0, FOUR)).toBeNull();
    expect(of(FOUR)).toBeNull();
  });
});

describe('PST-07f what no decoder can do', () => {
  test('is not whole; what is not followed ends with its end marker or the file', async () => {
    const bytes = await encode(40, 30, { quality: 80 });
    const frameAt = segmentStarts(bytes).find((at) => bytes[at + 1] === 0xc0) ?? 0;
    const changed = (at: number, value: number) => {
      const copy = bytes.slice();
      copy[frameAt + at] = value;
      return copy;
    };
    // No component, impossible sampling, no component of the scan, a second frame.
    for (const given of [changed(9, 0), changed(11, 0x50), changed(10, 99)]) expect(completeJpeg(given)).toBeNull();
    expect(completeJpeg(insert(bytes, frameAt, [...bytes.subarray(frameAt, frameAt + 19)]))).toBeNull();
    // Arithmetic codes.
    const arithmetic = changed(1, 0xc9);
    expect(completeJpeg(arithmetic)).toBe(arithmetic);
    expect(completeJpeg(arithmetic.slice(0, -2))).toEqual(arithmetic);
  });

  test('hasEndMarker goes by markers alone', async () => {
    const bytes = await encode(40, 30, { quality: 80 });
    expect(hasEndMarker(bytes)).toBe(true);
    expect(hasEndMarker(bytes.subarray(0, -2))).toBe(false);
    expect(hasEndMarker(bytes.subarray(0, -1))).toBe(false);
  });
});

const folder = process.env.PHOTO_FIXTURES;
test.runIf(folder !== undefined)(
  'PST-07f every good real photo is whole, with and without its end; none is that was cut',
  () => {
    const { files } = JSON.parse(readFileSync(join(folder ?? '', 'manifest.json'), 'utf8')) as {
      files: { file: string; expected: { outcome: string } }[];
    };
    for (const { file } of nonEmpty(files.filter(({ expected }) => expected.outcome === 'accept'))) {
      const bytes = new Uint8Array(readFileSync(join(folder ?? '', file)));
      expect(completeJpeg(bytes), file).toBe(bytes);
      // Some have more behind their end than before it.
      const at = endOfScan(bytes, (segmentStarts(bytes).at(-1) ?? 0) + 2) >> 1;
      expect(completeJpeg(bytes.slice(0, at)), file).toBeNull();
      expect(completeJpeg(join2(bytes.subarray(0, at), END)), file).toBeNull();
    }
  },
  120_000,
);
