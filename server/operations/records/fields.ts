/** Fields of the records operators import and export: how a cell of a file, a value and a column of a table become each other. */
import * as v from 'valibot';
import { isWithin } from '../../../src/contract/characters.ts';
import { text, UserId } from '../../../src/contract/entities.ts';
import { formatWireDateTime, parseWireDate } from '../../../src/rules/dates.ts';
import { stripTags } from '../../../src/rules/message.ts';
import { checkMessage, type Fault, faultOf, faultOfCheck } from './faults.ts';

type Form = 'text' | 'number' | 'boolean' | 'list' | 'json' | 'instant' | 'owner';

export interface Field {
  /** As the contract's entity calls it; the column of a CSV file, the key in JSON. */
  readonly name: string;
  /** Column of the table. */
  readonly column: string;
  readonly form: Form;
  readonly schema: v.GenericSchema<unknown, unknown>;
  /** An empty CSV cell. undefined: as if the column were missing. 'refused': there must be something. */
  readonly empty: null | '' | false | 'list' | 'refused' | undefined;
  readonly isRequired: boolean;
  readonly about: string;
}
type Options = Partial<Pick<Field, 'column' | 'isRequired'>>;

const field = (
  name: string,
  form: Form,
  empty: Field['empty'],
  schema: v.GenericSchema<unknown, unknown>,
  about: string,
  { column = name, isRequired = false }: Options = {},
): Field => ({ name, form, empty, schema, about, column, isRequired });

/** One form of writing the same letters, and line breaks of one kind: files come from many systems. */
const even = (value: string): string => value.normalize('NFC').replace(/\r\n?/g, '\n').trim();
const plain = v.pipe(
  v.string(),
  v.transform(even),
  v.check((value) => stripTags(value) === value, checkMessage('tags')),
);
/** `text(max)`, which says in words what is wrong. */
const within = (max: number) =>
  v.pipe(
    v.string(),
    v.check((value) => isWithin(value, max), checkMessage('tooLong', max)),
    text(max),
  );
const plainText = (max: number) => v.pipe(plain, within(max));
const someText = (max: number) => v.pipe(plain, within(max), v.nonEmpty());
const day = v.pipe(
  plain,
  v.check((value) => value.length === 10 && parseWireDate(value) !== null, checkMessage('day')),
);
const moment = v.pipe(
  plain,
  v.check((value) => value.length === 19 && parseWireDate(value) !== null, checkMessage('moment')),
);

/** A text that must be there. */
export const required = (name: string, max: number, about: string, options?: Options): Field =>
  field(name, 'text', 'refused', someText(max), about, { ...options, isRequired: true });
/** A text that may be empty. */
export const optional = (name: string, max: number, about: string, options?: Options): Field =>
  field(name, 'text', '', plainText(max), about, options);
/** A text that has a value of its own where nothing is said. */
export const defaulted = (name: string, max: number, about: string, options?: Options): Field =>
  field(name, 'text', undefined, plainText(max), about, options);
/** A text or null. */
export const nullable = (name: string, max: number, about: string, options?: Options): Field =>
  field(name, 'text', null, v.nullable(someText(max)), about, options);
/** A text that must fit a schema of the contract. */
export const fitting = (
  name: string,
  schema: v.GenericSchema<string, string>,
  about: string,
  options?: Options,
): Field => field(name, 'text', 'refused', v.pipe(plain, schema), about, { ...options, isRequired: true });
export const fittingOrNull = (
  name: string,
  schema: v.GenericSchema<string, string>,
  about: string,
  options?: Options,
): Field => field(name, 'text', null, v.nullable(v.pipe(plain, schema)), about, options);
export const dayField = (name: string, about: string): Field =>
  field(name, 'text', 'refused', day, about, { isRequired: true });
export const momentField = (name: string, about: string): Field =>
  field(name, 'text', 'refused', moment, about, { isRequired: true });
/** Kept as an instant; a new row without it has the time of its import. */
export const instantField = (name: string, about: string): Field => field(name, 'instant', undefined, moment, about);
export const booleanField = (name: string, about: string, options?: Options): Field =>
  field(name, 'boolean', false, v.boolean(), about, options);
export const wholeOrNull = (name: string, min: number, max: number, about: string): Field =>
  field(name, 'number', null, v.nullable(v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))), about);
/** Place in the tenant's own order. */
export const position: Field = field(
  'position',
  'number',
  undefined,
  v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)),
  'place in the list; new ones without it come last, in the order of the file',
);
/** Several texts: in CSV parted by |, or a JSON list. */
export const listOf = (
  name: string,
  item: v.GenericSchema<string, string>,
  max: number,
  about: string,
  options?: Options,
): Field =>
  field(name, 'list', 'list', v.pipe(v.array(v.pipe(plain, item)), v.maxLength(max)), `${about}, parted by |`, options);
/** A JSON value, also in a CSV cell. */
export const jsonField = (name: string, schema: v.GenericSchema<unknown, unknown>, about: string): Field =>
  field(name, 'json', 'list', schema, `${about}, as JSON`);
/** Whom something belongs to that nobody owns. */
export const NOBODY = 'none';
/** An account by its id, or 'none', which is stored as an empty text. Nothing: nobody has decided. */
export const ownerField = (name: string, about: string, options?: Options): Field =>
  field(name, 'owner', undefined, v.nullable(v.pipe(plain, UserId)), about, options);
export const label = someText;

/** The value of a CSV cell, still to be checked; undefined: nothing is said. */
export function fromCell(field: Field, cell: string): unknown {
  const written = cell.trim();
  if (written === '') return field.empty === 'list' ? [] : field.empty === 'refused' ? '' : field.empty;
  switch (field.form) {
    case 'number':
      return /^-?\d+$/.test(written) ? Number(written) : written;
    case 'boolean':
      return { true: true, '1': true, false: false, '0': false }[written.toLowerCase()] ?? written;
    case 'list':
      return written.startsWith('[') ? parseJson(written) : written.split('|').map((item) => item.trim());
    case 'json':
      return parseJson(written);
    default:
      return cell;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export function toCell(field: Field, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (field.form === 'json') return Array.isArray(value) && value.length === 0 ? '' : JSON.stringify(value);
  if (!Array.isArray(value)) return String(value);
  const isPlain = value.every((item) => item !== '' && !/[|[]/.test(String(item)));
  return isPlain ? value.join('|') : JSON.stringify(value);
}

/** A value as two are compared: what the check evens out makes no difference. */
export function evened(value: unknown): unknown {
  if (typeof value === 'string') return even(value);
  return Array.isArray(value) ? value.map(evened) : value;
}

export function fromColumn(field: Field, stored: unknown): unknown {
  if (field.form === 'instant') return formatWireDateTime((stored as Date).getTime());
  return field.form === 'owner' && stored === '' ? NOBODY : stored;
}

export function toColumn(field: Field, value: unknown): unknown {
  if (field.form === 'instant') return new Date(parseWireDate(value as string) ?? 0);
  if (field.form === 'owner' && value === NOBODY) return '';
  return field.form === 'json' ? JSON.stringify(value) : value;
}

/** Checks a value. Returns it as it is stored, or its first fault. */
export function checkField(field: Field, value: unknown): { value: unknown } | { fault: Fault } {
  const result = v.safeParse(field.schema, value);
  return result.success ? { value: result.output } : { fault: explain(result.issues[0]) };
}

function explain(issue: v.BaseIssue<unknown>): Fault {
  const path = v.getDotPath(issue);
  const fault = faultOfIssue(issue);
  return path === null ? fault : { ...fault, message: `${path}: ${fault.message}` };
}

function faultOfIssue(issue: v.BaseIssue<unknown>): Fault {
  const bound = String(issue.requirement);
  switch (issue.type) {
    case 'check':
      return faultOfCheck(issue.message);
    case 'non_empty':
      return faultOf('empty');
    case 'max_length':
      return faultOf(typeof issue.input === 'string' ? 'tooLong' : 'tooMany', bound);
    case 'min_value':
      return faultOf('tooSmall', bound);
    case 'max_value':
      return faultOf('tooLarge', bound);
    case 'regex':
      return faultOf('letters');
    default:
      return faultOf('wrong', '', `must be ${issue.expected ?? 'different'}, not ${issue.received}`);
  }
}
