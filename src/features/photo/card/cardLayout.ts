/** Where everything of a photo's card stands (FAN-21). Nothing is drawn here: a test measures with letters of its own. */
import { cardBreaks } from '../../../messages/jaPhotoCard.ts';
import { fitText, type MeasureText, type TextFit } from '../../../rules/fitText.ts';
import type { CardBox } from './cardCanvas.ts';

/** Pixels. `story` is as high as the screen of a phone, `chat` is small enough for a talk. */
export const CARD_FORMATS = { story: { width: 1080, height: 1920 }, chat: { width: 1080, height: 1080 } } as const;
export type CardFormat = keyof typeof CARD_FORMATS;

const MARGIN = 56;
const GAP = 20;
/** Room between the upper edge of the panel and its first text. */
const PAD = 32;
/** Room below the last text. A service lays its own buttons over the end of a story. */
const FOOT = { story: 230, chat: 44 } as const;
/** Widest an upright photo is beside its texts. */
const BESIDE = 660;
const LINE = 1.32;
/** Digits alone need less room than letters. */
const DIGITS = { line: 0.92, base: 0.82 } as const;

export interface CardTexts {
  readonly credit: string;
  /** Of the only player of the photo; empty: of none or of several, whose numbers stand with their names. */
  readonly number: string;
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
  /** Of the texts, in the tenant's colour. What is neither photo nor panel is filled from the photo. */
  readonly panel: CardBox;
  /** Of the stripes between credit and names. */
  readonly mark: { readonly x: number; readonly y: number };
  readonly lines: readonly CardLine[];
}

type Fits = Readonly<Record<keyof CardTexts, TextFit>>;
/** `tall`: a story of an upright photo, which needs the height itself. `column`: beside an upright photo of a chat. */
const FITS: Readonly<Record<'story' | 'tall' | 'chat' | 'column', Fits>> = {
  story: {
    credit: { size: 32, least: 24, lines: 2 },
    number: { size: 280, least: 160, lines: 1 },
    players: { size: 104, least: 48, lines: 2 },
    match: { size: 60, least: 36, lines: 2 },
    foot: { size: 38, least: 26, lines: 2 },
  },
  tall: {
    credit: { size: 28, least: 24, lines: 2 },
    number: { size: 132, least: 100, lines: 1 },
    players: { size: 76, least: 44, lines: 2 },
    match: { size: 46, least: 34, lines: 2 },
    foot: { size: 32, least: 26, lines: 2 },
  },
  chat: {
    credit: { size: 24, least: 22, lines: 2 },
    number: { size: 88, least: 72, lines: 1 },
    players: { size: 60, least: 38, lines: 2 },
    match: { size: 38, least: 28, lines: 2 },
    foot: { size: 26, least: 24, lines: 1 },
  },
  column: {
    credit: { size: 24, least: 22, lines: 4 },
    number: { size: 190, least: 100, lines: 1 },
    players: { size: 48, least: 36, lines: 4 },
    match: { size: 36, least: 28, lines: 5 },
    foot: { size: 28, least: 22, lines: 3 },
  },
};

/** Height of the stripes between credit and names. */
export const MARK_HEIGHT = 26;

/**
 * Places the whole photo, uncut, as large as the texts leave it room, and the texts on a panel below it. In a chat the panel of an upright
 * photo stands beside it. A text gets smaller until it fits its lines, then it is cut with an ellipsis. Empty texts take no room.
 */
export function layoutCard(
  format: CardFormat,
  picture: { readonly width: number; readonly height: number },
  texts: CardTexts,
  measure: MeasureText,
): CardLayout {
  const { width, height } = CARD_FORMATS[format];
  const ratio = picture.width / picture.height;
  if (format === 'chat' && ratio < 1) {
    const photo = contain(ratio, BESIDE, height);
    const x = photo.width + MARGIN * 0.75;
    const block = stack(texts, FITS.column, width - x - MARGIN * 0.75, measure);
    const panel = { x: photo.width, y: 0, width: width - photo.width, height };
    const top = Math.round((height - block.height) / 2);
    return { photo: boxOf(photo, 0, Math.round((height - photo.height) / 2)), panel, ...block.at(x, top) };
  }
  const named = FITS[format === 'chat' ? 'chat' : ratio < 1 ? 'tall' : 'story'];
  // Without a player the match is what the card is about.
  const fits = texts.players === '' ? { ...named, match: named.players } : named;
  const block = stack(texts, fits, width - 2 * MARGIN, measure);
  const top = height - FOOT[format] - block.height - PAD;
  const photo = contain(ratio, width, top);
  const box = boxOf(photo, Math.round((width - photo.width) / 2), Math.round((top - photo.height) / 2));
  const panel = { x: 0, y: top, width, height: height - top };
  return { photo: box, panel, ...block.at(MARGIN, top + PAD) };
}

const boxOf = (
  { width, height }: { readonly width: number; readonly height: number },
  x: number,
  y: number,
): CardBox => ({
  x,
  y,
  width,
  height,
});

/** The largest size of a shape within a box. */
function contain(ratio: number, width: number, height: number) {
  const fitted = Math.min(width, height * ratio);
  return { width: Math.round(fitted), height: Math.round(fitted / ratio) };
}

const ORDER = ['credit', 'number', 'players', 'match', 'foot'] as const;

/** The texts below each other, with a gap between two of them and the stripes behind the credit line. */
function stack(texts: CardTexts, fits: Fits, width: number, measure: MeasureText) {
  const lines: Omit<CardLine, 'x'>[] = [];
  let mark = 0;
  let height = 0;
  for (const of of ORDER) {
    if (texts[of] !== '') {
      const { size, rows } = fitText(texts[of], fits[of], width, { measure, breaks: cardBreaks });
      for (const text of rows) {
        const { line, base } = of === 'number' ? DIGITS : { line: LINE, base: 1 };
        lines.push({ of, text, size, y: Math.round(height + size * base) });
        height += Math.ceil(size * line);
      }
      height += of === 'number' ? GAP / 2 : GAP;
    }
    if (of === 'credit') {
      mark = height;
      height += MARK_HEIGHT + GAP;
    }
  }
  return {
    height: height - GAP,
    at: (x: number, top: number) => ({
      mark: { x, y: mark + top },
      lines: lines.map(({ of, text, size, y }) => ({ of, text, size, x, y: y + top })),
    }),
  };
}
