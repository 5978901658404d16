/** Text as word search compares it: full-width and half-width, upper and lower case are the same (SRC-05). */
export const normaliseText = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** LIKE pattern for 'contains', with the pattern's own signs taken literally. */
export const containsPattern = (text: string): string => `%${normaliseText(text).replace(/[\\%_]/g, '\\$&')}%`;
