/** Key of the thumbnail that belongs to an original's key. Apart from the schemas: the first screen needs no more than this. */
export const thumbnailKey = (mediaUrl: string): string => mediaUrl.replace('/original/', '/thumbnail/');
