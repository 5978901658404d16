/** Stored objects that are about to be shown: whose they are, and whether they are the pictures they are said to be (SAF-11). */
import { thumbnailKey } from '../../../src/contract/config.ts';
import { MAX_IMAGE_SIDE, THUMBNAIL_SIDE } from '../../../src/contract/limits.ts';
import { previewKey } from '../../../src/contract/pictureKeys.ts';
import { mostBytes, mostBytesOf, type PictureUse } from '../../../src/rules/pictureBytes.ts';
import type { PictureSize } from '../../../src/rules/pictureEdit.ts';
import { isPreviewOf } from '../../../src/rules/previewShape.ts';
import type { StoredObjects } from '../handlers.ts';

/** Why a picture cannot be shown: `missing` a part of it, `taken` by another fan, or `bad`. */
export type PictureProblem = 'missing' | 'taken' | 'bad';

interface PairBytes {
  /** Of the original. */
  readonly bytes: number;
  readonly thumbnailBytes: number;
}

/**
 * Looks at an original and its thumbnail. Tells the original's size; or what is wrong.
 * A store that does not know owners (`owner` null) gives a name nobody can guess: until it is published, only who stored it knows it.
 * The caller refuses names that are published already.
 */
export async function readPicturePair(
  objects: StoredObjects,
  userId: string,
  key: string,
): Promise<(PictureSize & PairBytes) | PictureProblem> {
  const keys = [key, thumbnailKey(key)];
  const [original, thumbnail] = await Promise.all(keys.map((one) => objects.stat(one)));
  for (const object of [original, thumbnail]) if (object && ![null, userId].includes(object.owner)) return 'taken';
  if (!original || !thumbnail) return 'missing';
  const [size, small] = await Promise.all([
    readBounded(objects, 'original', key, original.size),
    readBounded(objects, 'thumbnail', thumbnailKey(key), thumbnail.size),
  ]);
  const isShown = size && small && isWithin(size, MAX_IMAGE_SIDE) && isWithin(small, THUMBNAIL_SIDE);
  return isShown ? { ...size, bytes: original.size, thumbnailBytes: thumbnail.size } : 'bad';
}

/** What a photo says of itself. */
type ClaimedPhoto = PictureSize & { readonly media_url: string };

/** Looks at the thumbnail and the preview of a photo whose original follows (PUB-01). Returns the bytes of both; or what is wrong. */
export async function readSmallPictures(
  objects: StoredObjects,
  userId: string,
  photo: ClaimedPhoto,
): Promise<number | PictureProblem> {
  const key = thumbnailKey(photo.media_url);
  const [preview, thumbnail] = await Promise.all([readPreview(objects, userId, photo), objects.stat(key)]);
  if (preview === 'taken' || (thumbnail && ![null, userId].includes(thumbnail.owner))) return 'taken';
  if (preview === 'missing' || !thumbnail) return 'missing';
  const small = await readBounded(objects, 'thumbnail', key, thumbnail.size);
  if (preview === 'bad' || small === null || !isWithin(small, THUMBNAIL_SIDE)) return 'bad';
  return preview + thumbnail.size;
}

/** Looks at the preview a client stored itself. Returns its bytes; or what is wrong. */
export async function readPreview(
  objects: StoredObjects,
  userId: string,
  photo: ClaimedPhoto,
): Promise<number | PictureProblem> {
  const key = previewKey(photo.media_url);
  const stored = await objects.stat(key);
  if (!stored) return 'missing';
  if (stored.owner !== null && stored.owner !== userId) return 'taken';
  const size = await readBounded(objects, 'preview', key, stored.size);
  return size !== null && isPreviewOf(size, photo) ? stored.size : 'bad';
}

/** As `readPicture`; null also for a picture of more bytes than its use and pixels are worth (SAF-44b). */
async function readBounded(
  objects: StoredObjects,
  use: PictureUse,
  key: string,
  bytes: number,
): Promise<PictureSize | null> {
  const size = bytes <= mostBytesOf(use) ? await objects.readPicture(key, bytes) : null;
  return size !== null && bytes <= mostBytes(use, size) ? size : null;
}

const isWithin = ({ width, height }: PictureSize, side: number): boolean => Math.max(width, height) <= side;

/** Whether a key is an avatar of this account: they stand under their owner's id (§7). */
export const isAvatarOf = (userId: string, key: string): boolean => {
  const [dir, , owner] = key.split('/');
  return dir === 'avatar' && owner === userId;
};

/** Whether a key is an avatar of this account that may be shown. Lists show many avatars at once: they are small. */
export async function mayShowAvatar(objects: StoredObjects, userId: string, key: string): Promise<boolean> {
  if (!isAvatarOf(userId, key)) return false;
  const stored = await objects.stat(key);
  const size = stored && (await readBounded(objects, 'avatar', key, stored.size));
  return size !== null && isWithin(size, THUMBNAIL_SIDE);
}
