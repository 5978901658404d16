/** SQL that folds the texts of generated rows as `normaliseText` does: rows that come out another way would be renewed by the server. */
const signs = (from: number) => String.fromCharCode(...Array.from({ length: 86 }, (_, n) => from + n));
const [KATAKANA, HIRAGANA] = [signs(0x30a1), signs(0x3041)];

/** An SQL expression, as `normaliseText` makes it of the texts used here. */
export const foldedSql = (text: string): string =>
  `translate(lower(normalize(${text}, NFKC)), '${KATAKANA}', '${HIRAGANA}')`;

/** The same, as `searchKey` makes it of names. */
export const keySql = (name: string): string => foldedSql(`replace(${name}, ' ', '')`);
