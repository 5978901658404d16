/** How a photo is opened (IMG-03). Apart from `pictureSources.ts`: no list needs it. */
import type { Photo } from '../contract/entities.ts';
import type { PictureFacts } from './pictureSources.ts';

/** Key of the JPEG a photo is opened with; there is one of photos larger than it (`PREVIEW_SIDE`), once it was made. */
export const previewKey = (mediaUrl: string): string => mediaUrl.replace('/original/', '/preview/');

/** Key of the lightest JPEG that is sharp on a whole screen. */
export const openKey = ({ media_url, has_preview }: PictureFacts): string =>
  has_preview ? previewKey(media_url) : media_url;

/** Key of the best there is: the original, or the preview while the original has not come (PUB-03). */
export const bestKey = ({ media_url, original_pending }: Pick<Photo, 'media_url' | 'original_pending'>): string =>
  original_pending ? previewKey(media_url) : media_url;

/** How wide an open photo is drawn, for `sizes`: as large as the window allows in both directions. */
export const openSizes = ({ width, height }: PictureFacts): string =>
  `min(100vw,${Math.round((100 * width) / height)}vh)`;
