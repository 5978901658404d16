/** What a JPEG's headers say of its picture data: size in blocks, code tables, scans. Pure. */
import { createHuffmanTable, type HuffmanTable } from './jpegBits.ts';
import { uint16 } from './jpegSegments.ts';

export interface Component {
  readonly id: number;
  /** Sampling factors: blocks of an MCU. */
  readonly across: number;
  readonly down: number;
  /** Blocks that hold pixels: a scan of this component alone has these. */
  readonly blocksWide: number;
  readonly blocksHigh: number;
  /** Blocks of a row, those that fill the last MCU up included. */
  readonly stride: number;
  /** Lowest bit that has come of each coefficient; -1: none has. */
  readonly lowestBit: Int8Array;
  /** Of a progressive picture: two words a block, a bit for each coefficient that is not zero. */
  readonly nonZero: Uint32Array;
}

export interface Frame {
  readonly isProgressive: boolean;
  readonly mcusWide: number;
  readonly mcusHigh: number;
  readonly components: readonly Component[];
}

/** A header that says what no decoder can do. */
export class ImpossibleJpeg extends Error {}

/** @throws ImpossibleJpeg */
export function parseFrame(payload: Uint8Array, isProgressive: boolean): Frame {
  const [height, width, count] = [uint16(payload, 1), uint16(payload, 3), payload[5] ?? 0];
  if (width === 0 || height === 0 || count < 1 || count > 4 || payload.length < 6 + 3 * count)
    throw new ImpossibleJpeg('frame');
  const parts = Array.from({ length: count }, (_, index) => {
    const at = 6 + 3 * index;
    const both = payload[at + 1] ?? 0;
    return { id: payload[at] ?? 0, across: both >> 4, down: both & 15 };
  });
  if (parts.some(({ across, down }) => across < 1 || across > 4 || down < 1 || down > 4))
    throw new ImpossibleJpeg('sampling');
  const most = Math.max(...parts.map(({ across }) => across));
  const mostDown = Math.max(...parts.map(({ down }) => down));
  const mcusWide = Math.ceil(width / (8 * most));
  const mcusHigh = Math.ceil(height / (8 * mostDown));
  const components = parts.map(({ id, across, down }) => ({
    id,
    across,
    down,
    blocksWide: Math.ceil((width * across) / (8 * most)),
    blocksHigh: Math.ceil((height * down) / (8 * mostDown)),
    stride: mcusWide * across,
    lowestBit: new Int8Array(64).fill(-1),
    nonZero: new Uint32Array(isProgressive ? 2 * mcusWide * across * mcusHigh * down : 0),
  }));
  return { isProgressive, mcusWide, mcusHigh, components };
}

export interface HuffmanTables {
  readonly dc: (HuffmanTable | undefined)[];
  readonly ac: (HuffmanTable | undefined)[];
}

/** Takes the tables of a DHT segment over. @throws ImpossibleJpeg */
export function readHuffmanTables(payload: Uint8Array, tables: HuffmanTables): void {
  for (let at = 0; at + 17 <= payload.length; ) {
    const kind = payload[at] ?? 0;
    const counts = payload.subarray(at + 1, at + 17);
    const length = counts.reduce((sum, count) => sum + count, 0);
    const table = createHuffmanTable(counts, payload.subarray(at + 17, at + 17 + length));
    if (table === null || (kind & 15) > 3) throw new ImpossibleJpeg('codes');
    (kind >> 4 === 0 ? tables.dc : tables.ac)[kind & 15] = table;
    at += 17 + length;
  }
}

export interface ScanComponent {
  readonly component: Component;
  /** undefined: none was given under its number. */
  readonly dc: HuffmanTable | undefined;
  readonly ac: HuffmanTable | undefined;
}

export interface Scan {
  readonly parts: readonly ScanComponent[];
  /** First and last coefficient, bit before and bit of this scan. Of pictures that are not progressive: 0, 63, 0, 0. */
  readonly first: number;
  readonly last: number;
  readonly before: number;
  readonly bit: number;
}

/** @throws ImpossibleJpeg */
export function parseScan(payload: Uint8Array, { components, isProgressive }: Frame, tables: HuffmanTables): Scan {
  const count = payload[0] ?? 0;
  if (count < 1 || count > 4 || payload.length < 4 + 2 * count) throw new ImpossibleJpeg('scan');
  const parts = Array.from({ length: count }, (_, index) => {
    const [id, both = 0] = payload.subarray(1 + 2 * index);
    const component = components.find((one) => one.id === id);
    if (component === undefined) throw new ImpossibleJpeg('component');
    return { component, dc: tables.dc[both >> 4], ac: tables.ac[both & 15] };
  });
  if (!isProgressive) return { parts, first: 0, last: 63, before: 0, bit: 0 };
  const [first = 0, last = 0, both = 0] = payload.subarray(1 + 2 * count);
  const isPossible = first === 0 ? last === 0 : count === 1 && first <= last && last < 64;
  if (!isPossible || (both & 15) > 13) throw new ImpossibleJpeg('progression');
  return { parts, first, last, before: both >> 4, bit: both & 15 };
}
