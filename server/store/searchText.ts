/** Text as word search compares it: full-width and half-width, upper and lower case are the same (SRC-05). */
export const normaliseText = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** LIKE pattern for 'contains', with the pattern's own signs taken literally. */
export const containsPattern = (text: string): string => `%${normaliseText(text).replace(/[\\%_]/g, '\\$&')}%`;

/** Words of a search; a text must contain them all. */
export const searchWords = (text: string): string[] =>
  normaliseText(text)
    .split(' ')
    .filter((word) => word !== '');

/** What the index must have of a text that contains the word: its pairs of characters, or its only one. */
export function gramsOf(word: string): string[] {
  const signs = [...word];
  if (signs.length < 2) return signs;
  return signs.slice(1).map((sign, i) => `${signs[i]}${sign}`);
}
