/** What can be wrong with a canvas without an error being thrown (T12, T13, T15). */

const PROBE = [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 18, 52, 86, 255];

/** Privacy browsers add noise to canvas reads or refuse them: then pictures would be spoiled (T15). */
export function isCanvasReadable(): boolean {
  try {
    const context = new OffscreenCanvas(2, 2).getContext('2d');
    if (context === null) return false;
    context.putImageData(new ImageData(new Uint8ClampedArray(PROBE), 2, 2), 0, 0);
    const read = context.getImageData(0, 0, 2, 2).data;
    return PROBE.every((value, i) => value === read[i]);
  } catch {
    return false;
  }
}

/** A black 2×1 JPEG that says it lies on its side (EXIF orientation 6): upright it is 1×2. */
const SIDEWAYS =
  '/9j/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////2wBDAf//////////////////////////////////////////////////////////////////////////////////////wAARCAABAAIDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AJgA/9k=';

/** Does the browser turn pictures upright while decoding (T13)? We rely on it and never turn again. */
export async function turnsUpright(): Promise<boolean> {
  const bytes = Uint8Array.from(atob(SIDEWAYS), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }), { imageOrientation: 'from-image' });
  const isUpright = bitmap.width === 1 && bitmap.height === 2;
  bitmap.close();
  return isUpright;
}

/** A canvas beyond the device's limits stays empty, silently; a drawn photo has no transparent pixel (T12). Pixels are RGBA. */
export function isBlankPicture(pixels: Uint8ClampedArray): boolean {
  for (let i = 3; i < pixels.length; i += 4) if (pixels[i] !== 255) return true;
  return false;
}

/** The most frequent colour, as the mean of its fullest bucket of 16 steps a channel: '#rrggbb'. Pixels are RGBA. */
export function dominantColour(pixels: Uint8ClampedArray): string {
  const buckets = new Map<number, { count: number; red: number; green: number; blue: number }>();
  for (let i = 0; i < pixels.length; i += 4) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(i, i + 3);
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    const bucket = buckets.get(key) ?? { count: 0, red: 0, green: 0, blue: 0 };
    bucket.count++;
    bucket.red += red;
    bucket.green += green;
    bucket.blue += blue;
    buckets.set(key, bucket);
  }
  const fullest = [...buckets.values()].reduce((a, b) => (b.count > a.count ? b : a));
  const hex = (sum: number) =>
    Math.round(sum / fullest.count)
      .toString(16)
      .padStart(2, '0');
  return `#${hex(fullest.red)}${hex(fullest.green)}${hex(fullest.blue)}`;
}
