/** Fits texts into pictures: their size and their lines. Nothing is drawn here: the caller measures. */

/** Width of a text in pixels at a size. */
export type MeasureText = (text: string, size: number) => number;

/** How large a text is at best and at least, in pixels, and on how many lines. */
export interface TextFit {
  readonly size: number;
  readonly least: number;
  readonly lines: number;
}

/** Where lines may end: patterns of the places behind which they do, and of signs that no line begins with. */
export interface TextBreaks {
  readonly afterComma: RegExp;
  readonly afterSpace: RegExp;
  readonly neverFirst: RegExp;
}

interface TextLook {
  readonly measure: MeasureText;
  readonly breaks: TextBreaks;
}

/** The text on as few lines as it may have, as large as it fits. What does not fit at the least size is cut with an ellipsis. */
export function fitText(
  text: string,
  { size: most, least, lines }: TextFit,
  width: number,
  { measure, breaks }: TextLook,
): { readonly size: number; readonly rows: readonly string[] } {
  for (let size = most; size >= least; size -= 2) {
    const rows = wrapText(text, width, { widthOf: (part) => measure(part, size), breaks });
    if (rows.length <= lines) return { size, rows };
  }
  const widthOf = (part: string) => measure(part, least);
  const kept = wrapText(text, width, { widthOf, breaks }).slice(0, lines);
  return { size: least, rows: [...kept.slice(0, -1), cutText(kept.at(-1) ?? '', width, widthOf)] };
}

type WidthOf = (text: string) => number;
interface Wrapping {
  readonly widthOf: WidthOf;
  readonly breaks: TextBreaks;
}

const lettersOf = (text: string) => [...new Intl.Segmenter('ja', { granularity: 'grapheme' }).segment(text)];

/** The text with an ellipsis, as much of it as fits. */
function cutText(text: string, width: number, widthOf: WidthOf): string {
  const letters = lettersOf(text).map(({ segment }) => segment);
  while (letters.length > 0 && widthOf(`${letters.join('')}…`) > width) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** Lines that end after a comma, then after a space or a middle dot, then between words, then anywhere: as coarse as a line has room for. */
function wrapText(text: string, width: number, wrapping: Wrapping): string[] {
  const { widthOf } = wrapping;
  const rows: string[] = [];
  let row = '';
  for (const part of partsOf(text, width, wrapping)) {
    if (widthOf((row + part).trimEnd()) <= width) {
      row += part;
      continue;
    }
    if (row.trim() !== '') rows.push(row.trim());
    row = part.trimStart();
  }
  return row.trim() === '' ? rows : [...rows, row.trim()];
}

type Split = (text: string, breaks: TextBreaks) => readonly string[];
/** A no-break space holds number and name together. */
const SPLITS: readonly Split[] = [
  (text, { afterComma }) => text.split(afterComma),
  (text, { afterSpace }) => text.split(afterSpace),
  wordsOf,
  (text) => lettersOf(text).map(({ segment }) => segment),
];

/** The text in parts that each fit a line; one letter is the least. */
function partsOf(text: string, width: number, wrapping: Wrapping, [split, ...finer] = SPLITS): readonly string[] {
  if (split === undefined) return [text];
  return split(text, wrapping.breaks).flatMap((part) =>
    wrapping.widthOf(part.trim()) <= width ? [part] : partsOf(part, width, wrapping, finer),
  );
}

/** Words, each with the signs no line may begin with. */
function wordsOf(text: string, { neverFirst }: TextBreaks): string[] {
  const words: string[] = [];
  for (const { segment } of new Intl.Segmenter('ja', { granularity: 'word' }).segment(text)) {
    const last = words.pop();
    if (last === undefined) words.push(segment);
    else if (neverFirst.test(segment)) words.push(last + segment);
    else words.push(last, segment);
  }
  return words;
}
