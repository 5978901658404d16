import { NORMALISED_GROWTH, QUERY_TEXT_MAX, SEARCH_WORDS_MAX } from '../../src/contract/limits.ts';
import { evenText } from '../../src/rules/searchMatch.ts';

/**
 * Text as word search compares it: full-width and half-width, upper and lower case are the same (SRC-05). One sign can become 18:
 * what is longer than `max` afterwards is cut.
 */
export const normaliseText = (text: string, max: number = text.length + NORMALISED_GROWTH): string =>
  evenText(text)
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/\s+/g, ' ')
    .trim();

/** LIKE pattern for 'contains', with the pattern's own signs taken literally. */
export const containsPattern = (text: string): string =>
  `%${normaliseText(text, QUERY_TEXT_MAX).replace(/[\\%_]/g, '\\$&')}%`;

/** Words of a search; a text must contain them all. More than SEARCH_WORDS_MAX of them find what the first ones do. */
export const searchWords = (text: string): string[] => {
  const words = normaliseText(text, QUERY_TEXT_MAX)
    .split(' ')
    .filter((word) => word !== '');
  return [...new Set(words)].slice(0, SEARCH_WORDS_MAX);
};

/** What the index must have of a text that contains the word: its pairs of characters, or its only one. */
export function gramsOf(word: string): string[] {
  const signs = [...word];
  if (signs.length < 2) return signs;
  return signs.slice(1).map((sign, i) => `${signs[i]}${sign}`);
}
