/** A name without what matching ignores (SRC-05): spaces, letter case, and the width of digits. */
export function normaliseName(name: string): string {
  return name
    .replace(/[\s\u3000]+/gu, '')
    .replace(/[０-９]/gu, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .toLowerCase();
}

/** Does the person's name contain the word? An empty word matches nobody. */
export function matchesPerson(name: string, word: string): boolean {
  const wanted = normaliseName(word);
  return wanted !== '' && normaliseName(name).includes(wanted);
}

/** Season and event names match by letter case only (§5). */
export function matchesName(name: string, word: string): boolean {
  const wanted = word.trim().toLowerCase();
  return wanted !== '' && name.toLowerCase().includes(wanted);
}
