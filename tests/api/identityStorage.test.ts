/** The identity pool: storage credentials for who has signed in, and for as long as that sign-in lasts. */
import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '../../server/database/databaseFailure.ts';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { createIdentityPool, type StorageSession } from '../../server/identity/identityPool.ts';
import { call, createDevice, MINUTE, ORIGIN, registerFan, startIdentity } from './identitySetup.ts';
import { withIdentity } from './withIdentity.ts';

const fixture = withIdentity();

async function ask(operation: string, body: object, pool = fixture.identity.identityPool) {
  const answer = await pool.fetch(
    new Request(`${ORIGIN}/identity`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityService.${operation}`,
      },
      body: JSON.stringify(body),
    }),
  );
  return answer.json();
}
const loginsWith = (token: string) => ({
  Logins: { [`cognito-idp.ap-northeast-1.amazonaws.com/${EMBEDDED_POOL.userPoolId}`]: token },
});

test('PST-11a an ID token gives one-hour storage credentials that tell whose they are', async () => {
  const { session } = await fixture.device.signIn(await registerFan(fixture.identity, fixture.device));
  const Logins = loginsWith(session.getIdToken().getJwtToken());
  const { identityPoolId: IdentityPoolId } = EMBEDDED_POOL;
  const { IdentityId } = await ask('GetId', { IdentityPoolId, ...Logins });
  expect(IdentityId).toMatch(/^ap-northeast-1:[0-9a-f-]{36}$/);
  const { Credentials } = await ask('GetCredentialsForIdentity', { IdentityId, ...Logins });
  expect(Credentials.Expiration).toBe(Math.floor(fixture.identity.clock.ms / 1000) + 3600);
  expect(Credentials.SecretKey).toBe(fixture.identity.identityPool.secretFor(Credentials.AccessKeyId));
  // As Amazon's look: clients and proxies check.
  expect(Credentials.AccessKeyId).toMatch(/^ASIA[A-Z2-7]{16}$/);
  expect(Credentials.SecretKey).toMatch(/^[A-Za-z0-9+/]{40}$/);
  expect(fixture.identity.identityPool.secretFor('ASIAANOTHER')).not.toBe(Credentials.SecretKey);
  const copy = await startIdentity(fixture.db);
  expect(copy.identityPool.openSession(Credentials.SessionToken)).toEqual({
    accessKeyId: Credentials.AccessKeyId,
    sub: session.getIdToken().payload.sub,
    session: session.getIdToken().payload.origin_jti,
    expiresAt: Credentials.Expiration,
  });
  const [payload] = Credentials.SessionToken.split('.');
  const altered = Buffer.from(String(payload), 'base64url')
    .toString()
    .replace(/"sub":"./, '"sub":"x');
  const mac = Credentials.SessionToken.split('.')[1];
  for (const token of [`${Buffer.from(altered).toString('base64url')}.${mac}`, payload, '', '.']) {
    expect(copy.identityPool.openSession(token)).toBeNull();
  }
});

test('SAF-12 storage credentials end with the sign-in they were given for, not with another of the fan’s', async () => {
  const email = await registerFan(fixture.identity, fixture.device);
  const [first, second] = [await fixture.device.signIn(email), await createDevice().signIn(email)];
  const { identityPoolId: IdentityPoolId } = EMBEDDED_POOL;
  const sessionOf = async (idToken: string) => {
    const Logins = loginsWith(idToken);
    const { IdentityId } = await ask('GetId', { IdentityPoolId, ...Logins });
    const { Credentials } = await ask('GetCredentialsForIdentity', { IdentityId, ...Logins });
    const opened = fixture.identity.identityPool.openSession(Credentials.SessionToken);
    if (opened === null) throw new Error('The session cannot be read.');
    return opened;
  };
  const sessions = [
    await sessionOf(first.session.getIdToken().getJwtToken()),
    await sessionOf(second.session.getIdToken().getJwtToken()),
  ];
  const ended = () => Promise.all(sessions.map(fixture.identity.identityPool.isEnded));
  expect(await ended()).toEqual([false, false]);
  const token = second.session.getRefreshToken().getToken();
  await call(fixture.identity.pool, 'RevokeToken', { ClientId: EMBEDDED_POOL.clientId, Token: token });
  expect(await ended()).toEqual([false, true]);
  expect(await fixture.identity.identityPool.isEnded({ ...(sessions[0] as StorageSession), session: null })).toBe(true);
  // Amazon's pool does not tell: there they live out their hour.
  const { keys, verifyToken, now } = fixture.identity;
  const there = createIdentityPool({ ids: EMBEDDED_POOL, keys, verifyToken, now, onError: () => {} });
  expect(await there.isEnded(sessions[1] as StorageSession)).toBe(false);
});

test('PST-11a no credentials without a valid token, for another pool or another identity', async () => {
  const { session } = await fixture.device.signIn(await registerFan(fixture.identity, fixture.device));
  const other = await fixture.device.signIn(await registerFan(fixture.identity, fixture.device));
  const { identityPoolId: IdentityPoolId } = EMBEDDED_POOL;
  const Logins = loginsWith(session.getIdToken().getJwtToken());
  const { IdentityId } = await ask('GetId', { IdentityPoolId, ...Logins });
  const refusals = [
    await ask('GetId', { IdentityPoolId }),
    await ask('GetId', { IdentityPoolId: 'other', ...Logins }),
    await ask('GetId', { IdentityPoolId, ...loginsWith('a.b.c') }),
    await ask('GetCredentialsForIdentity', { IdentityId }),
    await ask('GetCredentialsForIdentity', {
      IdentityId,
      ...loginsWith(other.session.getIdToken().getJwtToken()),
    }),
  ];
  expect(refusals.map(({ __type }) => __type)).toEqual([
    'NotAuthorizedException',
    'ResourceNotFoundException',
    'NotAuthorizedException',
    'NotAuthorizedException',
    'NotAuthorizedException',
  ]);
  expect(refusals[2]?.message, 'no refresh helps').toBe('Invalid login token.');
  expect(fixture.identity.errors).toEqual([]);
  fixture.identity.clock.ms += 61 * MINUTE;
  expect((await ask('GetId', { IdentityPoolId, ...Logins })).message).toContain('expired');
});

test('SAF-18a while no sign-in can be judged the answer is to try again, not that there is none', async () => {
  const away = new DatabaseUnavailable('the database is away', { isWorthRepeating: true });
  const { keys, now } = fixture.identity;
  const errors: unknown[] = [];
  const verifyToken = () => Promise.reject(away);
  const onError = (error: unknown) => void errors.push(error);
  const pool = createIdentityPool({ ids: EMBEDDED_POOL, keys, verifyToken, now, onError });
  const { identityPoolId: IdentityPoolId } = EMBEDDED_POOL;
  expect(await ask('GetId', { IdentityPoolId, ...loginsWith('a.b.c') }, pool)).toMatchObject({
    __type: 'ServiceUnavailable',
  });
  expect(errors).toEqual([away]);
});
