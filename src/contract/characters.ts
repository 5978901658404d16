/**
 * Length of a text as a person counts it (§5): in grapheme clusters, so 👨‍👩‍👧 is one. Beside that count a bound in bytes protects the
 * store: a cluster may be of any length.
 */
import { BYTES_PER_CHARACTER } from './limits.ts';

/** A text without the control characters no text of a call may have: all but tabs and line breaks. Server and client go by this one rule. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters the wire refuses, and nothing else names them
export const PLAIN_TEXT = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/u;

/** The text with each character that PLAIN_TEXT refuses replaced. */
export const withoutControls = (text: string, replacement = ''): string =>
  PLAIN_TEXT.test(text) ? text : Array.from(text, (sign) => (PLAIN_TEXT.test(sign) ? sign : replacement)).join('');

let segmenter: Intl.Segmenter | undefined;
/** Made when it is needed: its dictionaries cost every page that loads this file a long moment. */
const clustersOf = (text: string) => {
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'grapheme' });
  return segmenter.segment(text);
};

const bytesOf = (code: number): number => (code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4);

/** Bytes of a text as UTF-8. */
export function countBytes(text: string): number {
  let bytes = 0;
  for (const sign of text) bytes += bytesOf(sign.codePointAt(0) ?? 0);
  return bytes;
}

/** Grapheme clusters of a text. Its cost is that of the text's length. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of clustersOf(text)) count += 1;
  return count;
}

/**
 * The start of a text within `max` characters and `max * BYTES_PER_CHARACTER` bytes of UTF-8; a character is dropped as a whole
 * rather than split. Costs no more than those bytes, however long the text is.
 */
export function truncate(text: string, max: number): string {
  // No text has more characters than UTF-16 units, and none of its units more than three bytes.
  if (text.length <= max) return text;
  let room = max * BYTES_PER_CHARACTER;
  let count = 0;
  let length = 0;
  for (const { segment } of clustersOf(text.slice(0, room))) {
    for (const sign of segment) room -= bytesOf(sign.codePointAt(0) ?? 0);
    count += 1;
    if (count > max || room < 0) break;
    length += segment.length;
  }
  return text.slice(0, length);
}

/** Whether a text is within both bounds. */
export const isWithin = (text: string, max: number): boolean => truncate(text, max).length === text.length;
