/** A stranger signs up with a fan's address and waits for the fan to enter the wrong code in another browser. */
import { AuthenticationDetails, CognitoUser, CognitoUserPool } from 'amazon-cognito-identity-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { callIdentity } from '../api/attackSetup.ts';
import { type Outside, openOutside } from './outsider.ts';

const ClientId = EMBEDDED_POOL.clientId;
const STRANGERS = 'strangers-Stadium-1';
const FANS = 'fans-Stadium-2';
let outside: Outside;
beforeAll(async () => {
  outside = await openOutside();
});
afterAll(() => outside.close());

async function signUp(Username: string, Password: string): Promise<string> {
  const attributes = Object.entries({ email: Username, name: 'n', nickname: 'n' });
  const UserAttributes = attributes.map(([Name, Value]) => ({ Name, Value }));
  const answer = await callIdentity(outside.server.url, 'SignUp', { ClientId, Username, Password, UserAttributes });
  return ((await answer.json()) as { UserSub: string }).UserSub;
}
const codeOf = async (address: string) => {
  const { mails } = await lastMails(address);
  return mails[0]?.code ?? '';
};
async function lastMails(recipient: string) {
  const db = outside.server.deps.db;
  const rows = db.selectFrom('identity_mail').select('code').where('recipient', '=', recipient).orderBy('id', 'desc');
  return { mails: await rows.execute() };
}
const confirm = async (Username: string, ConfirmationCode: string, user_sub?: string) => {
  const ClientMetadata = user_sub === undefined ? undefined : { user_sub };
  const body = { ClientId, Username, ConfirmationCode, ClientMetadata };
  return (await callIdentity(outside.server.url, 'ConfirmSignUp', body)).status;
};
function signIn(Username: string, Password: string): Promise<string> {
  const Pool = new CognitoUserPool({
    UserPoolId: EMBEDDED_POOL.userPoolId,
    ClientId,
    endpoint: `${outside.server.url}/idp`,
  });
  return new Promise((done) =>
    new CognitoUser({ Username, Pool }).authenticateUser(new AuthenticationDetails({ Username, Password }), {
      onSuccess: () => done('signed in'),
      onFailure: (error: { code: string }) => done(error.code),
    }),
  );
}
async function reset(Username: string, Password: string): Promise<number> {
  await callIdentity(outside.server.url, 'ForgotPassword', { ClientId, Username });
  const ConfirmationCode = await codeOf(Username);
  const body = { ClientId, Username, ConfirmationCode, Password };
  return (await callIdentity(outside.server.url, 'ConfirmForgotPassword', body)).status;
}

test('SAF-13c a code of one of several sign-ups, entered elsewhere, confirms without a password', async () => {
  const address = 'victim@example.jp';
  await signUp(address, FANS);
  await signUp(address, STRANGERS);
  expect(await confirm(address, await codeOf(address))).toBe(200);
  expect([await signIn(address, STRANGERS), await signIn(address, FANS)]).toEqual(
    Array.from({ length: 2 }, () => 'NotAuthorizedException'),
  );
  expect(await reset(address, 'fans-Stadium-3')).toBe(200);
  expect(await signIn(address, 'fans-Stadium-3')).toBe('signed in');
});

test('SAF-13c the browser that signed up, or the only sign-up there is, keeps its password', async () => {
  await signUp('own@example.jp', STRANGERS);
  const own = await signUp('own@example.jp', FANS);
  expect(await confirm('own@example.jp', await codeOf('own@example.jp'), own)).toBe(200);
  expect(await signIn('own@example.jp', FANS)).toBe('signed in');
  await signUp('alone@example.jp', FANS);
  expect(await confirm('alone@example.jp', await codeOf('alone@example.jp'))).toBe(200);
  expect(await signIn('alone@example.jp', FANS)).toBe('signed in');
});
