/** How searched words and found texts are compared, by the client and the server alike (SRC-05). */
import { NORMALISED_GROWTH, QUERY_TEXT_MAX, SEARCH_WORDS_MAX } from '../contract/limits.ts';

/** More combining marks on one letter than any script has: sorting a long row of them takes the square of its length. */
const PILED_MARKS = /(\p{M}{30})\p{M}+/gu;

/**
 * Text as every search compares it: full-width and half-width, upper and lower case are the same. One sign can become 18: what is
 * longer than `max` afterwards is cut.
 */
export const normaliseText = (text: string, max: number = text.length + NORMALISED_GROWTH): string =>
  text
    .replace(PILED_MARKS, '$1')
    .normalize('NFKC')
    .toLowerCase()
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
