import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readStoredPicture } from './storedPicture.ts';

/** The object with these bytes, and how many of them were read. */
function openObject(bytes: Uint8Array) {
  const object = {
    readBytes: 0,
    read: () =>
      readStoredPicture(async (start, length) => {
        const part = bytes.subarray(start, start + length);
        object.readBytes += part.length;
        return part;
      }, bytes.length),
  };
  return object;
}
const look = (bytes: Uint8Array) => openObject(bytes).read();
const grain = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });
const SIZES = [
  [1, 1],
  [64, 48],
  [480, 320],
] as const;
const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#284' } });

const segment = (marker: number, ...payload: number[]) => [0xff, marker, 0, payload.length + 2, ...payload];
const two = (value: number) => [value >> 8, value & 0xff];
const SCAN = [...segment(0xda, 1, 1, 0, 0, 63, 0), 1, 2];
const END = [0xff, 0xd9];
const jpeg = (...parts: number[][]) => Uint8Array.from([0xff, 0xd8, ...parts.flat()]);
const frame = (width: number, height: number, { marker = 0xc0, bits = 8, factors = 0x11 } = {}) =>
  segment(marker, bits, ...two(height), ...two(width), 1, 1, factors, 0);

describe('a stored picture', () => {
  test('SAF-11a whatever an encoder makes has the size it shows, from one pixel to the largest', async () => {
    for (const [width, height] of SIZES) {
      for (const options of [{ quality: 1 }, { progressive: true }, { mozjpeg: true, quality: 1 }, { quality: 95 }]) {
        for (const chromaSubsampling of ['4:2:0', '4:4:4']) {
          const bytes = await plain(width, height)
            .jpeg({ ...options, chromaSubsampling })
            .toBuffer();
          expect([options, await look(bytes)]).toEqual([options, { width, height }]);
        }
      }
    }
    // The fewest bytes a picture can have: one colour, progressive, codes made for it.
    const smallest = await plain(4096, 4096).jpeg({ mozjpeg: true, quality: 1 }).toBuffer();
    expect(await look(smallest)).toEqual({ width: 4096, height: 4096 });
    expect(await look(await plain(300, 200).greyscale().jpeg().toBuffer())).toEqual({ width: 300, height: 200 });
  }, 30_000);

  test('SAF-11a a few kilobytes of a big one are enough', async () => {
    const object = openObject(await grain(1500, 1000).jpeg().toBuffer());
    expect(await object.read()).toEqual({ width: 1500, height: 1000 });
    expect(object.readBytes).toBeLessThan(20_000);
  });

  test('SAF-11a a header that claims what the bytes cannot hold is none', async () => {
    expect(await look(jpeg(frame(8, 8), SCAN, END))).toEqual({ width: 8, height: 8 });
    const wall = jpeg(frame(11_000, 11_000), SCAN, Array(120).fill(7), END);
    expect(wall.length).toBeLessThan(200);
    expect(await look(wall)).toBeNull();
    expect(await look(jpeg(frame(400, 400), SCAN, END))).toBeNull();
  });

  test('SAF-11a cut off anywhere it is none, nor with anything behind its end', async () => {
    const whole = await grain(200, 100).jpeg().toBuffer();
    for (const length of [0, 1, 2, 3, 20, 150, 400, 700, whole.length - 2, whole.length - 1]) {
      expect([length, await look(whole.subarray(0, length))]).toEqual([length, null]);
    }
    expect(await look(Buffer.concat([whole, Buffer.from('<html>')]))).toBeNull();
  });

  test('SAF-11a kinds that not every browser draws are none', async () => {
    // Lossless, hierarchical and arithmetic frames, 12-bit samples, CMYK.
    for (const marker of [0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]) {
      expect([marker, await look(jpeg(frame(8, 8, { marker }), SCAN, END))]).toEqual([marker, null]);
    }
    expect(await look(jpeg(frame(8, 8, { bits: 12 }), SCAN, END))).toBeNull();
    expect(await look(await plain(64, 48).toColourspace('cmyk').jpeg().toBuffer())).toBeNull();
    for (const factors of [0x00, 0x01, 0x50, 0xff])
      expect(await look(jpeg(frame(8, 8, { factors }), SCAN, END))).toBeNull();
    expect(await look(jpeg(frame(8, 8), frame(9000, 9000), SCAN, END))).toBeNull();
    expect(await look(jpeg(frame(0, 8), SCAN, END))).toBeNull();
    expect(await look(jpeg(SCAN, END))).toBeNull();
    expect(await look(await plain(64, 48).png().toBuffer())).toBeNull();
  });

  test('SAF-11a with a place, a turning, a comment or any other metadata it is none', async () => {
    const turned = await plain(64, 48).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const placed = await plain(64, 48)
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 34/1 0/1' } })
      .jpeg()
      .toBuffer();
    for (const bytes of [turned, placed, jpeg(segment(0xfe, 65), frame(8, 8), SCAN, END)]) {
      expect(await look(bytes)).toBeNull();
    }
  });

  test('SAF-11a thousands of scans over one picture are none, though each is small', async () => {
    const scans = Array.from({ length: 300 }, () => SCAN);
    expect(await look(jpeg(frame(8, 8, { marker: 0xc2 }), ...scans.slice(0, 20), END))).not.toBeNull();
    expect(await look(jpeg(frame(8, 8, { marker: 0xc2 }), ...scans, END))).toBeNull();
  });
});
