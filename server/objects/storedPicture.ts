/** What a stored object says of itself, whatever the fan who stored it says (SAF-11). */
import { readJpegHeader, readJpegStart } from '../../src/rules/jpegHeader.ts';

/** Our pictures' picture data begin after less than 1 kB. */
const START_BYTES = 16 * 1024;
const END = Uint8Array.from([0xff, 0xd9]);

/**
 * The size of a picture that may be published, in pixels, read from a few kilobytes of the object. null: not a whole JPEG as every
 * browser draws it, one with metadata (ours have none: no place, no turning), or too few bytes for its pixels.
 * @param read up to `length` bytes from `start` on; null: not there
 * @param size of the object, in bytes
 */
export async function readStoredPicture(
  read: (start: number, length: number) => Promise<Uint8Array | null>,
  size: number,
): Promise<{ readonly width: number; readonly height: number } | null> {
  const begin = await read(0, Math.min(size, START_BYTES));
  const found = begin && readJpegStart(begin);
  // A block takes a bit at least: a few bytes that claim a wall of pixels are no picture.
  if (!found || found.hasMetadata || size * 8 < found.blocks) return null;
  const end = await read(size - END.length, END.length);
  if (!end || Buffer.compare(end, END) !== 0) return null;
  if (found.hasScans) {
    // Each scan costs whoever looks at it a pass over all its pixels, and takes a few bytes only: they are counted.
    const whole = await read(0, size);
    if (!whole || typeof readJpegHeader(whole) === 'string') return null;
  }
  return { width: found.width, height: found.height };
}
