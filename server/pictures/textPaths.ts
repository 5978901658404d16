/**
 * Text of pictures as vector paths. The fonts come with the product: a bare machine has none, and librsvg would draw boxes. They are in
 * parts of about a hundred characters. Only the parts that a text needs are read.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import opentype, { type Font, type PathCommand } from 'opentype.js';
import * as v from 'valibot';

const PACKAGE = '@fontsource/zen-kaku-gothic-new';
const NAME = 'zen-kaku-gothic-new';
/** Weights that the pictures use. */
export type TextWeight = 500 | 900;

/** Stands for a character that the font lacks, as in Japanese print. */
const MISSING = '〓';
const IS_EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f|\u20e3/u;

export interface TextFont {
  /** Width in pixels. */
  measure(text: string, size: number): number;
  /** Data of an SVG path, in which nothing of the text stands. @param y the baseline */
  pathOf(text: string, at: { readonly x: number; readonly y: number; readonly size: number }): string;
}

interface Part {
  readonly file: string;
  /** First and last characters of its ranges. */
  readonly ranges: readonly (readonly [number, number])[];
}

const folder = () => dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/unicode.json`));

async function readParts(weight: TextWeight): Promise<Part[]> {
  const ranges = v.parse(
    v.record(v.string(), v.string()),
    JSON.parse(await readFile(join(folder(), 'unicode.json'), 'utf8')),
  );
  return Object.entries(ranges).map(([name, list]) => ({
    file: join(folder(), 'files', `${NAME}-${name.replace(/[[\]]/g, '')}-${weight}-normal.woff`),
    ranges: list.split(',').map((range) => {
      const [from = '', to = from] = range.replace('U+', '').split('-');
      return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
    }),
  }));
}

const fontsOf = new Map<string, Promise<Font>>();
function readFont(file: string): Promise<Font> {
  const known = fontsOf.get(file);
  if (known !== undefined) return known;
  const font = readFile(file).then(({ buffer, byteOffset, byteLength }) =>
    opentype.parse((buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength)),
  );
  fontsOf.set(file, font);
  font.catch(() => fontsOf.delete(file));
  return font;
}

const round = (value: number) => String(Math.round(value * 100) / 100);
/** A step of a glyph as SVG. By hand: the library joins some numbers without a sign between them. */
function drawnAs(step: PathCommand): string {
  const points =
    step.type === 'Z'
      ? []
      : [...('x1' in step ? [step.x1, step.y1] : []), ...('x2' in step ? [step.x2, step.y2] : []), step.x, step.y];
  return `${step.type}${points.map(round).join(' ')}`;
}

/** Reads the parts of the font that the texts need. Emoji are left out. Any other character that the font lacks becomes '〓'. */
export async function openTextFont(weight: TextWeight, texts: readonly string[]): Promise<TextFont> {
  const parts = await readParts(weight);
  const fontOf = new Map<string, Font>();
  for (const letter of new Set([...texts, MISSING, '…'].flatMap((text) => [...text.normalize('NFC')]))) {
    const code = letter.codePointAt(0) ?? 0;
    const part = parts.find(({ ranges }) => ranges.some(([from, to]) => from <= code && code <= to));
    const font = part && (await readFont(part.file));
    if (font !== undefined && font.charToGlyphIndex(letter) > 0) fontOf.set(letter, font);
  }
  const lettersOf = (text: string) =>
    [...text.normalize('NFC')].flatMap((letter) => {
      const shown = fontOf.has(letter) ? letter : IS_EMOJI.test(letter) ? null : MISSING;
      const font = shown === null ? undefined : fontOf.get(shown);
      return shown === null || font === undefined ? [] : [{ glyph: font.charToGlyph(shown), font }];
    });
  const widthOf = ({ glyph, font }: ReturnType<typeof lettersOf>[number], size: number) =>
    ((glyph.advanceWidth ?? 0) / font.unitsPerEm) * size;
  return {
    measure: (text, size) => lettersOf(text).reduce((sum, letter) => sum + widthOf(letter, size), 0),
    pathOf(text, { x, y, size }) {
      let at = x;
      return lettersOf(text)
        .map((letter) => {
          const path = letter.glyph.getPath(at, y, size).commands.map(drawnAs).join('');
          at += widthOf(letter, size);
          return path;
        })
        .join('');
    },
  };
}
