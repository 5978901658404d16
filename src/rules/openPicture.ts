/** How a photo is opened (IMG-03). Apart from `pictureSources.ts`: no list needs it. */
import { previewKey } from '../contract/pictureKeys.ts';
import type { PictureFacts } from './pictureSources.ts';

/** Key of the lightest JPEG that is sharp on a whole screen. */
export const openKey = ({ media_url, has_preview }: PictureFacts): string =>
  has_preview ? previewKey(media_url) : media_url;

/** How wide an open photo is drawn, for `sizes`: as large as the window allows in both directions. */
export const openSizes = ({ width, height }: PictureFacts): string =>
  `min(100vw,${Math.round((100 * width) / height)}vh)`;
