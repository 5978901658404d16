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

/** A row on wide screens is at most so many times as high as rows would like to be: `max-width` of a cell in PhotoGrid.module.css. */
export const MOST_STRETCH = 3;

/** The same rows the styles of the grid make (PhotoGrid.module.css), as numbers: what is far from the screen needs no elements. */
export function measureGrid(shapes: readonly PhotoShape[], { width, gap, row }: GridMeasures): GridLayout {
  const boxes: PhotoBox[] = [];
  const rows: PhotoRow[] = [];
  let top = 0;
  while (boxes.length < shapes.length) {
    const from = boxes.length;
    const to = row === null ? endOfPhoneRow(shapes, from) : endOfFilled(shapes, from, width, gap, row);
    const ratios = shapes.slice(from, to).reduce((sum, { ratio }) => sum + ratio, 0);
    const filled = (width - gap * (to - from - 1)) / ratios;
    // Where more may follow, or one photo is all, the last row is not blown up; no other row is too much.
    const isFree = to < shapes.length || shapes.at(-1)?.tie !== undefined;
    const most = row === null ? filled : row * (isFree ? MOST_STRETCH : 1);
    const height = roundDown(Math.min(filled, most));
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

const endOfPhoneRow = (shapes: readonly PhotoShape[], from: number): number =>
  Math.min(shapes.length, from + 1 + (shapes[from]?.others ?? 0));

function endOfFilled(shapes: readonly PhotoShape[], from: number, width: number, gap: number, row: number): number {
  let to = from;
  let used = 0;
  for (; to < shapes.length; to += 1) {
    used += (shapes[to]?.ratio ?? 1) * row + (to === from ? 0 : gap);
    if (used > width && to > from) return endBeforeTie(shapes, from, to);
  }
  return to;
}

/** Tied photos stand in one row: all move into the next one. If the row begins with them, all stay. */
function endBeforeTie(shapes: readonly PhotoShape[], from: number, to: number): number {
  const first = to - (shapes[to]?.tie?.behind ?? 0);
  return first > from ? first : shapes.length;
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

/** Rows of a grid: `from` up to, not with, `to`. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** The photos of some rows, each in its place. */
export function partOf({ boxes, rows, height }: GridLayout, { from, to }: RowRange): GridPart {
  return { from: rows[from]?.from ?? 0, to: rows[to - 1]?.to ?? 0, height, boxes };
}

/** A part of the grid's height, in pixels from its upper edge; may reach beyond it. */
export interface GridView {
  readonly top: number;
  readonly bottom: number;
}

/** Rows have elements this far above and below the screen, in pixels … */
const AHEAD = 900;
/** … and more come when less than this is left. */
const LEAST = 700;

/**
 * One step from the rows that have elements to those that should have them, a row at each end: a frame with more is late.
 * `drawn` null: none has. Gives null where enough have.
 */
export function nextRows(layout: GridLayout, drawn: RowRange | null, view: GridView): RowRange | null {
  const least = rowsAround(layout, view, LEAST);
  if (drawn !== null && drawn.from <= least.from && drawn.to >= least.to) return null;
  const seen = rowsAround(layout, view, 0);
  const isNear = drawn !== null && drawn.from <= seen.to && drawn.to >= seen.from;
  if (!isNear) {
    // Elsewhere: from the middle of the screen on.
    const middle = (seen.from + seen.to) >> 1;
    return { from: middle, to: middle + 1 };
  }
  const most = rowsAround(layout, view, AHEAD);
  return { from: stepTo(drawn.from, most.from), to: stepTo(drawn.to, most.to) };
}

const stepTo = (at: number, goal: number): number => at + Math.sign(goal - at);

/** Whether all rows on screen are among these. */
export function areSeen(layout: GridLayout, drawn: RowRange | null, view: GridView): boolean {
  const seen = rowsAround(layout, view, 0);
  return drawn !== null && drawn.from <= seen.from && drawn.to >= seen.to;
}

/** The rows that reach into a part of the grid, or so many pixels beyond it; there is always one. */
export function rowsAround({ rows }: GridLayout, { top, bottom }: GridView, beyond: number): RowRange {
  const first = Math.max(0, lastRowBefore(rows, top - beyond));
  return { from: first, to: Math.max(first, lastRowBefore(rows, bottom + beyond)) + 1 };
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
