import { truncate, withoutControls } from '../contract/characters.ts';
import { MESSAGE_MAX } from '../contract/limits.ts';

const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;
/** Arguments of one call: engines have a bound. */
const AT_ONCE = 8_192;

/**
 * Text without HTML tags and comments (§5). '<3' and 'a < b' are no tags and stay; what a removed tag joins to a new one goes too.
 * One pass: where something ends, it goes back to where that began, so the cost is that of the text's length whatever it is made of.
 * Codes in an array of numbers: one of characters cost ten times as much of a long text.
 */
export function stripTags(text: string): string {
  if (!text.includes('<')) return text;
  const kept = new Uint16Array(text.length);
  let length = 0;
  const endsWith = (end: string) => {
    for (let i = 1; i <= end.length; i += 1) if (kept[length - i] !== end.charCodeAt(end.length - i)) return false;
    return true;
  };
  /** Where in `kept` the first open tag and the first open comment begin; -1: none is open. */
  let tag = -1;
  let comment = -1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 62 /* > */) {
      const isCommentEnd = comment >= 0 && length >= comment + 6 && endsWith('--');
      const from = isCommentEnd && (tag < 0 || comment < tag) ? comment : tag;
      if (from >= 0) {
        length = from;
        tag = -1;
        if (comment >= from) comment = -1;
        continue;
      }
    } else if (tag < 0 && isLetter(code)) {
      if (endsWith('<')) tag = length - 1;
      else if (endsWith('</') || endsWith('<!')) tag = length - 2;
    } else if (code === 45 /* - */ && comment < 0 && endsWith('<!-')) comment = length - 3;
    kept[length] = code;
    length += 1;
  }
  let stripped = '';
  for (let at = 0; at < length; at += AT_ONCE)
    stripped += String.fromCharCode(...kept.subarray(at, Math.min(at + AT_ONCE, length)));
  return stripped;
}

/** A message as it is sent (PST-05): no tags, no control characters but line breaks and tabs, at most `max` characters. */
export function cleanMessage(text: string, max: number = MESSAGE_MAX): string {
  const lines = text.replace(/\r\n?/gu, '\n');
  return truncate(stripTags(withoutControls(lines)), max);
}
