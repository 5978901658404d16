/** Amplify 6 asks for new tokens by an operation of its own, GetTokensFromRefreshToken, where its predecessor used InitiateAuth. */

import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../server/database/schema.ts';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { RATE_LIMITS } from '../../src/contract/limits.ts';
import { CLUB } from '../support/tenants.ts';
import {
  call,
  createDevice,
  ORIGIN,
  openTestDatabase,
  registerFan,
  routeFetchTo,
  startIdentity,
  type TestIdentity,
} from './identitySetup.ts';

const { clientId: ClientId } = EMBEDDED_POOL;
let db: Kysely<Database>;
let identity: TestIdentity;
beforeEach(async () => {
  db = await openTestDatabase();
  identity = await startIdentity(db);
  routeFetchTo(identity);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await db.destroy();
});

async function signIn() {
  const device = createDevice();
  const email = await registerFan(identity, device);
  const { user, session } = await device.signIn(email);
  return { device, user, session, RefreshToken: session.getRefreshToken().getToken() };
}

/** Byte for byte what Amplify 6 sends. */
const refresh = (body: unknown, address?: string) =>
  identity.pool.fetch(
    new Request(`${ORIGIN}/idp/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.GetTokensFromRefreshToken',
        'cache-control': 'no-store',
        'x-amz-user-agent': 'aws-amplify/6.15.5 auth/36 framework/1',
      },
      body: JSON.stringify(body),
    }),
    address,
  );
const refusalOf = async (answer: Response) => {
  const { __type, message } = (await answer.json()) as { __type: string; message: string };
  return [answer.status, __type, message, answer.headers.get('x-amzn-errortype')];
};

describe('GetTokensFromRefreshToken', () => {
  test('SAF-29 Amplify 6 gets new tokens for its refresh token, without another refresh token', async () => {
    const { session, RefreshToken } = await signIn();
    identity.clock.ms += 61 * 60_000;
    const answer = await refresh({ ClientId, RefreshToken, ClientMetadata: { tenant_id: CLUB } });
    expect(answer.status).toBe(200);
    const body = (await answer.json()) as { AuthenticationResult: Record<string, unknown> };
    expect(Object.keys(body)).toEqual(['AuthenticationResult']);
    const result = body.AuthenticationResult;
    expect(Object.keys(result).toSorted()).toEqual(['AccessToken', 'ExpiresIn', 'IdToken', 'TokenType']);
    expect([result.ExpiresIn, result.TokenType]).toEqual([3600, 'Bearer']);
    const user = await identity.verifyToken(String(result.IdToken));
    expect(user.sub).toBe(session.getIdToken().payload.sub);
    expect(user.originJti).toBe(session.getIdToken().payload.origin_jti);
    expect((await call(identity.pool, 'GetUser', { AccessToken: result.AccessToken })).status).toBe(200);
    // Again: without rotation a refresh token is good until it ends.
    expect((await refresh({ ClientId, RefreshToken, DeviceKey: null, ClientMetadata: null })).status).toBe(200);
  });

  test('SAF-29 a refresh token that is unknown, revoked or of another client is refused as Cognito does', async () => {
    const { device, user, RefreshToken } = await signIn();
    const invalid = [400, 'NotAuthorizedException', 'Invalid Refresh Token', 'NotAuthorizedException'];
    expect(await refusalOf(await refresh({ ClientId, RefreshToken: 'x'.repeat(100) }))).toEqual(invalid);
    const foreign = await refusalOf(await refresh({ ClientId: 'somebody', RefreshToken }));
    expect(foreign.slice(0, 2)).toEqual([400, 'ResourceNotFoundException']);
    const secret = await refusalOf(await refresh({ ClientId, RefreshToken, ClientSecret: 'x' }));
    expect(secret[1]).toBe('NotAuthorizedException');
    for (const body of [{ ClientId }, { RefreshToken }, { ClientId, RefreshToken: 7 }, null, [], 'x'])
      expect((await refusalOf(await refresh(body))).slice(0, 2)).toEqual([400, 'InvalidParameterException']);
    await device.signOutEverywhere(user);
    expect(await refusalOf(await refresh({ ClientId, RefreshToken }))).toEqual(invalid);
    expect(identity.errors).toEqual([]);
  });

  test('SAF-29 it counts as a refresh by InitiateAuth does: one bound for both', async () => {
    const { RefreshToken } = await signIn();
    const address = '192.0.2.7';
    const old = { AuthFlow: 'REFRESH_TOKEN_AUTH', ClientId, AuthParameters: { REFRESH_TOKEN: 'none' } };
    const wrong = { ClientId, RefreshToken: 'none' };
    const tooMany = 'TooManyRequestsException';
    const ask = async () => (await call(identity.pool, 'InitiateAuth', old, address)).body as { __type: string };
    expect((await ask()).__type).toBe('NotAuthorizedException');
    await db
      .updateTable('identity_limit')
      .set({ count: RATE_LIMITS.refreshes.count })
      .where('key', '=', `network:refresh:${address}`)
      .execute();
    expect((await ask()).__type).toBe(tooMany);
    expect((await refusalOf(await refresh(wrong, address)))[1]).toBe(tooMany);
    expect((await refresh({ ClientId, RefreshToken }, '192.0.2.8')).status).toBe(200);
  });
});
