/** More combining marks on one letter than any script has: sorting a long row of them takes the square of its length. */
const PILED_MARKS = /(\p{M}{30})\p{M}+/gu;

/** Text as every search compares it (SRC-05): full-width and half-width, upper and lower case are the same. One sign can become 18. */
export const evenText = (text: string): string => text.replace(PILED_MARKS, '$1').normalize('NFKC').toLowerCase();

/** The same without spaces: what a name and a word are compared by. */
export const searchKey = (text: string): string => evenText(text).replace(/\s+/gu, '');

/** Does the name of a person, a season, an event or a place contain the word? An empty word matches nothing. */
export function matchesWord(name: string, word: string): boolean {
  const wanted = searchKey(word);
  return wanted !== '' && searchKey(name).includes(wanted);
}
