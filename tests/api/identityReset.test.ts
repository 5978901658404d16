/** The edges of a forgotten password (ACC-05): whose code counts, which client asks, and which browser is known afterwards. */
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '../../server/database/schema.ts';
import { IDENTITY_LIMITS } from '../../src/contract/limits.ts';
import { createIdentityCalls, NEW_PASSWORD, network, signInFrom } from './identityCalls.ts';
import {
  createDevice,
  newBrowser,
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
beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(async () => {
  await db.deleteFrom('identity_limit').execute();
  identity = await startIdentity(db);
  routeFetchTo(identity);
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await db.destroy();
});

const device = createDevice();
const { answerTo, guess, forgot, confirmForgot } = createIdentityCalls(() => identity);

test('ACC-05 a code for who had the address before opens no account that has it now', async () => {
  const email = await registerFan(identity, device);
  const before = await device.signIn(email);
  await device.forgot(email);
  const code = identity.codeOf(email);
  await device.leave(before.user);
  await device.signUp(email);
  await device.confirm(email, identity.codeOf(email));
  expect(await confirmForgot(email, code, null)).toBe('CodeMismatchException');
  expect((await device.signIn(email, PASSWORD)).session.isValid()).toBe(true);
});

test('ACC-05 another client than ours neither has a code mailed nor uses one', async () => {
  const email = await registerFan(identity, device);
  await device.forgot(email);
  const [code, mails] = [identity.codeOf(email), identity.mails.length];
  const ClientId = 'another';
  expect(await answerTo('ForgotPassword', { ClientId, Username: email })).toBe('ResourceNotFoundException');
  expect(identity.mails).toHaveLength(mails);
  const given = { Username: email, ConfirmationCode: code, Password: NEW_PASSWORD };
  expect(await answerTo('ConfirmForgotPassword', { ClientId, ...given })).toBe('ResourceNotFoundException');
  expect(await answerTo('ConfirmForgotPassword', given)).toBe('no refusal');
});

test('SAF-05a the browser that reset the password is known: strangers who guess do not lock it out', async () => {
  const email = await registerFan(identity, device);
  const [own, other] = [newBrowser(network(1)), newBrowser(network(2))];
  await forgot(email, own);
  expect(await confirmForgot(email, identity.codeOf(email), own)).toBe('no refusal');
  expect(await guess(email, network(3))).toBe('NotAuthorizedException');
  // The others are counted, not played.
  const { count } = IDENTITY_LIMITS.passwords.strangers;
  await db.updateTable('identity_limit').set({ count }).where('key', 'like', 'password:%:strangers').execute();
  expect(await refusal(signInFrom({ identity, device }, other, email, NEW_PASSWORD))).toBe('LimitExceededException');
  expect((await signInFrom({ identity, device }, own, email, NEW_PASSWORD)).session.isValid()).toBe(true);
});

test('a code that cannot be mailed is told to who asked for it, and to the operator', async () => {
  identity.mail.isDown = true;
  expect(await refusal(device.signUp('unreachable@example.jp'))).toBe('CodeDeliveryFailureException');
  expect(identity.errors.map(String)).toEqual(['Error: mail server is down']);
});
