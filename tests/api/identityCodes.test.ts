/** Mailed codes at a real database: which one is mailed again, until when each is good, and what taking one ends. */
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/database/schema.ts';
import { type CodeRequest, createCodes } from '../../server/identity/codes.ts';
import { CODE_DIGITS } from '../../src/contract/limits.ts';
import { MINUTE, openTestDatabase } from './identitySetup.ts';

const guesser: CodeRequest['guesser'] = { known: null, network: '203.0.113.1' };
const RESET = { subject: 'subject', owner: 'owner', kind: 'reset', isGuarded: false, guesser } as const;
let db: Kysely<Database>;
let now = 0;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.destroy());
beforeEach(async () => {
  now = Date.parse('2026-11-21T09:00:00Z');
  await db.deleteFrom('identity_code').execute();
});
const codes = () => createCodes(db, Buffer.from('secret'), () => now);
const matched = async (given: string) => {
  const code = await codes().match(given, RESET);
  if (code === null) throw new Error('The code is not known.');
  return code;
};

test('SAF-05b a code has all of its digits, those of a small number too', async () => {
  const all = await Promise.all(
    Array.from({ length: 150 }, (_, n) => codes().issue({ ...RESET, subject: `s${n}`, owner: `o${n}` })),
  );
  expect(new Set(all.map((code) => code.length))).toEqual(new Set([CODE_DIGITS.usual]));
});

test('SAF-05b a code of half an hour is mailed again, an older one is not: each is good for its hour', async () => {
  const first = await codes().issue(RESET);
  now += 29 * MINUTE;
  expect(await codes().issue(RESET)).toBe(first);
  now += MINUTE;
  const second = await codes().issue(RESET);
  expect(second).not.toBe(first);
  // The first was mailed anew at 29 minutes.
  now += 59 * MINUTE - 1;
  expect([(await matched(first)).isGood, (await matched(second)).isGood]).toEqual([true, true]);
  now += 1;
  expect([(await matched(first)).isGood, (await matched(second)).isGood]).toEqual([false, true]);
});

test('SAF-05b a code is taken once, and with it those of before; one that is late takes nothing', async () => {
  const first = await codes().issue(RESET);
  now += 45 * MINUTE;
  const second = await codes().issue(RESET);
  const early = await matched(first);
  now += 15 * MINUTE;
  expect(await codes().use(early), 'late by now').toBe(false);
  const third = await codes().issue(RESET);
  const good = await matched(third);
  expect([good.isGood, await codes().use(good), await codes().use(good)]).toEqual([true, true, false]);
  expect([(await matched(third)).isGood, (await matched(second)).isGood]).toEqual([false, false]);
});

test('SAF-05b a text of another length is a wrong code as any other', async () => {
  const code = await codes().issue(RESET);
  const others = ['', code.slice(1), `${code}0`, 'é'.repeat(code.length)];
  const found = await Promise.all(others.map((given) => codes().match(given, RESET)));
  expect(found).toEqual(others.map(() => null));
  expect((await matched(code)).isGood).toBe(true);
});

test('SAF-30 the network that asked is kept with a code; of a known device, which is not counted, none', async () => {
  const known = { ...guesser, known: { device: 'd', sub: 'owner' } };
  expect((await matched(await codes().issue(RESET))).network).toBe('203.0.113.1');
  await db.deleteFrom('identity_code').execute();
  expect((await matched(await codes().issue({ ...RESET, guesser: known }))).network).toBe('');
});
