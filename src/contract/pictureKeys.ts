/** Keys of the pictures that belong to an original's key. Apart from the schemas: the first screen needs no more than this. */
export const thumbnailKey = (mediaUrl: string): string => mediaUrl.replace('/original/', '/thumbnail/');
/** `side`: longest side of the AVIF in pixels, one of those the photo names (IMG-02). */
export const variantKey = (mediaUrl: string, side: number): string =>
  mediaUrl.replace('/original/', `/variant/${side}/`).replace(/jpg$/, 'avif');
/** Key of the JPEG a photo is opened with; there is one of photos larger than it (`PREVIEW_SIDE`), once it was made. */
export const previewKey = (mediaUrl: string): string => mediaUrl.replace('/original/', '/preview/');
