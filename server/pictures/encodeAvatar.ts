/** Pixels of one avatar: what its fan stored is decoded and encoded anew, so that nobody is served a stranger's bytes (SAF-44d). */
import { AVATAR_SIDE, JPEG_QUALITY, THUMBNAIL_SIDE } from '../../src/contract/limits.ts';
import { completeJpeg } from '../../src/rules/jpegWhole.ts';
import { isOfPicture, type RefusedPicture, refused } from './encodePictures.ts';

export interface AvatarOrder {
  /** As the fan stored it. */
  readonly avatar: Uint8Array;
}
export interface DerivedAvatar {
  readonly is: 'avatar';
  readonly bytes: Uint8Array;
}

/** Returns a JPEG of at most AVATAR_SIDE pixels, or why there is none. Rejects where the machine, not the picture, is at fault. */
export async function encodeAvatar({ avatar }: AvatarOrder): Promise<DerivedAvatar | RefusedPicture> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  if (completeJpeg(new Uint8Array(avatar)) === null) return refused('The avatar is cut off.');
  try {
    const bytes = await sharp(avatar, { failOn: 'error', limitInputPixels: THUMBNAIL_SIDE * THUMBNAIL_SIDE })
      .toColourspace('srgb')
      .removeAlpha()
      .resize({ width: AVATAR_SIDE, height: AVATAR_SIDE, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: Math.round(JPEG_QUALITY * 100), progressive: false })
      .toBuffer();
    return { is: 'avatar', bytes };
  } catch (error) {
    if (!(error instanceof Error) || !isOfPicture(error)) throw error;
    return refused(error.message);
  }
}
