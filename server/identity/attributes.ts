import * as v from 'valibot';
import { ObjectKey, text } from '../../src/contract/entities.ts';
import { NAME_MAX } from '../../src/contract/limits.ts';
import { plainName } from '../../src/rules/visibleText.ts';
import type { Account } from './accounts.ts';
import { CognitoError } from './wire.ts';

const EXTENDED_MAX = 256;
/** One line without tags that leaves its neighbours alone; what nobody can see is empty. */
const nickname = v.pipe(text(NAME_MAX), v.regex(/^[^\t\r\n]*$/), v.transform(plainName));
const name = v.pipe(nickname, v.nonEmpty());
const extended = text(EXTENDED_MAX);

/** Attributes a fan may write: wire name → column and shape. */
const WRITABLE = {
  name: { column: 'name', schema: name },
  nickname: { column: 'nickname', schema: nickname },
  'custom:extended1': { column: 'extended1', schema: extended },
  'custom:extended2': { column: 'extended2', schema: extended },
  'custom:extended4': { column: 'extended4', schema: v.union([ObjectKey, v.literal('')]) },
} as const;
type WritableName = keyof typeof WRITABLE;
const isWritable = (attribute: string): attribute is WritableName => Object.hasOwn(WRITABLE, attribute);

export interface AttributeChange {
  name?: string;
  nickname?: string | null;
  extended1?: string | null;
  extended2?: string | null;
  extended4?: string | null;
}

/** A list of attributes as the wire has it. Email is taken apart by the caller. */
export const AttributeList = v.pipe(
  v.array(v.object({ Name: v.pipe(v.string(), v.maxLength(40)), Value: v.pipe(v.string(), v.maxLength(2048)) })),
  v.maxLength(20),
);
export type AttributeList = v.InferOutput<typeof AttributeList>;

const invalid = (detail: string) =>
  new CognitoError('InvalidParameterException', `Attributes did not conform to the schema: ${detail}`);

/** Columns to write for the attributes given. Throws InvalidParameterException for any that may not be written. */
export function readAttributes(list: AttributeList): AttributeChange {
  const change: Record<string, string | null> = {};
  for (const { Name, Value } of list) {
    if (!isWritable(Name)) throw invalid('an attribute cannot be written');
    const parsed = v.safeParse(WRITABLE[Name].schema, Value);
    if (!parsed.success) throw invalid(`${Name}: The value is not valid`);
    change[WRITABLE[Name].column] = parsed.output === '' ? null : parsed.output;
  }
  return change;
}

/** The attributes of an account under their wire names; absent ones are left out. */
export function attributesOf(account: Account): Record<string, string> {
  const attributes: Record<string, string> = { email: account.email };
  for (const [wireName, { column }] of Object.entries(WRITABLE)) {
    const value = account[column];
    if (value !== null) attributes[wireName] = value;
  }
  return attributes;
}
