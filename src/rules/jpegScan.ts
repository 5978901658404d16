/** Walks through the picture data of one scan as a decoder does, and tells whether it reaches the last block. Pure. */
import type { BitReader, HuffmanTable } from './jpegBits.ts';
import type { Component, Frame, Scan, ScanComponent } from './jpegFrame.ts';
import { isRestart, segmentAt } from './jpegSegments.ts';

/** Reads one block. `word`: place of its two words in `nonZero`. */
type ReadBlock = (part: ScanComponent, word: number) => void;

/**
 * Reads the data of a scan: false if a marker or the end of the file comes before its last block. 'unknown': it is coded by tables the file
 * does not bring. Data that ends early before a restart marker is a flaw within the picture, and goes on behind the marker.
 * @param interval MCUs between two restart markers; 0: there are none
 */
export function readScan(bytes: Uint8Array, reader: BitReader, frame: Frame, scan: Scan, interval: number) {
  if (scan.parts.some((part) => isTableMissing(part, frame, scan))) return 'unknown';
  const run = { left: 0 };
  const readBlock = createBlockReader(reader, frame, scan, run);
  const mcus = createMcuReader(frame, scan, readBlock);
  for (let mcu = 0; mcu < mcus.count; ) {
    if (interval > 0 && mcu > 0 && mcu % interval === 0) {
      if (!passRestart(bytes, reader)) return false;
      run.left = 0;
    }
    const nextRestart = interval > 0 ? Math.min(mcus.count, mcu - (mcu % interval) + interval) : mcus.count;
    for (; mcu < nextRestart && !reader.isShort; mcu++) {
      // Blocks without further coefficients in their first scan take no bits.
      if (run.left > 0 && scan.before === 0) {
        const skipped = Math.min(run.left, nextRestart - mcu);
        run.left -= skipped;
        mcu += skipped - 1;
      } else mcus.read(mcu);
    }
    if (reader.isShort) {
      const isFlaw = nextRestart < mcus.count && isRestart(segmentAt(bytes, reader.at)?.marker ?? 0);
      if (!isFlaw) return false;
      mcu = nextRestart;
    }
  }
  return true;
}

/** Refinements of the first coefficient are plain bits; every other block has codes. */
const isTableMissing = ({ dc, ac }: ScanComponent, { isProgressive }: Frame, { first, before }: Scan): boolean =>
  isProgressive ? (first === 0 ? before === 0 && dc === undefined : ac === undefined) : !dc || !ac;

/** The next marker must be a restart; whatever its number, the data behind it goes on. */
function passRestart(bytes: Uint8Array, reader: BitReader): boolean {
  const next = segmentAt(bytes, reader.at);
  if (next === null || !isRestart(next.marker)) return false;
  reader.restart(next.end);
  return true;
}

/** A scan of one component has its blocks one by one; of several, MCU by MCU. */
function createMcuReader({ mcusWide, mcusHigh }: Frame, { parts }: Scan, readBlock: ReadBlock) {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) {
    const { blocksWide, blocksHigh, stride } = only.component;
    const read = (mcu: number) => readBlock(only, 2 * (Math.floor(mcu / blocksWide) * stride + (mcu % blocksWide)));
    return { count: blocksWide * blocksHigh, read };
  }
  // Only first coefficients come for several components at once, which need no memory of the block.
  const read = () => {
    for (const part of parts)
      for (let block = part.component.across * part.component.down; block > 0; block--) readBlock(part, 0);
  };
  return { count: mcusWide * mcusHigh, read };
}

/** `run.left`: blocks to come of which no further coefficient comes in this scan. */
function createBlockReader(reader: BitReader, { isProgressive }: Frame, scan: Scan, run: { left: number }): ReadBlock {
  const { first, before } = scan;
  if (!isProgressive) return ({ dc, ac }) => readWhole(reader, dc as HuffmanTable, ac as HuffmanTable);
  if (first === 0) {
    if (before > 0) return () => reader.skip(1);
    return ({ dc }) => reader.skip(reader.decode(dc as HuffmanTable) & 15);
  }
  if (before === 0)
    return ({ component, ac }, word) => readFirst(reader, scan, ac as HuffmanTable, component, word, run);
  return ({ component, ac }, word) => refine(reader, scan, ac as HuffmanTable, component, word, run);
}

function readWhole(reader: BitReader, dc: HuffmanTable, ac: HuffmanTable): void {
  reader.skip(reader.decode(dc) & 15);
  for (let k = 1; k < 64; k++) {
    const code = reader.decode(ac);
    const length = code & 15;
    if (length > 0) {
      k += code >> 4;
      reader.skip(length);
    } else if (code === 0xf0) k += 15;
    else return;
  }
}

/** Blocks, this one included, that end here: 1 of code 0, 2 or 3 of code 1 … */
const runOf = (reader: BitReader, code: number): number => (1 << (code >> 4)) + reader.receive(code >> 4);

function readFirst(
  reader: BitReader,
  { first, last }: Scan,
  ac: HuffmanTable,
  { nonZero }: Component,
  word: number,
  run: { left: number },
): void {
  for (let k = first; k <= last; k++) {
    const code = reader.decode(ac);
    const length = code & 15;
    if (length > 0) {
      k += code >> 4;
      reader.skip(length);
      mark(nonZero, word, k);
    } else if (code === 0xf0) k += 15;
    else {
      run.left = runOf(reader, code) - 1;
      return;
    }
  }
}

function refine(
  reader: BitReader,
  { first, last }: Scan,
  ac: HuffmanTable,
  { nonZero }: Component,
  word: number,
  run: { left: number },
): void {
  let k = first;
  for (; run.left === 0 && k <= last && !reader.isShort; k++) {
    const code = reader.decode(ac);
    const isNew = (code & 15) > 0;
    if (isNew) reader.skip(1);
    else if (code !== 0xf0) {
      run.left = runOf(reader, code);
      break;
    }
    k = passZeros(reader, nonZero, word, k, last, code >> 4);
    if (isNew && k <= last) mark(nonZero, word, k);
  }
  if (run.left === 0) return;
  for (; k <= last; k++) if (has(nonZero, word, k)) reader.skip(1);
  run.left--;
}

/** Past so many coefficients that are still zero; each one that is not brings a bit. Returns the place of the next zero. */
function passZeros(reader: BitReader, nonZero: Uint32Array, word: number, from: number, last: number, zeros: number) {
  let left = zeros;
  let k = from;
  for (; k <= last; k++) {
    if (has(nonZero, word, k)) reader.skip(1);
    else if (left-- === 0) break;
  }
  return k;
}

const has = (nonZero: Uint32Array, word: number, k: number): boolean =>
  (((nonZero[word + (k >> 5)] ?? 0) >>> (k & 31)) & 1) === 1;

function mark(nonZero: Uint32Array, word: number, k: number): void {
  if (k < 64) nonZero[word + (k >> 5)] = (nonZero[word + (k >> 5)] ?? 0) | (1 << (k & 31));
}
