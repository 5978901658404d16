/** Where everything of a photo's card stands (FAN-21). Nothing is drawn here: a test measures with letters of its own. */
import { cardBreaks } from '../../../messages/jaPhotoCard.ts';
import type { CardBox } from './cardCanvas.ts';

/** Pixels. `story` is as high as the screen of a phone, `chat` is small enough for a talk. */
export const CARD_FORMATS = { story: { width: 1080, height: 1920 }, chat: { width: 1080, height: 1080 } } as const;
export type CardFormat = keyof typeof CARD_FORMATS;

const MARGIN = 56;
const GAP = 20;
/** A service lays its own buttons over the ends of a story. */
const STORY_EDGE = { top: 120, bottom: 220 } as const;
/** Widest an upright photo is beside its texts. */
const BESIDE = 660;
const LINE = 1.32;

export interface CardTexts {
  readonly credit: string;
  readonly players: string;
  readonly match: string;
  /** Tenant and hashtag. */
  readonly foot: string;
}

/** Width of a text in pixels at a size, in the card's bold letters. */
export type MeasureText = (text: string, size: number) => number;

export interface CardLine {
  readonly of: keyof CardTexts;
  readonly text: string;
  readonly x: number;
  /** Of the baseline. */
  readonly y: number;
  readonly size: number;
}

export interface CardLayout {
  readonly photo: CardBox;
  /** Of the stripes between credit and names. */
  readonly mark: { readonly x: number; readonly y: number };
  readonly lines: readonly CardLine[];
}

/** How large a text is at best and at least, in pixels, and on how many lines. */
interface Fit {
  readonly size: number;
  readonly least: number;
  readonly lines: number;
}

const FITS: Readonly<Record<'story' | 'chat' | 'column', Readonly<Record<keyof CardTexts, Fit>>>> = {
  story: {
    credit: { size: 30, least: 24, lines: 2 },
    players: { size: 76, least: 44, lines: 2 },
    match: { size: 52, least: 34, lines: 2 },
    foot: { size: 34, least: 26, lines: 2 },
  },
  chat: {
    credit: { size: 26, least: 22, lines: 2 },
    players: { size: 60, least: 38, lines: 2 },
    match: { size: 36, least: 28, lines: 2 },
    foot: { size: 28, least: 24, lines: 1 },
  },
  column: {
    credit: { size: 24, least: 22, lines: 4 },
    players: { size: 46, least: 36, lines: 4 },
    match: { size: 36, least: 28, lines: 5 },
    foot: { size: 28, least: 22, lines: 3 },
  },
};

/** Height of the stripes between credit and names. */
export const MARK_HEIGHT = 18;

/**
 * Places the whole photo, uncut, and the texts below it; in a talk the texts of an upright photo stand beside it. A text gets smaller
 * until it fits its lines, then it is cut with an ellipsis. Empty texts take no room.
 */
export function layoutCard(
  format: CardFormat,
  picture: { readonly width: number; readonly height: number },
  texts: CardTexts,
  measure: MeasureText,
): CardLayout {
  const card = CARD_FORMATS[format];
  const ratio = picture.width / picture.height;
  if (format === 'chat' && ratio < 1) {
    const photo = contain(ratio, BESIDE, card.height);
    const x = photo.width + MARGIN * 0.75;
    const block = stack(texts, FITS.column, card.width - x - MARGIN * 0.75, measure);
    const top = Math.round((card.height - block.height) / 2);
    const box = { x: 0, y: Math.round((card.height - photo.height) / 2), width: photo.width, height: photo.height };
    return { photo: box, ...block.at(x, top) };
  }
  const block = stack(texts, FITS[format], card.width - 2 * MARGIN, measure);
  const edge = format === 'story' ? STORY_EDGE : { top: 0, bottom: 40 };
  const room = card.height - edge.top - edge.bottom;
  const photo = contain(ratio, card.width, room - GAP - block.height);
  const top = edge.top + Math.round((room - photo.height - GAP - block.height) / 2);
  const box = { x: Math.round((card.width - photo.width) / 2), y: top, width: photo.width, height: photo.height };
  // Below the photo's own edge, where that leaves the texts their width.
  const x = Math.max(MARGIN, Math.min(box.x, card.width - MARGIN - block.width));
  return { photo: box, ...block.at(x, top + photo.height + GAP) };
}

/** The largest size of a shape within a box. */
function contain(ratio: number, width: number, height: number) {
  const fitted = Math.min(width, height * ratio);
  return { width: Math.round(fitted), height: Math.round(fitted / ratio) };
}

const ORDER = ['credit', 'players', 'match', 'foot'] as const;

/** The texts below each other, with a gap between two of them and the stripes behind the credit line. */
function stack(texts: CardTexts, fits: (typeof FITS)['story'], width: number, measure: MeasureText) {
  const lines: Omit<CardLine, 'x'>[] = [];
  let mark = 0;
  let height = 0;
  let widest = 0;
  for (const of of ORDER) {
    if (texts[of] !== '') {
      const { size, rows } = fitText(texts[of], fits[of], width, measure);
      for (const text of rows) {
        lines.push({ of, text, size, y: height + size });
        height += Math.ceil(size * LINE);
        widest = Math.max(widest, measure(text, size));
      }
      height += GAP;
    }
    if (of === 'credit') {
      mark = height;
      height += MARK_HEIGHT + GAP;
    }
  }
  return {
    height: height - GAP,
    width: Math.ceil(widest),
    at: (x: number, top: number) => ({
      mark: { x, y: mark + top },
      lines: lines.map(({ of, text, size, y }) => ({ of, text, size, x, y: y + top })),
    }),
  };
}

/** The text on as few lines as it may have, as large as it fits. What does not fit at the least size is cut with an ellipsis. */
function fitText(text: string, { size: most, least, lines }: Fit, width: number, measure: MeasureText) {
  for (let size = most; size >= least; size -= 2) {
    const rows = wrapText(text, width, (part) => measure(part, size));
    if (rows.length <= lines) return { size, rows };
  }
  const widthOf = (part: string) => measure(part, least);
  const rows = wrapText(text, width, widthOf);
  const kept = rows.slice(0, lines);
  return { size: least, rows: [...kept.slice(0, -1), cutText(kept.at(-1) ?? '', width, widthOf)] };
}

type WidthOf = (text: string) => number;

const lettersOf = (text: string) => [...new Intl.Segmenter('ja', { granularity: 'grapheme' }).segment(text)];

/** The text with an ellipsis, as much of it as fits. */
function cutText(text: string, width: number, widthOf: WidthOf): string {
  const letters = lettersOf(text).map(({ segment }) => segment);
  while (letters.length > 0 && widthOf(`${letters.join('')}…`) > width) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** Lines that end after a comma, then after a space or a middle dot, then between words, then anywhere: as coarse as a line has room for. */
function wrapText(text: string, width: number, widthOf: WidthOf): string[] {
  const rows: string[] = [];
  let row = '';
  for (const part of partsOf(text, width, widthOf)) {
    if (widthOf((row + part).trimEnd()) <= width) {
      row += part;
      continue;
    }
    if (row.trim() !== '') rows.push(row.trim());
    row = part.trimStart();
  }
  return row.trim() === '' ? rows : [...rows, row.trim()];
}

/** A no-break space holds number and name together. */
const SPLITS: readonly ((text: string) => readonly string[])[] = [
  (text) => text.split(cardBreaks.afterComma),
  (text) => text.split(cardBreaks.afterSpace),
  wordsOf,
  (text) => lettersOf(text).map(({ segment }) => segment),
];

/** The text in parts that each fit a line; one letter is the least. */
function partsOf(text: string, width: number, widthOf: WidthOf, [split, ...finer] = SPLITS): readonly string[] {
  if (split === undefined) return [text];
  return split(text).flatMap((part) => (widthOf(part.trim()) <= width ? [part] : partsOf(part, width, widthOf, finer)));
}

/** Words, each with the signs no line may begin with. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const { segment } of new Intl.Segmenter('ja', { granularity: 'word' }).segment(text)) {
    const last = words.pop();
    if (last === undefined) words.push(segment);
    else if (cardBreaks.neverFirst.test(segment)) words.push(last + segment);
    else words.push(last, segment);
  }
  return words;
}
