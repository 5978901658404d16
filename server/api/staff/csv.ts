/** Cells that a spreadsheet would take for a formula, or for the end of a line. */
const FORMULA = /^[=+\-@\t\r\n]/;

/**
 * Returns rows as a CSV file with a BOM, for spreadsheets. Every cell is quoted, and an apostrophe stands before one that would be a
 * formula (STF-14c).
 */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`;

function cellOf(value: string): string {
  // Full-width signs are formulas, too, where a spreadsheet narrows them.
  const isFormula = FORMULA.test(value.normalize('NFKC').trimStart()) || FORMULA.test(value);
  return `"${isFormula ? "'" : ''}${value.replaceAll('"', '""')}"`;
}
