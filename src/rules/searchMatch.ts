/** How searched words and found texts are compared, by the client and the server alike (SRC-05). */
import { CHARACTER_VARIANTS } from '../contract/characterVariants.ts';
import { NORMALISED_GROWTH, QUERY_TEXT_MAX, SEARCH_WORDS_MAX } from '../contract/limits.ts';

/**
 * Number of the way texts are folded. The database notes it beside what it stores folded. Who changes `fold` raises it: what is stored
 * is renewed by itself (`server/api/photos/renewSearch.ts`).
 */
export const FOLDING = 2;

const PLAIN = new Map(CHARACTER_VARIANTS);
const CHARACTER = /\p{Script=Han}/gu;

/** What shows nothing, or another look of the same sign: selectors of a variant (葛󠄀, ❤️), joiners of words, breaks within them. */
const UNSEEN = /[\p{Variation_Selector}\u00ad\u200b\u2060\ufeff]/gu;
const DASHES = /[\u2010-\u2015\u2212]/g;
/** The wave that macOS types; other systems type the full-width ~. */
const WAVES = /\u301c/g;
const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/g;
/** Hiragana stands so far before katakana. */
const KANA_STEP = 0x60;

/** One way of writing for all that a reader takes for the same (SRC-05). Takes text in NFKC and lower case. */
const fold = (text: string): string =>
  text
    .replace(UNSEEN, '')
    .replace(DASHES, '-')
    .replace(WAVES, '~')
    .replace(KATAKANA, (sign) => String.fromCharCode(sign.charCodeAt(0) - KANA_STEP))
    .replace(CHARACTER, (sign) => PLAIN.get(sign) ?? sign);

/** More combining marks on one letter than any script has: sorting a long row of them takes the square of its length. */
const PILED_MARKS = /(\p{M}{30})\p{M}+/gu;

/**
 * Text as every search compares it. Full-width and half-width, upper and lower case, hiragana and katakana, and the variants of a
 * character are the same. One sign can become 18: what is longer than `max` afterwards is cut.
 */
export const normaliseText = (text: string, max: number = text.length + NORMALISED_GROWTH): string =>
  fold(text.replace(PILED_MARKS, '$1').normalize('NFKC').toLowerCase())
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/\s+/g, ' ')
    .trim();

/** The same without spaces: what names are compared by. */
export const searchKey = (text: string, max?: number): string => normaliseText(text, max).replaceAll(' ', '');

/** Words of a search; a text must contain them all. More than SEARCH_WORDS_MAX of them find what the first ones do. */
export const searchWords = (text: string): string[] => {
  const words = normaliseText(text, QUERY_TEXT_MAX)
    .split(' ')
    .filter((word) => word !== '');
  return [...new Set(words)].slice(0, SEARCH_WORDS_MAX);
};

/** Tells of names of persons, seasons, events or places whether they contain the word. No name contains an empty word. */
export function wordMatcher(word: string): (name: string) => boolean {
  const wanted = searchKey(word, QUERY_TEXT_MAX);
  return (name) => wanted !== '' && searchKey(name).includes(wanted);
}

/** Are these two ways to write one name? */
export const isSameName = (one: string, other: string): boolean => searchKey(one) === searchKey(other);

/** Latin letters without their accents; Japanese words stay as they are. */
export const withoutAccents = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');

/** Two Latin letters at least: one alone begins half of all readings. */
const LATIN_WORD = /[a-z].*[a-z]/;

/**
 * Tells of readings of players whether they contain the typed words, whatever the case and the accents (FAN-25b). null: what was typed is
 * no Latin word.
 */
export function readingMatcher(typed: string): ((reading: string) => boolean) | null {
  const word = withoutAccents(typed);
  return LATIN_WORD.test(searchKey(word, QUERY_TEXT_MAX))
    ? (reading) => wordMatcher(word)(withoutAccents(reading))
    : null;
}
