import type { PhotoShape } from './photoRows.ts';

/** Place of one photo's box in its grid, in CSS pixels from the grid's upper left corner. */
export interface PhotoBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A row of the grid: photos `from` up to, not with, `to`. */
export interface PhotoRow {
  readonly from: number;
  readonly to: number;
  /** Distance of the row's upper edge from the grid's, in pixels. */
  readonly top: number;
  readonly height: number;
}

export interface GridLayout {
  readonly boxes: readonly PhotoBox[];
  readonly rows: readonly PhotoRow[];
  /** Height of all rows. */
  readonly height: number;
}

export interface GridMeasures {
  readonly width: number;
  readonly gap: number;
  /** Height rows would like to have on wide screens. null: a phone, whose rows the shares decide. */
  readonly row: number | null;
}

/** Fractions a browser keeps of a pixel: boxes rounded down to them never overflow their row. */
const LAYOUT_UNIT = 64;
const roundDown = (pixels: number) => Math.floor(pixels * LAYOUT_UNIT) / LAYOUT_UNIT;

/** The same rows the styles of the grid make (PhotoGrid.module.css), as numbers: what is far from the screen needs no elements. */
export function measureGrid(shapes: readonly PhotoShape[], { width, gap, row }: GridMeasures): GridLayout {
  const boxes: PhotoBox[] = [];
  const rows: PhotoRow[] = [];
  let top = 0;
  while (boxes.length < shapes.length) {
    const from = boxes.length;
    const to = row === null ? endOfPair(shapes, from) : endOfFilled(shapes, from, width, gap, row);
    const ratios = shapes.slice(from, to).reduce((sum, { ratio }) => sum + ratio, 0);
    const filled = (width - gap * (to - from - 1)) / ratios;
    // The last row is not blown up.
    const height = roundDown(row !== null && to === shapes.length ? Math.min(filled, row) : filled);
    let left = 0;
    for (const { ratio } of shapes.slice(from, to)) {
      const boxWidth = roundDown(ratio * height);
      boxes.push({ left, top, width: boxWidth, height });
      left += boxWidth + gap;
    }
    rows.push({ from, to, top, height });
    top += height + gap;
  }
  return { boxes, rows, height: Math.max(0, top - gap) };
}

const endOfPair = (shapes: readonly PhotoShape[], from: number): number =>
  Math.min(shapes.length, from + (shapes[from]?.share === 1 ? 1 : 2));

function endOfFilled(shapes: readonly PhotoShape[], from: number, width: number, gap: number, row: number): number {
  let to = from;
  let used = 0;
  for (; to < shapes.length; to += 1) {
    used += (shapes[to]?.ratio ?? 1) * row + (to === from ? 0 : gap);
    if (used > width && to > from) return to;
  }
  return to;
}

/** The part of a grid that has elements, each in its own place: what comes and goes moves nothing else. */
export interface GridPart {
  readonly from: number;
  readonly to: number;
  /** Height of the whole grid, in pixels. */
  readonly height: number;
  /** Places of all photos. Empty: the styles place them. */
  readonly boxes: readonly PhotoBox[];
}

/** The rows between two heights of the grid; there is always one. */
export function partOf({ boxes, rows, height }: GridLayout, top: number, bottom: number): GridPart {
  const first = Math.max(0, lastRowBefore(rows, top));
  const last = Math.max(first, lastRowBefore(rows, bottom));
  return { from: rows[first]?.from ?? 0, to: rows[last]?.to ?? 0, height, boxes };
}

/** Index of the last row that begins at or above this height; -1: none. */
function lastRowBefore(rows: readonly PhotoRow[], top: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.top ?? 0) <= top) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
