/** Where everything of a picture of highlights stands (WAL-08a). Nothing is drawn here: a test measures with letters of its own. */
import { HIGHLIGHTS_FORMATS, type HighlightsFormat } from '../../src/contract/highlights.ts';
import { cardBreaks } from '../../src/messages/jaPhotoCard.ts';
import { fitText, type MeasureText, type TextFit } from '../../src/rules/fitText.ts';

export interface HighlightsTexts {
  readonly title: string;
  readonly event: string;
  /** Empty: none. */
  readonly date: string;
  /** The tenant's name. */
  readonly site: string;
}
/** A number with what it is called and its unit. */
export interface HighlightsCount {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
}
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export interface PlacedText {
  readonly text: string;
  readonly x: number;
  /** Of the baseline. */
  readonly y: number;
  readonly size: number;
  readonly isBold: boolean;
  /** Of a credit line: it stands on black, not on the tenant's colour. */
  readonly isCredit: boolean;
}
export interface HighlightsLayout {
  /** One box for each photo, in their order. No box covers another. */
  readonly photos: readonly Box[];
  /** Left upper corners of the stripes. */
  readonly stripes: readonly { readonly x: number; readonly y: number; readonly width: number }[];
  readonly texts: readonly PlacedText[];
}
interface LayoutInput {
  /** At most three. An empty credit is no line. */
  readonly photos: readonly (Sides & { readonly credit: string })[];
  readonly texts: HighlightsTexts;
  readonly counts: readonly HighlightsCount[];
}
/** Widths of regular and of bold letters. */
export interface HighlightsMeasure {
  readonly regular: MeasureText;
  readonly bold: MeasureText;
}

const GAP = 4;
const CREDIT: TextFit = { size: 22, least: 16, lines: 3 };
const LINE = 1.3;
/** Where photos and credits stand. */
export const WIDE_PHOTOS = { width: 780 } as const;
export const TALL_PHOTOS = { y: 620, height: 820 } as const;
/** Height of a stripe. */
export const STRIPE_HEIGHT = 16;

interface Sides {
  readonly width: number;
  readonly height: number;
}
/** Beside an upright photo the others stand below each other. Below a lying one they stand beside each other. */
type Grid = 'upright' | 'lying';

const AREAS: Readonly<Record<HighlightsFormat, Box>> = {
  wide: { x: 0, y: 0, width: WIDE_PHOTOS.width, height: HIGHLIGHTS_FORMATS.wide.height },
  tall: { x: 0, y: TALL_PHOTOS.y, width: HIGHLIGHTS_FORMATS.tall.width, height: TALL_PHOTOS.height },
};
/** Share of the area that the first of several photos has. */
const LEAD_SHARE = { upright: 0.54, lying: 0.6 } as const;

/** Width by height from which less of the first photo is cut in a lying place. */
const LYING_FROM = 1.2;

/** Cuts a box into parts below each other, or beside each other. */
function cutBox(box: Box, direction: 'rows' | 'columns', shares: readonly number[]): Box[] {
  const isRows = direction === 'rows';
  const room = (isRows ? box.height : box.width) - GAP * (shares.length - 1);
  let at = isRows ? box.y : box.x;
  return shares.map((share) => {
    const length = Math.round(room * share);
    const { x, y, width, height } = box;
    const part = isRows ? { x, y: at, width, height: length } : { x: at, y, width: length, height };
    at += length + GAP;
    return part;
  });
}

/** Returns the places of the photos with their credits. */
function cellsFor(format: HighlightsFormat, photos: readonly Sides[]): Box[] {
  const area = AREAS[format];
  const [lead] = photos;
  if (lead === undefined) return [];
  const grid: Grid = lead.width < lead.height * LYING_FROM ? 'upright' : 'lying';
  const direction = grid === 'upright' ? 'columns' : 'rows';
  if (photos.length === 1) return [area];
  if (photos.length === 2) return cutBox(area, direction, [0.5, 0.5]);
  const [first, rest] = cutBox(area, direction, [LEAD_SHARE[grid], 1 - LEAD_SHARE[grid]]);
  if (first === undefined || rest === undefined) return [];
  return [first, ...cutBox(rest, grid === 'upright' ? 'rows' : 'columns', [0.5, 0.5])];
}

interface Column {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly fits: Readonly<Record<keyof HighlightsTexts, TextFit>>;
}
/** The column of texts of each format. A service lays its own buttons over both ends of a tall picture. */
const COLUMNS: Readonly<Record<HighlightsFormat, Column>> = {
  wide: {
    x: 820,
    y: 40,
    width: 344,
    fits: {
      site: { size: 26, least: 20, lines: 1 },
      title: { size: 44, least: 24, lines: 3 },
      event: { size: 24, least: 18, lines: 3 },
      date: { size: 24, least: 20, lines: 1 },
    },
  },
  tall: {
    x: 64,
    y: 120,
    width: 952,
    fits: {
      site: { size: 36, least: 28, lines: 1 },
      title: { size: 76, least: 46, lines: 2 },
      event: { size: 42, least: 30, lines: 2 },
      date: { size: 34, least: 28, lines: 1 },
    },
  },
};

/** Places photos, credits and texts of a picture. */
export function layoutHighlights(
  format: HighlightsFormat,
  { photos, texts, counts }: LayoutInput,
  measure: HighlightsMeasure,
): HighlightsLayout {
  const cells = cellsFor(format, photos).map((cell, index) =>
    placeCredit(cell, photos[index]?.credit ?? '', measure.regular),
  );
  const column = stackTexts(COLUMNS[format], texts, measure);
  const numbers = format === 'wide' ? countRows(counts, measure) : countColumns(counts, measure);
  return {
    photos: cells.map(({ photo }) => photo),
    stripes: column.stripes,
    texts: [...cells.flatMap(({ lines }) => lines), ...column.texts, ...numbers],
  };
}

/** The photo above its credit line. */
function placeCredit(cell: Box, credit: string, measure: MeasureText) {
  if (credit === '') return { photo: cell, lines: [] };
  const { size, rows } = fitText(credit, CREDIT, cell.width - 32, { measure, breaks: cardBreaks });
  const line = Math.round(size * LINE);
  const height = cell.height - rows.length * line - 12;
  const lines = rows.map((text, index) => {
    const y = cell.y + height + 4 + size + index * line;
    return { text, x: cell.x + 16, y, size, isBold: false, isCredit: true };
  });
  return { photo: { ...cell, height }, lines };
}

/** Site, stripes, title, event and date below each other. */
function stackTexts({ x, y: top, width, fits }: Column, texts: HighlightsTexts, measure: HighlightsMeasure) {
  const placed: PlacedText[] = [];
  const stripes: { x: number; y: number; width: number }[] = [];
  let y = top;
  for (const name of ['site', 'title', 'event', 'date'] as const) {
    if (texts[name] === '') continue;
    const isBold = name === 'title' || name === 'site';
    const { size, rows } = fitText(texts[name], fits[name], width, {
      measure: isBold ? measure.bold : measure.regular,
      breaks: cardBreaks,
    });
    for (const text of rows) {
      placed.push({ text, size, x, y: y + size, isBold, isCredit: false });
      y += Math.round(size * LINE);
    }
    y += 12;
    if (name !== 'site') continue;
    stripes.push({ x, y, width: 84 }, { x: x + 96, y, width: 24 });
    y += STRIPE_HEIGHT + 20;
  }
  return { texts: placed, stripes };
}

/** Sizes of value and label. */
const WIDE_COUNT = { value: 40, label: 22, row: 54 } as const;
const TALL_COUNT = { value: 76, label: 32 } as const;

/** The size at which a text is no wider than its room. */
const sizeWithin = (room: number, most: number, widthAt: (size: number) => number): number =>
  Math.min(most, Math.floor((most * room) / widthAt(most)));

/** One number a line, above the lower edge: the label at the left, the value at the right. */
function countRows(counts: readonly HighlightsCount[], measure: HighlightsMeasure): PlacedText[] {
  const { x, width } = COLUMNS.wide;
  const { value: large, label: small, row } = WIDE_COUNT;
  const first = HIGHLIGHTS_FORMATS.wide.height - 32 - (counts.length - 1) * row;
  return counts.flatMap(({ label, value, unit }, index) => {
    const y = first + index * row;
    const right = x + width - measure.regular(unit, small);
    const room = right - 6 - x - measure.regular(label, small) - 12;
    const size = sizeWithin(room, large, (most) => measure.bold(value, most));
    const valueAt = right - 6 - measure.bold(value, size);
    return [
      { text: label, x, y, size: small, isBold: false, isCredit: false },
      { text: value, x: valueAt, y, size, isBold: true, isCredit: false },
      { text: unit, x: right, y, size: small, isBold: false, isCredit: false },
    ];
  });
}

/** The numbers beside each other, each above its label, as large as they fit. */
function countColumns(counts: readonly HighlightsCount[], measure: HighlightsMeasure): PlacedText[] {
  const { x, width } = COLUMNS.tall;
  const each = width / Math.max(1, counts.length);
  const { value: most, label: small } = TALL_COUNT;
  const y = 1540;
  return counts.flatMap(({ label, value, unit }, index) => {
    const room = each - 24 - measure.regular(unit, small) - 6;
    const size = sizeWithin(room, most, (large) => measure.bold(value, large));
    const at = x + index * each;
    const unitAt = at + measure.bold(value, size) + 6;
    return [
      { text: value, x: at, y, size, isBold: true, isCredit: false },
      { text: unit, x: unitAt, y, size: small, isBold: false, isCredit: false },
      { text: label, x: at, y: y + 52, size: small, isBold: false, isCredit: false },
    ];
  });
}
