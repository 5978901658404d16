/** Tokens of the embedded pool: which access tokens its own operations take, and what new tokens say. */
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { expect, test } from 'vitest';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { subOf } from './identityCalls.ts';
import { call, createDevice, MINUTE, registerFan } from './identitySetup.ts';
import { withIdentity } from './withIdentity.ts';

const { clientId, issuer } = EMBEDDED_POOL;
const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const fixture = withIdentity();

const device = createDevice();
async function answerTo(AccessToken: string): Promise<string> {
  const { status, body } = await call(fixture.identity.pool, 'GetUser', { AccessToken });
  return status === 200 ? 'no refusal' : `${status} ${body.__type}: ${body.message}`;
}
const REFUSED = '400 NotAuthorizedException: ';

/** A new fan's sign-in, and access tokens of it with other claims, signed by the pool's key. */
async function setUp() {
  const email = await registerFan(fixture.identity, device);
  const { user, session } = await device.signIn(email);
  const good = session.getAccessToken().payload;
  const tokenWith = (claims: object = {}) => fixture.identity.keys.sign({ ...good, ...claims });
  return { email, user, session, good, tokenWith };
}

test('ACC-12e an operation takes access tokens of our client alone: no other use, client, key or form', async () => {
  const { session, good, tokenWith } = await setUp();
  const [key] = fixture.identity.keys.jwks.keys;
  const { privateKey } = await generateKeyPair('RS256');
  const modulus = Buffer.from(String(key?.n), 'base64url');
  expect(await answerTo(await tokenWith())).toBe('no refusal');
  const others: [string, string][] = [
    ['an ID token', session.getIdToken().getJwtToken()],
    ['another use', await tokenWith({ token_use: 'id' })],
    ['another client', await tokenWith({ client_id: 'another' })],
    ['another issuer', await tokenWith({ iss: 'https://evil.example' })],
    ['no end', await tokenWith({ exp: undefined })],
    ['no sign-in', await tokenWith({ origin_jti: undefined })],
    ['no time of the sign-in', await tokenWith({ auth_time: undefined })],
    [
      'another key',
      await new SignJWT(good).setProtectedHeader({ alg: 'RS256', kid: String(key?.kid) }).sign(privateKey),
    ],
    ['a key that is public', await new SignJWT(good).setProtectedHeader({ alg: 'HS256' }).sign(modulus)],
    ['no signature', new UnsecuredJWT(good).encode()],
    ['no token', 'a.b.c'],
    ['nothing', ''],
  ];
  for (const [what, token] of nonEmpty(others))
    expect([what, await answerTo(token)]).toEqual([what, `${REFUSED}Invalid Access Token`]);
  expect(fixture.identity.errors).toEqual([]);
});

test('ACC-12e an access token is good for an hour, for the fan who signed in, while the sign-in lasts', async () => {
  const { user, tokenWith } = await setUp();
  const token = await tokenWith();
  const sub = await subOf(fixture.db, await registerFan(fixture.identity, device));
  expect(await answerTo(await tokenWith({ sub }))).toBe(`${REFUSED}Access Token has been revoked`);
  fixture.identity.clock.ms += 60 * MINUTE - 1;
  expect(await answerTo(token)).toBe('no refusal');
  fixture.identity.clock.ms += 1;
  expect(await answerTo(token)).toBe(`${REFUSED}Access Token has expired`);
  fixture.identity.clock.ms -= MINUTE;
  await device.signOutEverywhere(user);
  expect(await answerTo(token)).toBe(`${REFUSED}Access Token has been revoked`);
});

test('ACC-07 new tokens say whose they are, of which sign-in, how long, and whether the address is proven', async () => {
  const { email, user, session } = await setUp();
  const auth_time = fixture.identity.clock.ms / 1000;
  fixture.identity.clock.ms += 10 * MINUTE;
  const renewed = await device.refresh(user, session);
  const [access, id] = [renewed.getAccessToken().payload, renewed.getIdToken().payload];
  const iat = auth_time + 600;
  const common = {
    sub: await subOf(fixture.db, email),
    iss: issuer,
    origin_jti: session.getIdToken().payload.origin_jti,
    auth_time,
    iat,
    exp: iat + 3600,
    event_id: UUID,
    jti: UUID,
  };
  expect(access).toEqual({
    ...common,
    token_use: 'access',
    client_id: clientId,
    username: UUID,
    scope: 'aws.cognito.signin.user.admin',
  });
  expect(id).toEqual({
    ...common,
    token_use: 'id',
    aud: clientId,
    'cognito:username': access.username,
    email,
    email_verified: true,
    name: '川崎 太郎',
    nickname: 'たろう',
    'custom:extended1': 'a',
    'custom:extended2': 'b',
  });
  expect([id.event_id, id.jti === access.jti, access.username === access.sub]).toEqual([access.event_id, false, false]);
  // Accounts of before sign-ups waited apart.
  await fixture.db.updateTable('identity_user').set({ status: 'UNCONFIRMED' }).where('email', '=', email).execute();
  expect((await device.refresh(user, session)).getIdToken().payload.email_verified).toBe(false);
});
