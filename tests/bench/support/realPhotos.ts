/** Real photos of cameras and phones, as the product publishes them. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import {
  JPEG_QUALITY,
  MAX_IMAGE_SIDE,
  PREVIEW_SIDE,
  THUMBNAIL_QUALITY,
  THUMBNAIL_SIDE,
} from '../../../src/contract/limits.ts';

/** Photos of cameras, one of each scene; what a test breaks on purpose is none. */
const OTHERS = /^(?:bad|odd|tiny|cmyk|gray)|exif(?:0|[2-8])(?:-invalid-value)?\.jpg$|^canon-small/;
const CAMERAS = /12mp|8mp|16mp|5mp|13mp/;

export interface RealPhoto {
  readonly name: string;
  /** As the product publishes it. */
  readonly base: Buffer;
  readonly thumbnail: Buffer;
}

export const fittedInto = (bytes: Buffer, side: number) =>
  sharp(bytes).resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });

/** Of the folder of PHOTO_FIXTURES. */
export async function readRealPhotos(from: string): Promise<RealPhoto[]> {
  const photos: RealPhoto[] = [];
  for (const name of (await readdir(from)).sort()) {
    if (!/\.jpe?g$/i.test(name) || (OTHERS.test(name) && !CAMERAS.test(name))) continue;
    const upright = await sharp(join(from, name)).rotate().toColourspace('srgb').jpeg({ quality: 98 }).toBuffer();
    const { width = 0, height = 0 } = await sharp(upright).metadata();
    if (Math.max(width, height) < PREVIEW_SIDE) continue;
    const jpeg = (side: number, quality: number) =>
      fittedInto(upright, side)
        .jpeg({ quality: quality * 100 })
        .toBuffer();
    photos.push({
      name,
      base: await jpeg(MAX_IMAGE_SIDE, JPEG_QUALITY),
      thumbnail: await jpeg(THUMBNAIL_SIDE, THUMBNAIL_QUALITY),
    });
  }
  return photos;
}
