import { QUERY_TEXT_MAX } from '../../src/contract/limits.ts';
import { normaliseText } from '../../src/rules/searchMatch.ts';

/** LIKE pattern for 'contains', with the pattern's own signs taken literally. */
export const containsPattern = (text: string): string =>
  `%${normaliseText(text, QUERY_TEXT_MAX).replace(/[\\%_]/g, '\\$&')}%`;

/** What the index must have of a text that contains the word: its pairs of characters, or its only one. */
export function gramsOf(word: string): string[] {
  const signs = [...word];
  if (signs.length < 2) return signs;
  return signs.slice(1).map((sign, i) => `${signs[i]}${sign}`);
}
