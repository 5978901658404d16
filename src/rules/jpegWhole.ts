/** Whether a JPEG is whole: decided by its picture data, not by its end marker, which some cameras leave out (PST-07f). Pure. */
import { BitReader } from './jpegBits.ts';
import {
  type Frame,
  type HuffmanTables,
  ImpossibleJpeg,
  parseFrame,
  parseScan,
  readHuffmanTables,
  type Scan,
} from './jpegFrame.ts';
import { readScan } from './jpegScan.ts';
import { EOI, endOfScan, isFrame, MAX_SCANS, SOI, SOS, segmentAt, uint16 } from './jpegSegments.ts';

const DHT = 0xc4;
const DRI = 0xdd;
/** Baseline, extended and progressive, with Huffman codes. Others are decoded by hardly any browser. */
const isWalked = (marker: number): boolean => marker >= 0xc0 && marker <= 0xc2;

/**
 * The picture as every browser decodes it: the bytes as they are, or closed with an end marker behind the picture data. null: the data ends
 * before the last row, as in a picture that was cut, also one that was closed after the cut. Costs a pass over all of its data.
 */
export function completeJpeg(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null {
  try {
    const end = endOfPicture(bytes);
    if (end === null) return null;
    const next = segmentAt(bytes, end);
    return next?.marker === EOI && next.from === end ? bytes : closed(bytes.subarray(0, end));
  } catch (error) {
    if (error instanceof ImpossibleJpeg) return null;
    throw error;
  }
}

/** Whether an end marker follows the picture data, as far as markers tell. Costs little. */
export function hasEndMarker(bytes: Uint8Array): boolean {
  let at = 2;
  for (let segment = segmentAt(bytes, at); segment !== null; segment = segmentAt(bytes, at)) {
    if (segment.marker === EOI) return true;
    at = segment.marker === SOS ? endOfScan(bytes, segment.end) : segment.end;
  }
  return false;
}

function closed(picture: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(picture.length + 2);
  whole.set(picture);
  whole.set([0xff, EOI], picture.length);
  return whole;
}

/** Where the picture data ends; null: before the last row. @throws ImpossibleJpeg */
function endOfPicture(bytes: Uint8Array): number | null {
  const tables: HuffmanTables = { dc: [], ac: [] };
  let frame: Frame | null = null;
  let interval = 0;
  let scans = 0;
  let end = 2;
  for (let at = 2; ; ) {
    const segment = segmentAt(bytes, at);
    // What follows the data may look like anything: a second picture, or a segment longer than the file.
    if (segment === null || segment.marker === EOI || (segment.marker === SOI && scans > 0))
      return frame !== null && isComplete(frame) ? end : null;
    const { marker } = segment;
    const payload = bytes.subarray(segment.start, segment.end);
    at = segment.end;
    if (marker === DHT) readHuffmanTables(payload, tables);
    else if (marker === DRI) interval = uint16(payload, 0);
    else if (isFrame(marker)) {
      if (frame !== null) throw new ImpossibleJpeg('two frames');
      if (!isWalked(marker)) return endByMarkers(bytes, at);
      frame = parseFrame(payload, marker === 0xc2);
    } else if (marker === SOS) {
      scans++;
      if (frame === null || scans > MAX_SCANS) return null;
      const scan = parseScan(payload, frame, tables);
      const reader = new BitReader(bytes, at);
      const isRead = readScan(bytes, reader, frame, scan, interval);
      if (isRead === 'unknown') return endByMarkers(bytes, at);
      if (!isRead) return null;
      noteScan(scan);
      end = reader.at;
      at = end;
      if (!frame.isProgressive && isComplete(frame)) return end;
    }
  }
}

/** Of a picture whose data cannot be followed: it ends where the end marker stands, or with the file. */
function endByMarkers(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let segment = segmentAt(bytes, at); segment !== null; segment = segmentAt(bytes, at)) {
    if (segment.marker === EOI) return segment.from;
    at = segment.marker === SOS ? endOfScan(bytes, segment.end) : segment.end;
  }
  return bytes.length;
}

function noteScan({ parts, first, last, bit }: Scan): void {
  for (const { component } of parts) component.lowestBit.fill(bit, first, last + 1);
}

/** All bits of all coefficients have come, of every component: a progressive picture may be cut between two of its scans. */
const isComplete = ({ components }: Frame): boolean =>
  components.every(({ lowestBit }) => lowestBit.every((bit) => bit === 0));
