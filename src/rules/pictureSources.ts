import type { Photo } from '../contract/entities.ts';
import { previewKey, variantKey } from '../contract/pictureKeys.ts';

/** What of a photo tells which pictures there are of it. */
export type PictureFacts = Pick<
  Photo,
  'media_url' | 'width' | 'height' | 'variants' | 'has_preview' | 'original_pending'
>;

export type SizedPicture = Pick<PictureFacts, 'media_url' | 'width' | 'height' | 'variants'>;

/**
 * The AVIFs of a photo with their widths in pixels, for `srcset` (IMG-02); undefined: it has none (yet).
 * @param publicBase address of stored objects, without a trailing slash
 */
export const srcSetOf = (
  { media_url, width, height, variants }: SizedPicture,
  publicBase: string,
): string | undefined =>
  variants
    ?.map((side) => {
      const scale = Math.min(1, side / Math.max(width, height));
      return `${publicBase}/${variantKey(media_url, side)} ${Math.round(width * scale)}w`;
    })
    .join() || undefined;

/** Key of the best there is: the original, or the preview while the original has not come (PUB-03). */
export const bestKey = ({ media_url, original_pending }: Pick<Photo, 'media_url' | 'original_pending'>): string =>
  original_pending ? previewKey(media_url) : media_url;
