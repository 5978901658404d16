/** Sign-ins and the halves of one, at a real database (ACC-03, SAF-12). */
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Database } from '../../server/database/schema.ts';
import { createSecretBlocks } from '../../server/identity/secretBlock.ts';
import { createSessions } from '../../server/identity/sessions.ts';
import { subOf } from './identityCalls.ts';
import { createDevice, MINUTE, openTestDatabase, registerFan, routeFetchTo, startIdentity } from './identitySetup.ts';

let db: Kysely<Database>;
let now = Date.parse('2026-11-21T09:00:00Z');
let [aki, ben, chie] = ['', '', ''];
beforeAll(async () => {
  db = await openTestDatabase();
  const identity = await startIdentity(db);
  routeFetchTo(identity);
  const newSub = async () => subOf(db, await registerFan(identity, createDevice()));
  [aki, ben, chie] = [await newSub(), await newSub(), await newSub()];
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await db.destroy();
});

test('ACC-03c a fan’s sign-ins are listed latest first, ended one by one, by their token, or all but one', async () => {
  const sessions = createSessions(db, () => now);
  const open = async (sub: string) => {
    now += MINUTE;
    return sessions.open(sub, `Browser ${'x'.repeat(400)}`);
  };
  const opened = [await open(aki), await open(aki), await open(aki), await open(aki), await open(ben)];
  const [first, second, third, fourth, other] = opened.map(({ session }) => session.id) as [
    ...[string, string, string, string, string],
  ];
  const ids = async (sub: string) => (await sessions.list(sub)).map(({ id }) => id);
  expect(await ids(aki)).toEqual([fourth, third, second, first]);
  expect((await sessions.list(aki))[0]?.user_agent).toHaveLength(300);

  expect([await sessions.close(first, ben), await sessions.close('none', aki)]).toEqual([false, false]);
  expect(await sessions.close(first, aki)).toBe(true);
  expect(await sessions.close(first, aki)).toBe(false);
  expect(await ids(aki)).toEqual([fourth, third, second]);

  const token = opened[1]?.refreshToken ?? '';
  expect((await sessions.findByRefreshToken(token))?.id).toBe(second);
  await sessions.closeByRefreshToken(token);
  expect(await sessions.findByRefreshToken(token)).toBeNull();
  expect(await ids(aki)).toEqual([fourth, third]);

  await sessions.closeAll(aki, third);
  expect([await ids(aki), await ids(ben)]).toEqual([[third], [other]]);
  await sessions.closeAll(aki);
  expect([await ids(aki), await ids(ben)]).toEqual([[], [other]]);
});

test('ACC-03c a sign-in lasts 30 days to the moment', async () => {
  const sessions = createSessions(db, () => now);
  const { session, refreshToken } = await sessions.open(chie, '');
  now += 30 * 24 * 60 * MINUTE - 1;
  expect(await sessions.isOpen(session.id, chie)).toBe(true);
  expect(await sessions.isOpen(session.id, ben), 'somebody else’s').toBe(false);
  now += 1;
  expect(await sessions.isOpen(session.id, chie)).toBe(false);
  expect(await sessions.findByRefreshToken(refreshToken)).toBeNull();
  expect(await sessions.list(chie)).toEqual([]);
});

test('SAF-01a the half of a sign-in that the client carries is good once, in time and as it was', async () => {
  const blocks = createSecretBlocks(db, Buffer.alloc(32, 7), () => now);
  const handshake = { id: 'aki', subject: 'key', name: 'aki', network: null, A: 'aa', B: 'bb', b: 'cc' };
  const bytes = () => Buffer.from(blocks.seal(handshake), 'base64');
  const good = bytes();
  const [inTime, late, cut] = [bytes(), bytes(), bytes()];
  const results = [await blocks.redeem(good), await blocks.redeem(good)];
  expect(results).toEqual([handshake, 'over']);
  for (const length of [0, 12, 27, 28, 29, cut.length - 1])
    expect(await blocks.redeem(cut.subarray(0, length))).toBeNull();
  now += 3 * MINUTE;
  expect(await blocks.redeem(inTime)).toEqual(handshake);
  now += 1;
  expect(await blocks.redeem(late)).toBe('over');
  const kept = await db.selectFrom('identity_nonce').select('expires_at').execute();
  expect(
    kept.map(({ expires_at }) => expires_at.getTime() - now),
    'until then a copy is known',
  ).toEqual([-1, -1]);
});
