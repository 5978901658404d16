/** One rule for mail addresses, wherever one is given (ACC-04g): sign-up, change of address, contact. */
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Database } from '../../server/database/schema.ts';
import { CLUB } from '../support/tenants.ts';
import {
  createDevice,
  openTestDatabase,
  refusal,
  registerFan,
  routeFetchTo,
  startIdentity,
  type TestIdentity,
} from './identitySetup.ts';
import { type RoutesServer, startRoutesServer } from './routesServer.ts';

let db: Kysely<Database>;
let identity: TestIdentity;
let server: RoutesServer;
beforeAll(async () => {
  db = await openTestDatabase();
  identity = await startIdentity(db);
  routeFetchTo(identity);
  server = await startRoutesServer();
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await server.close();
  await db.destroy();
});

const device = createDevice();
const writeFrom = async (email: string) => {
  const body = { contact_id: crypto.randomUUID(), name: '', email, topic: 'usage', message: 'こんにちは' } as const;
  return (await server.call('putContact', { tenant: CLUB, body })).status;
};

test.each([
  'hanako..y.@docomo.ne.jp',
  'taro.@docomo.ne.jp',
  "o'brien@example.com",
  'a&b@example.com',
  'taro@xn--wgv71a.jp',
])('ACC-04g mail reaches %s from the sign-up and from a change, and the operator takes its message', async (email) => {
  await device.signUp(email);
  await device.confirm(email, identity.codeOf(email));
  expect((await device.signIn(email)).session.isValid()).toBe(true);
  const { user } = await device.signIn(await registerFan(identity, device));
  await device.setAttributes(user, { email: `n.${email}` });
  expect(identity.mails.at(-1)).toMatchObject({ to: `n.${email}`, kind: 'email' });
  expect(await writeFrom(email)).toBe(200);
});

test.each(['taro', 'taro@', '@example.jp', 'taro @example.jp', 'taro@example..jp', 'taro@-example.jp'])(
  'ACC-04g no form takes %s',
  async (email) => {
    expect(await refusal(device.signUp(email))).toBe('InvalidParameterException');
    expect(await writeFrom(email)).toBe(400);
  },
);
