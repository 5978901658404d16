import { MAX_SOURCE_BYTES, MAX_SOURCE_PIXELS } from '../../../contract/limits.ts';

/**
 * The picked file as a picture to look at, or why not. Its bytes are read at once: a phone may take the file away (T02).
 * The caller revokes the picture's address.
 */
export async function openPicture(file: File): Promise<HTMLImageElement | 'notPicture' | 'tooLarge'> {
  if (file.size > MAX_SOURCE_BYTES) return 'tooLarge';
  const image = new Image();
  try {
    const bytes = await file.arrayBuffer();
    image.src = URL.createObjectURL(new Blob([bytes], { type: file.type }));
    await image.decode();
  } catch {
    URL.revokeObjectURL(image.src);
    return 'notPicture';
  }
  if (image.naturalWidth * image.naturalHeight <= MAX_SOURCE_PIXELS) return image;
  URL.revokeObjectURL(image.src);
  return 'tooLarge';
}
