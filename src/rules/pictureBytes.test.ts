import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  AVATAR_SIDE,
  JPEG_QUALITY,
  MAX_IMAGE_SIDE,
  MAX_OBJECT_BYTES,
  PREVIEW_QUALITY,
  PREVIEW_SIDE,
  THUMBNAIL_QUALITY,
  THUMBNAIL_SIDE,
} from '../contract/limits.ts';
import { mostBytes, mostBytesOf, mostPreviewBytes, type PictureUse, pictureUseOf } from './pictureBytes.ts';

const CASES: readonly [PictureUse, number, number][] = [
  ['original', MAX_IMAGE_SIDE, JPEG_QUALITY],
  ['preview', PREVIEW_SIDE, PREVIEW_QUALITY],
  ['thumbnail', THUMBNAIL_SIDE, THUMBNAIL_QUALITY],
  ['avatar', AVATAR_SIDE, JPEG_QUALITY],
];

/** The share of the bound a picture takes in each use, prepared as the client does, with the heavier kind of colours. */
async function sharesOf(bytes: Uint8Array): Promise<(readonly [PictureUse, number])[]> {
  const size = { width: MAX_IMAGE_SIDE, height: MAX_IMAGE_SIDE, fit: 'inside', withoutEnlargement: true } as const;
  const { data, info } = await sharp(bytes, { failOn: 'none' })
    .rotate()
    .resize(size)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return Promise.all(
    CASES.map(async ([use, side, quality]) => {
      const made = await sharp(data, { raw: { width, height, channels } })
        .resize({ ...size, width: side, height: side })
        .jpeg({ quality: Math.round(quality * 100), chromaSubsampling: '4:4:4' })
        .toBuffer({ resolveWithObject: true });
      return [use, made.data.byteLength / mostBytes(use, made.info)] as const;
    }),
  );
}

const folder = process.env.PHOTO_FIXTURES ?? '';
const photos = existsSync(folder)
  ? readdirSync(folder).filter((name) => /\.jpe?g$/i.test(name) && !/^bad-|12bit/.test(name))
  : [];

describe('bytes of a picture', () => {
  test.skipIf(photos.length === 0)(
    'SAF-44a every real photo takes less than half of its bounds in each of its uses',
    async () => {
      for (const name of photos) {
        for (const [use, share] of await sharesOf(readFileSync(join(folder, name))))
          expect([name, use, share < 0.5]).toEqual([name, use, true]);
      }
    },
  );

  test('SAF-44a pure noise, as browsers encode it, is within its bounds', async () => {
    const create = { width: 1600, height: 1200, channels: 3, background: '#888' } as const;
    const noise = sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma: 80 } } });
    for (const [use, quality] of [
      ['original', JPEG_QUALITY],
      ['preview', PREVIEW_QUALITY],
    ] as const) {
      const { length } = await noise
        .clone()
        .jpeg({ quality: Math.round(quality * 100) })
        .toBuffer();
      expect([use, length < mostBytes(use, create)]).toEqual([use, true]);
    }
  });

  test('SAF-44a few pixels are worth few bytes, and none more than the store takes', () => {
    expect(mostBytes('original', { width: 64, height: 48 })).toBe(128 * 1024 + 1.5 * 64 * 48);
    expect([mostBytesOf('thumbnail'), mostBytesOf('avatar')]).toEqual([256 * 1024, 512 * 1024]);
    expect(mostBytes('original', { width: 65_000, height: 65_000 })).toBe(MAX_OBJECT_BYTES);
    expect(mostBytesOf('preview')).toBe(64 * 1024 + 0.6 * 1600 * 1600);
    expect(mostPreviewBytes({ width: 4096, height: 2731 })).toBe(64 * 1024 + Math.floor(0.6 * 1600 * 1066));
  });

  test('SAF-44a the use of an object stands in its key', () => {
    expect(pictureUseOf('avatar/club/fan/thumbnail/A.jpg')).toBe('avatar');
    for (const use of ['original', 'preview', 'thumbnail'] as const)
      expect(pictureUseOf(`ugc/club/event/${use}/A.jpg`)).toBe(use);
    expect([pictureUseOf('ugc/club/event/variant/480/A.avif'), pictureUseOf('other')]).toEqual([null, null]);
  });
});
