/** A picked File as bytes. Read at once: a File goes stale on iOS (T02). */
import type { ErrorCode } from '../../contract/errors.ts';
import { MAX_SOURCE_BYTES } from '../../contract/limits.ts';
import { readJpegHeader } from '../../rules/jpegHeader.ts';
import { completeJpeg, hasEndMarker } from '../../rules/jpegWhole.ts';
import { isTooNarrow } from '../../rules/previewShape.ts';

export type PickedJpeg =
  | { readonly kind: 'jpeg'; readonly buffer: ArrayBuffer }
  /** `isHeic`: made by an iPhone that can be told to make JPEGs. */
  | { readonly kind: 'refused'; readonly error: ErrorCode; readonly isHeic: boolean };

/**
 * Decides by content, not by name (T16); never throws. A picture without an end marker is closed with one, unless it was cut (PST-07f).
 * Whether one with an end marker is whole takes longer: preparation tells.
 */
export async function readPickedJpeg(file: File): Promise<PickedJpeg> {
  if (file.size > MAX_SOURCE_BYTES) return { kind: 'refused', error: 'IMAGE_TOO_LARGE', isHeic: false };
  let buffer: ArrayBuffer;
  try {
    buffer = await file.arrayBuffer();
  } catch {
    return { kind: 'refused', error: 'BYTES_LOST', isHeic: false };
  }
  const bytes = new Uint8Array(buffer);
  const header = readJpegHeader(bytes);
  if (typeof header !== 'string') {
    if (isTooNarrow(header)) return { kind: 'refused', error: 'IMAGE_TOO_NARROW', isHeic: false };
    const whole = hasEndMarker(bytes) ? bytes : completeJpeg(bytes);
    if (whole === null) return { kind: 'refused', error: 'IMAGE_LOAD', isHeic: false };
    return { kind: 'jpeg', buffer: whole.buffer };
  }
  return { kind: 'refused', error: header, isHeic: isHeic(new Uint8Array(buffer, 0, Math.min(12, buffer.byteLength))) };
}

/** Boxes of an ISO media file whose brand is one of HEIC's (T16). */
function isHeic(start: Uint8Array): boolean {
  return /^ftyp(hei|hev|mif1|msf1)/.test(String.fromCharCode(...start.subarray(4)));
}
