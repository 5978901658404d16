/** What a JPEG says about itself before anything is decoded (T12, T16). Pure; bounded by the number of bytes. */
import type { ErrorCode } from '../contract/errors.ts';
import { MAX_SOURCE_PIXELS } from '../contract/limits.ts';
import { APP1, EOI, endOfScan, isFrame, MAX_SCANS, SOI, SOS, segmentAt, uint16 } from './jpegSegments.ts';

export interface JpegHeader {
  /** Pixels as stored, before the orientation is applied. */
  readonly width: number;
  readonly height: number;
  /** EXIF orientation 1–8; 1 where it is missing or invalid. */
  readonly orientation: number;
}

export type JpegRefusal = Extract<ErrorCode, 'IMAGE_NOT_JPEG' | 'IMAGE_TOO_LARGE' | 'IMAGE_LOAD'>;

/**
 * Reads the header and walks from marker to marker, to the end of the picture. Stray bytes between segments are skipped, as browsers do.
 * Whether the picture data is whole is for `completeJpeg` to tell.
 * IMAGE_NOT_JPEG: other magic bytes, or 12-bit samples that no browser decodes; IMAGE_TOO_LARGE: more than MAX_SOURCE_PIXELS claimed;
 * IMAGE_LOAD: cut off before its picture data, or damaged.
 */
export function readJpegHeader(bytes: Uint8Array): JpegHeader | JpegRefusal {
  if (bytes[0] !== 0xff || bytes[1] !== SOI || bytes[2] !== 0xff) return 'IMAGE_NOT_JPEG';
  let frame: { width: number; height: number } | null = null;
  let orientation: number | null = null;
  let scans = 0;
  for (let at = 2; ; ) {
    const segment = segmentAt(bytes, at);
    const isOver = segment === null || segment.marker === EOI || (scans > 0 && isOfAnother(segment.marker));
    if (isOver) return frame !== null && scans > 0 ? { ...frame, orientation: orientation ?? 1 } : 'IMAGE_LOAD';
    const { marker, start, end } = segment;
    at = end;
    if (isFrame(marker)) {
      const read = readFrame(bytes, start, end);
      if (typeof read === 'string') return read;
      frame = read;
    } else if (marker === APP1) {
      orientation ??= readOrientation(bytes.subarray(start, end));
    } else if (marker === SOS) {
      scans++;
      if (frame === null || scans > MAX_SCANS) return 'IMAGE_LOAD';
      at = endOfScan(bytes, end);
    }
  }
}

/** Behind picture data without an end marker these belong to another picture, such as those cameras append. */
const isOfAnother = (marker: number): boolean => marker === SOI || isFrame(marker);

/** What stands before the picture data of a JPEG. */
export interface JpegStart {
  /** Pixels as stored. */
  readonly width: number;
  readonly height: number;
  /**
   * Its picture data may come in several scans, whatever the kind of frame (SAF-44c): progressive, or the first scan has not all
   * components. Each costs a pass over the picture: count them with `readJpegHeader`.
   */
  readonly hasScans: boolean;
  /** Blocks of 8 × 8 samples, of all components. Each takes one bit of the picture data at least. */
  readonly blocks: number;
  /** EXIF, GPS, comments or anything else a decoder needs not, such as bytes between segments: `withoutMetadata` leaves none. */
  readonly hasMetadata: boolean;
}

interface FrameKind {
  readonly components: number;
  readonly isProgressive: boolean;
}

/** Stray bytes between segments, in all of them, that are an encoder's slip. More may be a text or a script. */
const STRAY_MAX = 16;

/** SOF0, SOF1 and SOF2: baseline, extended and progressive, with Huffman codes. What browsers draw. */
const isDrawn = (marker: number): boolean => marker >= 0xc0 && marker <= 0xc2;

/**
 * Reads what stands before the picture data; the first few kilobytes are enough for it (SAF-11). null: no JPEG that every
 * browser draws (8-bit samples, Huffman codes, one or three components), damaged, or longer than `bytes`.
 */
export function readJpegStart(bytes: Uint8Array): JpegStart | null {
  if (bytes[0] !== 0xff || bytes[1] !== SOI || bytes[2] !== 0xff) return null;
  let frame: (Pick<JpegStart, 'width' | 'height' | 'blocks'> & FrameKind) | null = null;
  let hasMetadata = false;
  let stray = 0;
  for (let at = 2; ; ) {
    const segment = segmentAt(bytes, at);
    if (segment === null) return null;
    const { marker, from, start, end } = segment;
    stray += from - at;
    hasMetadata ||= stray > STRAY_MAX;
    if (marker === SOS) {
      if (frame === null) return null;
      const { components, isProgressive, ...found } = frame;
      return { ...found, hasMetadata, hasScans: isProgressive || bytes[start] !== components };
    }
    // A second frame, or the end before any data.
    if (marker === EOI || (isFrame(marker) && (frame !== null || !isDrawn(marker)))) return null;
    if (isFrame(marker)) {
      const size = readFrame(bytes, start, end);
      const blocks = countBlocks(bytes.subarray(start, end));
      if (typeof size === 'string' || blocks === null) return null;
      frame = { ...size, blocks, components: bytes[start + 5] ?? 0, isProgressive: marker === 0xc2 };
    }
    hasMetadata ||= isMetadata(marker);
    at = end;
  }
}

/** Blocks of the frame header in `frame`, by the sampling factors of its components; null: impossible ones. */
function countBlocks(frame: Uint8Array): number | null {
  const components = frame[5] ?? 0;
  if ((components !== 1 && components !== 3) || frame.length !== 6 + 3 * components) return null;
  const factors = Array.from({ length: components }, (_, index) => {
    const both = frame[7 + 3 * index] ?? 0;
    return { across: both >> 4, down: both & 15 };
  });
  if (factors.some(({ across, down }) => across < 1 || across > 4 || down < 1 || down > 4)) return null;
  const most = {
    across: Math.max(...factors.map(({ across }) => across)),
    down: Math.max(...factors.map(({ down }) => down)),
  };
  const blocksOf = (pixels: number, factor: number, max: number) => Math.ceil(Math.ceil((pixels * factor) / max) / 8);
  const [height, width] = [uint16(frame, 1), uint16(frame, 3)];
  return factors.reduce(
    (sum, { across, down }) => sum + blocksOf(width, across, most.across) * blocksOf(height, down, most.down),
    0,
  );
}

function readFrame(bytes: Uint8Array, start: number, end: number): { width: number; height: number } | JpegRefusal {
  if (end - start < 6) return 'IMAGE_LOAD';
  const height = uint16(bytes, start + 1);
  const width = uint16(bytes, start + 3);
  const components = bytes[start + 5] ?? 0;
  if (bytes[start] !== 8) return 'IMAGE_NOT_JPEG';
  if (width * height > MAX_SOURCE_PIXELS) return 'IMAGE_TOO_LARGE';
  return width === 0 || height === 0 || components === 0 || components > 4 ? 'IMAGE_LOAD' : { width, height };
}

/** Orientation tag of IFD0 in an EXIF segment, null where there is none or it is none of 1–8. */
function readOrientation(segment: Uint8Array): number | null {
  if (String.fromCharCode(...segment.subarray(0, 6)) !== 'Exif\0\0') return null;
  const tiff = new DataView(segment.buffer, segment.byteOffset + 6, segment.byteLength - 6);
  if (tiff.byteLength < 8) return null;
  const order = tiff.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return null;
  const little = order === 0x4949;
  const ifd = tiff.getUint32(4, little);
  if (ifd + 2 > tiff.byteLength) return null;
  const count = tiff.getUint16(ifd, little);
  for (let i = 0; i < count; i++) {
    const entry = ifd + 2 + i * 12;
    if (entry + 12 > tiff.byteLength) return null;
    if (tiff.getUint16(entry, little) !== 0x0112) continue;
    const value = tiff.getUint16(entry + 8, little);
    return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}

/** Size of the upright picture. */
export const uprightSize = ({ width, height, orientation }: JpegHeader): { width: number; height: number } =>
  orientation >= 5 ? { width: height, height: width } : { width, height };

/** Comments and application data but JFIF (APP0) and Adobe (APP14), which decoders read colours by. */
const isMetadata = (marker: number): boolean =>
  marker === 0xfe || (marker >= APP1 && marker <= 0xef && marker !== 0xee);

/**
 * The JPEG without any application data or comment: what an encoder adds (Safari writes an EXIF block) tells nothing the picture needs.
 * JFIF (APP0) and Adobe (APP14) stay: decoders read colours by them.
 */
export function withoutMetadata(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const kept: [number, number][] = [[0, 2]];
  let at = 2;
  for (let segment = segmentAt(bytes, at); segment !== null; segment = segmentAt(bytes, at)) {
    const { marker, end } = segment;
    if (marker === SOS || marker === EOI) break;
    if (!isMetadata(marker)) kept.push([at, end]);
    at = end;
  }
  kept.push([at, bytes.length]);
  const clean = new Uint8Array(kept.reduce((sum, [start, end]) => sum + end - start, 0));
  let written = 0;
  for (const [start, end] of kept) {
    clean.set(bytes.subarray(start, end), written);
    written += end - start;
  }
  return clean;
}
