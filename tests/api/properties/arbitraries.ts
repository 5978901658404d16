/** Inputs of a contract schema, and inputs that are nearly ones, for property tests. */
import fc from 'fast-check';
import * as v from 'valibot';
import { isEmailAddress } from '../../../src/contract/emailAddress.ts';
import { CLUB } from '../../support/tenants.ts';

/** The parts of a valibot schema this reads. */
interface Schema {
  readonly type: string;
  readonly pipe?: readonly {
    readonly type: string;
    readonly requirement?: unknown;
    readonly metadata?: { readonly maxCharacters?: number };
  }[];
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  readonly wrapped?: Schema;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
}

/** What people, browsers and attackers put into text fields. */
const ODD_TEXTS = [
  '',
  ' ',
  '　',
  '<b>',
  '<script>alert(1)</script>',
  '\ud83d',
  'a\udc00b',
  '\u202eabc\u2069',
  '\u200f\u200b',
  '👨‍👩‍👧‍👦',
  'ﷺ'.repeat(40),
  'ﾊﾟ',
  '%',
  '_',
  '\\',
  "'; drop table photo; --",
  '{{x}}',
  '\r\nset-cookie: a=b',
  '\u0085\u2028',
  '1e999',
  '#',
  '＃#＃',
  ',,,',
  'NaN',
];
const text = fc.oneof(fc.constantFrom(...ODD_TEXTS), fc.string({ unit: 'binary', maxLength: 60 }), fc.string());

/** First and last code points of what breaks texts: marks, joiners, turns of direction, what normalises to much more, halves of pairs. */
const WORST_BLOCKS: readonly (readonly [number, number])[] = [
  [0x80, 0xad],
  [0x300, 0x36f],
  [0x600, 0x61c],
  [0x115f, 0x1160],
  [0x180b, 0x180f],
  [0x1ab0, 0x1aff],
  [0x200b, 0x200f],
  [0x2028, 0x202f],
  [0x2060, 0x206f],
  [0x20d0, 0x20f0],
  [0x3164, 0x3164],
  [0x4e00, 0x9fff],
  [0xd800, 0xdfff],
  [0xe000, 0xf8ff],
  [0xfdf0, 0xfdfc],
  [0xfe00, 0xfe0f],
  [0xff00, 0xffff],
  [0x1f1e6, 0x1f3ff],
  [0x20000, 0x2a6df],
  [0xe0000, 0xe01ef],
  [0x10fff0, 0x10ffff],
];
const worstSign = fc
  .oneof(...WORST_BLOCKS.map(([min, max]) => fc.integer({ min, max })))
  .map((point) => String.fromCodePoint(point));
/** Of at most `max` UTF-16 units, often of nearly so many: nothing a compression of the database makes smaller. */
export const worstText = (max: number): fc.Arbitrary<string> =>
  fc
    .oneof(
      fc.array(worstSign, { maxLength: 40 }),
      fc.array(worstSign, { minLength: Math.min(max, 1000) >> 1, maxLength: max }),
    )
    .map((signs) => signs.join('').slice(0, max));

/** Values the schema accepts. @param known strings that name something that is there, tried wherever they fit */
export function validOf(schema: v.GenericSchema, known: readonly string[]): fc.Arbitrary<unknown> {
  return build(schema as unknown as Schema, known).filter((value) => v.is(schema, value));
}

function build(schema: Schema, known: readonly string[]): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case 'object': {
      const entries = Object.entries(schema.entries ?? {});
      return fc.record(Object.fromEntries(entries.map(([name, part]) => [name, build(part, known)])), {
        requiredKeys: entries.filter(([, part]) => part.type !== 'optional').map(([name]) => name),
      });
    }
    case 'array':
      return fc.array(build(schema.item as Schema, known), { minLength: 1, maxLength: 3 });
    case 'nullable':
      return fc.option(build(schema.wrapped as Schema, known));
    case 'optional':
      return build(schema.wrapped as Schema, known);
    case 'union':
      return fc.oneof(...(schema.options as Schema[]).map((option) => build(option, known)));
    case 'picklist':
      return fc.constantFrom(...(schema.options ?? []));
    case 'literal':
      return fc.constant(schema.literal);
    case 'boolean':
      return fc.boolean();
    case 'number':
      return numberOf(schema);
    case 'string':
      return stringOf(schema, known);
    // A condition of our own before the schema it belongs to.
    case 'custom':
      return build(schema.pipe?.at(-1) as Schema, known);
    default:
      throw new Error(`No values are made for schemas of type ${schema.type} yet.`);
  }
}

const requirement = (schema: Schema, type: string): unknown =>
  schema.pipe?.find((action) => action.type === type)?.requirement;

/** What `text` of the contract says beside its check. */
const maxCharacters = (schema: Schema): number | undefined =>
  schema.pipe?.find((action) => action.type === 'metadata')?.metadata?.maxCharacters;

function numberOf(schema: Schema): fc.Arbitrary<number> {
  const min = requirement(schema, 'min_value') as number | undefined;
  const max = requirement(schema, 'max_value') as number | undefined;
  const isWhole = schema.pipe?.some((action) => action.type === 'integer');
  return isWhole
    ? fc.integer({ min: min ?? 0, max: max ?? Number.MAX_SAFE_INTEGER })
    : fc.double({ min: min ?? -1e308, max: max ?? 1e308, noNaN: true });
}

function stringOf(schema: Schema, known: readonly string[]): fc.Arbitrary<string> {
  const fits = known.filter((one) => v.is(schema as unknown as v.GenericSchema, one));
  const pattern = requirement(schema, 'regex') as RegExp | undefined;
  const has = (type: string) => schema.pipe?.some((action) => action.type === type);
  // Chance finds neither an address nor a pattern; a pattern of what is forbidden says nothing about what is likely.
  const free = has('url')
    ? fc.webUrl({ validSchemes: ['https'], withQueryParameters: true })
    : requirement(schema, 'check') === isEmailAddress
      ? fc.emailAddress()
      : pattern === undefined || pattern.source.startsWith('^[^')
        ? fc.oneof(text, worstText(maxCharacters(schema) ?? 60))
        : fc.stringMatching(pattern);
  const isFitting = (value: string) => v.is(schema as unknown as v.GenericSchema, value);
  return fits.length > 0 ? fc.oneof(fc.constantFrom(...fits), free.filter(isFitting)) : free.filter(isFitting);
}

const nasty: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.constantFrom(null, true, 0, -1, 1.5, 1e308, -0, 2 ** 53, 2 ** 31, [], {}, [[]], 'x'.repeat(10_000)),
  fc.constantFrom('__proto__', 'constructor', '../../etc/passwd', `ugc/${CLUB}/../original/x.jpg`),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Where in a value something is changed, and into what. */
export const change = fc.record({
  at: fc.nat({ max: 50 }),
  how: fc.constantFrom('replace', 'remove', 'wrap', 'add', 'double'),
  by: nasty,
});
export type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** JSON texts of bodies that were right before something went wrong on the way. */
export function mutatedOf(schema: v.GenericSchema, known: readonly string[]): fc.Arbitrary<string> {
  const spoilt = fc
    .tuple(validOf(schema, known), fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([value, changes]) => JSON.stringify(changes.reduce<unknown>(applyChange, value)));
  const cut = fc.tuple(spoilt, fc.nat({ max: 400 })).map(([json, length]) => json.slice(0, length));
  const raw = fc.constantFrom(
    '',
    'null',
    '[]',
    '"x"',
    '1e999',
    '{"size":1e999}',
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '['.repeat(50_000),
    '{"a":'.repeat(5_000),
    '{"comment":"\\ud800"}',
    '{"comment":"\\u0000"}',
    '{"a":1,"a":2}',
    '\ufeff{}',
  );
  const infinite = spoilt.map((json) => json.replace(/:-?\d+/, ':1e999'));
  return fc.oneof(
    { weight: 8, arbitrary: spoilt },
    { weight: 1, arbitrary: cut },
    { weight: 1, arbitrary: infinite },
    raw,
  );
}

/** The value with one place changed. */
export function applyChange(value: unknown, { at, how, by }: Change): unknown {
  if (typeof value !== 'object' || value === null) return by;
  const keys = Object.keys(value);
  const key = keys[at % Math.max(1, keys.length)];
  const copy: Record<string, unknown> = Array.isArray(value) ? ([...value] as never) : { ...value };
  if (key === undefined || how === 'add') {
    // As JSON.parse would make it: a key like any other.
    Object.defineProperty(copy, typeof by === 'string' ? by.slice(0, 50) : 'added', { value: by, enumerable: true });
    return copy;
  }
  const inner = copy[key];
  if (typeof inner === 'object' && inner !== null && how !== 'remove')
    copy[key] = applyChange(inner, { at: at >> 1, how, by });
  else if (how === 'remove') delete copy[key];
  else if (how === 'wrap') copy[key] = [inner];
  else if (how === 'double' && typeof inner === 'string') copy[key] = inner + inner;
  else copy[key] = by;
  return copy;
}
