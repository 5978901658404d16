/** Requirements of the ASVS about accounts and sign-ins (tests/asvs.md) that no other test looks at. */

import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Database } from '../../server/database/schema.ts';
import { nonEmpty } from '../nonEmpty.ts';
import {
  createDevice,
  type Device,
  newEmail,
  openTestDatabase,
  PASSWORD,
  refusal,
  registerFan,
  routeFetchTo,
  startIdentity,
  type TestIdentity,
} from './identitySetup.ts';

let db: Kysely<Database>;
let identity: TestIdentity;
let device: Device;
beforeAll(async () => {
  db = await openTestDatabase();
  identity = await startIdentity(db);
  routeFetchTo(identity);
  device = createDevice();
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await db.destroy();
});

test('ASVS 6.2.8 a password counts as typed, to its last character, in any script', async () => {
  const password = `Ünï コード ﬁ ${'Kick-Off-90 '.repeat(16)}é😀Z`;
  const email = newEmail();
  await device.signUp(email, password);
  await device.confirm(email, identity.codeOf(email));
  expect((await device.signIn(email, password)).session.isValid()).toBe(true);
  for (const other of [password.slice(0, -1), password.toLowerCase(), password.normalize('NFKC'), `${password} `])
    expect([other.length, await refusal(device.signIn(email, other))]).toEqual([
      other.length,
      'NotAuthorizedException',
    ]);
});

test('ASVS 7.2.3 ASVS 7.2.4 every sign-in is a session of its own with 128 random bits or more', async () => {
  const email = await registerFan(identity, device);
  const sessions = [await device.signIn(email, PASSWORD), await device.signIn(email, PASSWORD)].map(({ session }) => ({
    id: String(session.getIdToken().payload.origin_jti),
    refresh: session.getRefreshToken().getToken(),
  }));
  expect(new Set(sessions.map(({ id }) => id)).size).toBe(2);
  expect(new Set(sessions.map(({ refresh }) => refresh)).size).toBe(2);
  for (const { refresh } of nonEmpty(sessions)) {
    const bytes = Buffer.from(refresh, 'base64url');
    expect(bytes.length * 8).toBeGreaterThanOrEqual(128);
    expect(new Set(bytes).size, 'random bytes differ').toBeGreaterThan(bytes.length / 2);
  }
});
