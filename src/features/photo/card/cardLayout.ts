/** Where everything of a photo's card stands (FAN-21). Nothing is drawn here: a test measures with letters of its own. */
import { cardBreaks } from '../../../messages/jaPhotoCard.ts';
import { fitText, type MeasureText, type TextFit } from '../../../rules/fitText.ts';
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

const FITS: Readonly<Record<'story' | 'chat' | 'column', Readonly<Record<keyof CardTexts, TextFit>>>> = {
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
      const { size, rows } = fitText(texts[of], fits[of], width, { measure, breaks: cardBreaks });
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
