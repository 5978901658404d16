/** Files of records as text: CSV with a header line, or a JSON list. Every row knows its line. */
import { CsvError, parse } from 'csv-parse/sync';
import { type Problem, Refusal, refuseRows } from '../outcome.ts';
import { faultOf } from './faults.ts';
import { type Field, fromCell } from './fields.ts';

export type Format = 'csv' | 'json';
export interface ImportRow {
  /** First line of the row in the file, from 1. */
  readonly line: number;
  /** Still to be checked. A field the file says nothing of is missing. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Text of a file. Throws Refusal for bytes that are not UTF-8, such as a spreadsheet's Shift_JIS. */
export function decodeFile(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(
      `Nothing was changed: the file is not UTF-8 (line ${firstBadLine(bytes)}). In a spreadsheet, save it as "CSV UTF-8".`,
    );
  }
}

function firstBadLine(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(10, start);
    try {
      decoder.decode(bytes.subarray(start, end < 0 ? bytes.length : end));
    } catch {
      return line;
    }
    start = end < 0 ? bytes.length : end + 1;
  }
  return line;
}

/** Rows of a file. Throws Refusal when the file as such cannot be read, or names fields there are none of. */
export function readRows(text: string, format: Format, fields: readonly Field[]): ImportRow[] {
  const lines = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  return format === 'csv' ? readCsv(lines, fields) : readJson(lines, fields);
}

function readCsv(text: string, fields: readonly Field[]): ImportRow[] {
  const known = new Map(fields.map((field) => [field.name, field]));
  return parseCsv(text, (header) => checkNames(header, 1, known)).map(({ line, cells }) => {
    const values: Record<string, unknown> = {};
    for (const [name, cell] of Object.entries(cells)) {
      const field = known.get(name);
      const value = field && fromCell(field, unguarded(cell));
      if (value !== undefined) values[name] = value;
    }
    return { line, values };
  });
}

/** What an export put before a cell that a spreadsheet would run as a formula (`writeRows`). */
const unguarded = (cell: string): string => (/^'+[=+\-@\t＝＋－＠]/.test(cell) ? cell.slice(1) : cell);

interface CsvRow {
  readonly line: number;
  readonly cells: Readonly<Record<string, string>>;
}
function parseCsv(text: string, checkHeader: (names: string[]) => void): CsvRow[] {
  try {
    const rows = parse<{ raw: string; info: { lines: number }; record: Record<string, string> }>(text, {
      columns: (header: string[]) => {
        const names = header.map((name) => name.trim());
        checkHeader(names);
        return names;
      },
      info: true,
      raw: true,
      skip_empty_lines: true,
    });
    // A row's own number is that of its last line.
    return rows.map(({ raw, info, record }) => ({
      line: info.lines - raw.trim().split('\n').length + 1,
      cells: record,
    }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = 'lines' in error && typeof error.lines === 'number' ? error.lines : 1;
    throw refuseRows([{ line, field: '', ...faultOf('notAFile', '', error.message) }]);
  }
}

function readJson(text: string, fields: readonly Field[]): ImportRow[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (error) {
    throw new Refusal(`Nothing was changed: this is no JSON. ${error instanceof Error ? error.message : ''}`);
  }
  if (!Array.isArray(list)) throw new Refusal('Nothing was changed: the file must hold a JSON list of objects.');
  const known = new Map(fields.map((field) => [field.name, field]));
  const lines = linesOfEntries(text);
  return list.map((entry: unknown, i) => {
    const line = lines[i] ?? 1;
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
      throw refuseRows([{ line, field: '', ...faultOf('notAFile', '', 'must be an object') }]);
    checkNames(Object.keys(entry), line, known);
    return { line, values: { ...entry } };
  });
}

function checkNames(names: readonly string[], line: number, known: ReadonlyMap<string, Field>): void {
  const problems: Problem[] = [];
  for (const [i, name] of names.entries()) {
    if (!known.has(name))
      problems.push({
        line,
        field: name,
        ...faultOf('unknownField', name, `there is no such field; there are ${[...known.keys()].join(', ')}`),
      });
    else if (names.indexOf(name) < i) problems.push({ line, field: name, ...faultOf('twice') });
  }
  if (problems.length > 0) throw refuseRows(problems);
}

/** Lines on which the entries of a list begin. The text is known to be valid JSON. */
function linesOfEntries(text: string): number[] {
  const starts: number[] = [];
  let depth = 0;
  let line = 1;
  let isBetween = false;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},\n]|[^\s[\]{},"]+/g)) {
    if (token === '\n') {
      line += 1;
      continue;
    }
    if (token === ']' || token === '}') depth -= 1;
    else if (depth === 1 && isBetween && token !== ',') {
      starts.push(line);
      isBetween = false;
    }
    if (token === '[' || token === '{') depth += 1;
    if (depth === 1 && (token === ',' || (token === '[' && starts.length === 0))) isBetween = true;
  }
  return starts;
}
