/** The counters behind every bound on attempts, at a real database. */
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/database/schema.ts';
import { createAttemptLimit } from '../../server/identity/attemptLimit.ts';
import { openTestDatabase } from './identitySetup.ts';

const LIMIT = { count: 3, windowMs: 1_000 };
let db: Kysely<Database>;
let now = 1_000_000_000_000;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.destroy());
beforeEach(() => db.deleteFrom('identity_limit').execute());

const limit = () => createAttemptLimit(db, () => now);
const takes = async (n: number) => {
  const allowed: boolean[] = [];
  for (let at = 0; at < n; at += 1) allowed.push(await limit().take('key', LIMIT));
  return allowed;
};
const isSpent = () => limit().isSpent('key', LIMIT);

test('SAF-05b so many attempts are allowed; with the last of them the bound is spent', async () => {
  expect(await isSpent()).toBe(false);
  expect(await takes(2)).toEqual([true, true]);
  expect(await isSpent()).toBe(false);
  expect(await takes(1)).toEqual([true]);
  expect(await isSpent()).toBe(true);
  expect(await takes(2)).toEqual([false, false]);
});

test('SAF-05b the window begins anew with the last one allowed, and not with what is refused', async () => {
  await takes(2);
  now += LIMIT.windowMs - 1;
  await takes(1);
  now += LIMIT.windowMs - 1;
  expect([await isSpent(), await takes(1)]).toEqual([true, [false]]);
  now += 1;
  expect([await isSpent(), await takes(4)]).toEqual([false, [true, true, true, false]]);
});

test('SAF-05b one attempt is given back at a time, none below zero, also of a spent bound', async () => {
  await limit().giveBack('key');
  await takes(1);
  for (let n = 0; n < 3; n += 1) await limit().giveBack('key');
  expect(await takes(4)).toEqual([true, true, true, false]);
  await limit().giveBack('key');
  await limit().giveBack('key');
  expect(await isSpent()).toBe(false);
  expect(await takes(2)).toEqual([true, false]);
  await limit().clear('key');
  expect(await takes(1)).toEqual([true]);
});
