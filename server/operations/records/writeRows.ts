import { stringify } from 'csv-stringify/sync';
import { type Field, toCell } from './fields.ts';
import type { Format } from './readRows.ts';

/**
 * Records as a file that the import takes back. CSV is made for spreadsheets: UTF-8 with BOM, CRLF, and a quote before
 * what they would run as a formula; names are fans' input.
 */
export function writeRows(
  rows: readonly Readonly<Record<string, unknown>>[],
  format: Format,
  fields: readonly Field[],
): string {
  if (format === 'json') return `${JSON.stringify(rows, null, 2)}\n`;
  const names = fields.map((field) => field.name);
  const cells = rows.map((row) => fields.map((field) => guarded(toCell(field, row[field.name]))));
  // Its own rule quotes the record delimiter only, and a cell may have other line breaks.
  return stringify([names, ...cells], { bom: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ });
}

const guarded = (cell: string): string => (/^'*[=+\-@\t＝＋－＠]/.test(cell) ? `'${cell}` : cell);
