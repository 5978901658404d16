/** How many bytes a stored picture may have: everybody who opens a page downloads them (SAF-44). Pure. */
import { PICTURE_BYTES } from '../contract/abuseLimits.ts';
import { MAX_IMAGE_SIDE, MAX_OBJECT_BYTES, PREVIEW_SIDE } from '../contract/limits.ts';

export type PictureUse = keyof typeof PICTURE_BYTES;

/** Returns the most bytes a picture of this use and size in pixels may have. */
export const mostBytes = (use: PictureUse, { width, height }: { readonly width: number; readonly height: number }) =>
  Math.min(MAX_OBJECT_BYTES, Math.floor(PICTURE_BYTES[use].base + PICTURE_BYTES[use].perPixel * width * height));

/** Returns the most bytes any picture of this use may have. */
export function mostBytesOf(use: PictureUse): number {
  const side = use === 'preview' ? PREVIEW_SIDE : MAX_IMAGE_SIDE;
  return mostBytes(use, { width: side, height: side });
}

/** Returns the most bytes the preview of a photo of this size may have. */
export function mostPreviewBytes({ width, height }: { readonly width: number; readonly height: number }): number {
  const scale = PREVIEW_SIDE / Math.max(width, height);
  // Rounded down: what goes first here is never too large there.
  return mostBytes('preview', { width: Math.floor(width * scale), height: Math.floor(height * scale) });
}

/** Returns what the object of a key a fan stores is for. null: no such key. */
export function pictureUseOf(key: string): PictureUse | null {
  if (key.startsWith('avatar/')) return 'avatar';
  const use = /^ugc\/[^/]+\/[^/]+\/(original|preview|thumbnail)\//.exec(key)?.[1];
  return (use as PictureUse | undefined) ?? null;
}
