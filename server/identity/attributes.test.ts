/** What a fan may write of the own account, and in what shape. */

import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { Account } from './accounts.ts';
import { AttributeList, attributesOf, readAttributes } from './attributes.ts';

const read = (given: Record<string, string>) =>
  readAttributes(Object.entries(given).map(([Name, Value]) => ({ Name, Value })));
const AVATAR = 'avatar/0123456789abcdef/original/x.jpg';

test('ACC-11a the five attributes are written to their columns, an empty one is none', () => {
  expect(
    read({ name: ' 川崎 太郎 ', nickname: 'た<b>ろ</b>う', 'custom:extended1': 'a', 'custom:extended2': '' }),
  ).toEqual({ name: '川崎 太郎', nickname: 'たろう', extended1: 'a', extended2: null });
  expect(read({ nickname: '\u200b', 'custom:extended4': '' })).toEqual({ nickname: null, extended4: null });
  expect(read({})).toEqual({});
});

test('ACC-11a nothing else of an account can be written, and nothing of another shape', () => {
  const refusalOf = (given: Record<string, string>) => {
    try {
      read(given);
      return 'no refusal';
    } catch (error) {
      return `${(error as { code: string }).code} ${(error as Error).message}`;
    }
  };
  const start = 'InvalidParameterException Attributes did not conform to the schema: ';
  for (const name of ['email', 'sub', 'status', 'custom:user_id', 'custom:extended3', 'toString', '__proto__', ''])
    expect([name, refusalOf(Object.fromEntries([[name, 'x']]))]).toEqual([
      name,
      `${start}an attribute cannot be written`,
    ]);
  const bad = { name: '', nickname: 'a\tb', 'custom:extended1': 'x'.repeat(257), 'custom:extended4': 'http://x/y.jpg' };
  for (const [name, value] of Object.entries(bad))
    expect([name, refusalOf({ [name]: value })]).toEqual([name, `${start}${name}: The value is not valid`]);
  for (const sign of ['\t', '\r', '\n']) expect(refusalOf({ name: `a${sign}` })).toContain('name: The value');
  expect(refusalOf({ name: '\u200b' })).toContain('name: The value');
  expect(refusalOf({ 'custom:extended1': 'x'.repeat(256) })).toBe('no refusal');
});

test('ACC-11a a list is of 20 attributes at most, names of 40 and values of 2,048 characters', () => {
  const list = (count: number, name = 1, value = 1) =>
    v.is(AttributeList, Array(count).fill({ Name: 'n'.repeat(name), Value: 'v'.repeat(value) }));
  expect([list(20, 40, 2048), list(21), list(1, 41), list(1, 1, 2049)]).toEqual([true, false, false, false]);
});

test('ACC-04a an account tells its attributes under the names they were given by, without empty ones', () => {
  const none = { name: '川崎', nickname: null, extended1: null, extended2: null, extended4: null };
  const account = { ...none, email: 'a@example.jp' } as Account;
  expect(attributesOf(account)).toEqual({ email: 'a@example.jp', name: '川崎' });
  expect(attributesOf({ ...account, nickname: 'た', extended1: '1', extended2: '2', extended4: AVATAR })).toEqual({
    email: 'a@example.jp',
    name: '川崎',
    nickname: 'た',
    'custom:extended1': '1',
    'custom:extended2': '2',
    'custom:extended4': AVATAR,
  });
});
