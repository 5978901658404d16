import { MESSAGE_MAX } from '../contract/limits.ts';

/** Text without HTML tags (§5). '<3' and 'a < b' are no tags and stay; what a removed tag joins to a new one goes too. */
export function stripTags(text: string): string {
  let before: string;
  let after = text;
  do {
    before = after;
    after = before.replace(/<(?:\/?[a-z][^>]*|!--[\s\S]*?--|![a-z][^>]*)>/giu, '');
  } while (after !== before);
  return after;
}

/**
 * Cuts over-length text (§5). Length counts as the counter and the wire count it (UTF-16 units), but an emoji or a combined
 * character is dropped as a whole rather than split.
 */
export function truncate(text: string, max: number = MESSAGE_MAX): string {
  if (text.length <= max) return text;
  let length = 0;
  // Made when it is needed: its dictionaries cost every page that loads this file a long moment.
  const segmenter = new Intl.Segmenter('ja', { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) {
    if (length + segment.length > max) break;
    length += segment.length;
  }
  return text.slice(0, length);
}

/** A message as it is sent (PST-05): no tags, no control characters but line breaks and tabs, at most `max` characters. */
export function cleanMessage(text: string, max: number = MESSAGE_MAX): string {
  const lines = text.replace(/\r\n?/gu, '\n');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the wire refuses them
  const printable = lines.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/gu, '');
  return truncate(stripTags(printable), max);
}
