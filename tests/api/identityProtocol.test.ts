import { createHmac } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test, vi } from 'vitest';
import { renewKeys } from '../../server/admin/keys.ts';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { RATE_LIMITS } from '../../src/contract/limits.ts';
import { nonEmpty } from '../nonEmpty.ts';
import {
  call,
  MINUTE,
  ORIGIN,
  PASSWORD,
  refusal,
  registerFan,
  startIdentity,
  type TestIdentity,
} from './identitySetup.ts';
import { withIdentity } from './withIdentity.ts';

// The library's SRP arithmetic takes a fifth of a second a sign-in, more on a busy machine.

const fixture = withIdentity();

const N_HEX =
  'FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DDEF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7EDEE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3BE39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA051015728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7DB3970F85A6E1E4C7ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864D87602733EC86A64521F2B18177B200CBBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF';

const startSrp = (email: string, SRP_A: string) =>
  call(fixture.identity.pool, 'InitiateAuth', {
    AuthFlow: 'USER_SRP_AUTH',
    ClientId: EMBEDDED_POOL.clientId,
    AuthParameters: { USERNAME: email, SRP_A },
  });

/** Signs in and keeps the library's second request, as somebody on the wire could. */
async function recordClaim(email: string): Promise<string> {
  let claim = '';
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const request = new Request(url, init);
    if (request.headers.get('x-amz-target')?.endsWith('RespondToAuthChallenge')) claim = await request.clone().text();
    return fixture.identity.pool.fetch(request);
  });
  await fixture.device.signIn(email);
  return claim;
}

describe('attacks on the sign-in', () => {
  test('ACC-12e public values that are 0 modulo N are refused', async () => {
    const email = await registerFan(fixture.identity, fixture.device);
    for (const A of ['0', N_HEX, (2n * BigInt(`0x${N_HEX}`)).toString(16), '', 'zz', 'f'.repeat(771)]) {
      expect((await startSrp(email, A)).body.__type).toBe('InvalidParameterException');
    }
    expect((await startSrp(email, `0${N_HEX.slice(1)}`)).status).toBe(200);
  });

  test('ACC-12e an answered challenge cannot be replayed, not even at another server copy', async () => {
    const claim = await recordClaim(await registerFan(fixture.identity, fixture.device));
    const copy = await startIdentity(fixture.db);
    for (const { pool } of [fixture.identity, copy]) {
      expect((await call(pool, 'RespondToAuthChallenge', claim)).body.__type).toBe('NotAuthorizedException');
    }
  });

  test('ACC-12e another server copy finishes a sign-in; a challenge goes stale after three minutes', async () => {
    const email = await registerFan(fixture.identity, fixture.device);
    const copy = await startIdentity(fixture.db);
    let isLate = false;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      const request = new Request(url, init);
      const isSecond = request.headers.get('x-amz-target')?.endsWith('RespondToAuthChallenge');
      if (isSecond && isLate) copy.clock.ms += 3 * MINUTE + 1;
      return (isSecond ? copy : fixture.identity).pool.fetch(request);
    });
    expect((await fixture.device.signIn(email)).session.isValid()).toBe(true);
    isLate = true;
    expect(await refusal(fixture.device.signIn(email))).toBe('NotAuthorizedException');
  });

  test('T22 a device whose clock is two hours wrong can sign in', async () => {
    const email = await registerFan(fixture.identity, fixture.device);
    vi.useFakeTimers({ toFake: ['Date'], now: fixture.identity.clock.ms + 120 * MINUTE });
    try {
      expect((await fixture.device.signIn(email)).session.getIdToken().payload.email).toBe(email);
    } finally {
      vi.useRealTimers();
    }
  });

  test('SAF-06a unknown addresses get the same challenge twice, and it cannot be told from a real one', async () => {
    const [first, second, known] = await Promise.all([
      startSrp('nobody@example.jp', 'abc'),
      startSrp('NOBODY@example.jp ', 'abc'),
      startSrp(await registerFan(fixture.identity, fixture.device), 'abc'),
    ]);
    const shape = (answer: typeof first) =>
      Object.entries(answer.body.ChallengeParameters as Record<string, string>).map(([name, value]) => [
        name,
        Math.round(value.length / 16),
      ]);
    expect(first.body.ChallengeParameters.SALT).toBe(second.body.ChallengeParameters.SALT);
    expect(first.body.ChallengeParameters.USER_ID_FOR_SRP).toBe(second.body.ChallengeParameters.USER_ID_FOR_SRP);
    expect(shape(first)).toEqual(shape(known));
    expect([first.body.ChallengeName, known.body.ChallengeName]).toEqual(['PASSWORD_VERIFIER', 'PASSWORD_VERIFIER']);
  });

  test('ACC-12e the flow that sends passwords is not offered, nor other clients, operations, huge bodies', async () => {
    const email = await registerFan(fixture.identity, fixture.device);
    const auth = { ClientId: EMBEDDED_POOL.clientId, AuthParameters: { USERNAME: email, PASSWORD } };
    const refusals = await Promise.all([
      call(fixture.identity.pool, 'InitiateAuth', { ...auth, AuthFlow: 'USER_PASSWORD_AUTH' }),
      call(fixture.identity.pool, 'InitiateAuth', { ...auth, AuthFlow: 'USER_SRP_AUTH', ClientId: 'other' }),
      call(fixture.identity.pool, 'AdminGetUser', {}),
      call(fixture.identity.pool, 'constructor', {}),
      call(fixture.identity.pool, 'SignUp', { Username: 'x'.repeat(70_000) }),
      call(fixture.identity.pool, 'SignUp', '{'),
      call(fixture.identity.pool, 'SignUp', 'null'),
    ]);
    expect(refusals.map(({ status, body }) => [status, body.__type])).toEqual([
      [400, 'InvalidParameterException'],
      [400, 'ResourceNotFoundException'],
      [400, 'UnknownOperationException'],
      [400, 'UnknownOperationException'],
      [413, 'SerializationException'],
      [400, 'SerializationException'],
      [400, 'InvalidParameterException'],
    ]);
  });

  test('ACC-12e neither passwords, codes nor refresh tokens are in the database', async () => {
    const email = await registerFan(fixture.identity, fixture.device);
    const { session } = await fixture.device.signIn(email);
    await fixture.device.forgot(email);
    const rows = await Promise.all([
      fixture.db.selectFrom('identity_user').selectAll().where('email', '=', email).execute(),
      fixture.db.selectFrom('identity_code').selectAll().execute(),
      fixture.db.selectFrom('identity_session').selectAll().execute(),
    ]);
    const text = JSON.stringify(rows);
    expect(text).toContain(email);
    for (const secret of [PASSWORD, `"${fixture.identity.codeOf(email)}"`, session.getRefreshToken().getToken()]) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('ID tokens', () => {
  test('ACC-12e forged tokens are refused: no algorithm, HMAC, other issuer, audience, use or key', async () => {
    const email = await registerFan(fixture.identity, fixture.device);
    const { session } = await fixture.device.signIn(email);
    const good = session.getIdToken().payload;
    const n = String(fixture.identity.keys.jwks.keys[0]?.n);
    const copyOf = (claims: object) => fixture.identity.keys.sign({ ...good, ...claims });
    const foreign = await crypto.subtle.generateKey(
      { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
      false,
      ['sign'],
    );
    expect((await fixture.identity.verifyToken(await copyOf({}))).email).toBe(email);
    const forged = [
      session.getAccessToken().getJwtToken(),
      new UnsecuredJWT(good).encode(),
      await new SignJWT(good).setProtectedHeader({ alg: 'HS256' }).sign(createHmac('sha256', n).digest()),
      await new SignJWT(good).setProtectedHeader({ alg: 'RS256' }).sign(foreign.privateKey),
      await copyOf({ iss: 'https://evil.example' }),
      await copyOf({ aud: 'other' }),
      await copyOf({ token_use: 'access' }),
      await copyOf({ origin_jti: 'made-up' }),
      await copyOf({ exp: undefined }),
      'a.b.c',
      '',
    ];
    for (const token of nonEmpty(forged)) {
      await expect(fixture.identity.verifyToken(token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    }
  });

  test('ACC-07 keys outlive the process: another copy publishes the same and accepts the tokens', async () => {
    const email = await registerFan(fixture.identity, fixture.device);
    const { session } = await fixture.device.signIn(email);
    const copy = await startIdentity(fixture.db);
    const published = await copy.pool.fetch(
      new Request(`${ORIGIN}/idp/${EMBEDDED_POOL.userPoolId}/.well-known/jwks.json`),
    );
    expect(await published.json()).toEqual(fixture.identity.keys.jwks);
    expect(JSON.stringify(fixture.identity.keys.jwks)).not.toContain('"d"');
    const [key] = fixture.identity.keys.jwks.keys;
    expect(Buffer.from(String(key?.n), 'base64url').length * 8, '128 bits of strength').toBe(3072);
    expect((await copy.verifyToken(session.getIdToken().getJwtToken())).email).toBe(email);
  });

  test('ACC-07 a renewed key signs once every copy knows it; older tokens are good until they expire', async () => {
    const email = await registerFan(fixture.identity, fixture.device);
    const { session } = await fixture.device.signIn(email);
    const token = session.getIdToken().getJwtToken();
    const kidsOf = ({ keys }: { keys: TestIdentity['keys'] }) => keys.jwks.keys.map(({ kid }) => kid);
    const renew = () => fixture.db.transaction().execute((trx) => renewKeys(trx));

    expect((await renew()).join(' ')).toContain('once more');
    const knowing = await startIdentity(fixture.db);
    const [old, next] = kidsOf(knowing);
    expect(kidsOf(fixture.identity)).toEqual([old]);
    expect((await knowing.verifyToken(token)).email).toBe(email);

    expect((await renew()).join(' ')).toContain('The new key signs');
    const changed = await startIdentity(fixture.db);
    expect(kidsOf(changed)).toEqual([next, old]);
    // A copy that was not started again yet takes what the new one signs, and the other way round.
    const signed = await changed.keys.sign(decodeJwt(token));
    expect(decodeProtectedHeader(signed).kid).toBe(next);
    for (const copy of [knowing, changed]) {
      expect((await copy.verifyToken(signed)).email).toBe(email);
      expect((await copy.verifyToken(token)).email).toBe(email);
    }
    await renew();
    await renew();
    const { verifyToken } = await startIdentity(fixture.db);
    expect((await verifyToken(signed)).email).toBe(email);
    await expect(verifyToken(token)).rejects.toThrow();
  });
});

describe('how often', () => {
  test.each([
    ['ForgotPassword', { Username: 'nobody@example.jp' }, RATE_LIMITS.codes],
    [
      'InitiateAuth',
      { AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME: 'nobody@example.jp', SRP_A: 'abc' } },
      RATE_LIMITS.signIns,
    ],
  ])(
    'ACC-12b %s is bounded per network, in a counter all server copies share',
    async (operation, body, { count, windowMs }) => {
      const copy = await startIdentity(fixture.db);
      const given = { ClientId: EMBEDDED_POOL.clientId, ...body };
      const codeAt = async (pool: TestIdentity['pool'], address: string) =>
        (await call(pool, operation, given, address)).body.__type as string | undefined;
      expect(await codeAt(fixture.identity.pool, '203.0.113.7')).not.toBe('TooManyRequestsException');
      await fixture.db
        .updateTable('identity_limit')
        .set({ count: count - 1 })
        .where('key', 'like', 'network:%')
        .execute();
      expect(await codeAt(fixture.identity.pool, '203.0.113.7')).not.toBe('TooManyRequestsException');
      expect(await codeAt(copy.pool, '203.0.113.7')).toBe('TooManyRequestsException');
      expect(await codeAt(copy.pool, '203.0.113.8')).not.toBe('TooManyRequestsException');
      fixture.identity.clock.ms += windowMs + 1;
      expect(await codeAt(fixture.identity.pool, '203.0.113.7')).not.toBe('TooManyRequestsException');
    },
  );
});
