import { createLocalJWKSet, errors, exportJWK, generateKeyPair, importJWK, type JWTVerifyGetKey, SignJWT } from 'jose';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTokenVerifier, remoteKeys } from './verifyToken.ts';

const issuer = 'https://pool.example';
const clientId = 'web';
const NOW = Date.parse('2026-11-21T06:00:00Z');

async function setUp() {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256' }] };
  const good = { sub: 'aki', iss: issuer, aud: clientId, exp: NOW / 1000 + 600 };
  const tokenOf = (claims: object = {}) =>
    new SignJWT({ ...good, token_use: 'id', email: 'a@example.jp', origin_jti: 's', ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .sign(privateKey);
  return { jwks, token: await tokenOf(), tokenOf };
}

test('ROL-02 a sign-in that cannot be asked about opens nothing: the failure is told, not passed over', async () => {
  const { jwks, token } = await setUp();
  let isDown = false;
  const isRevoked = async () => {
    if (isDown) throw new Error('database is down');
    return false;
  };
  const verify = createTokenVerifier({ jwks, issuer, clientId, now: () => NOW, isRevoked });
  expect((await verify(token)).sub).toBe('aki');
  isDown = true;
  await expect(verify(token)).rejects.toThrow('database is down');
});

test('ROL-02 keys that cannot be fetched open nothing', async () => {
  const { token } = await setUp();
  const jwks = async () => {
    throw new TypeError('fetch failed');
  };
  const verified = createTokenVerifier({ jwks, issuer, clientId, now: () => NOW })(token);
  await expect(verified).rejects.toThrow('The key set of user pool pool.example cannot be used: TypeError.');
  await expect(verified).rejects.toMatchObject({ isPassing: true });
});

/** A pool whose published key does not say what it is for, and tokens signed in any way. */
async function setUpForging() {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const { alg: _, ...key } = await exportJWK(publicKey);
  const jwks = { keys: [{ ...key, kid: 'k' }] };
  const verify = createTokenVerifier({ jwks, issuer, clientId, now: () => NOW });
  const seconds = NOW / 1000;
  const good = { sub: 'aki', token_use: 'id', email: 'a@example.jp', iss: issuer, aud: clientId, exp: seconds + 600 };
  const sign = (claims: object = {}, header: object = {}, by: CryptoKey | Uint8Array = privateKey) =>
    new SignJWT({ ...good, ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'k', ...header }).sign(by);
  const refusalOf = async (token: Promise<string>) =>
    verify(await token).then(
      () => 'no refusal',
      (error: { code: string }) => error.code,
    );
  const longerHash = await importJWK(await exportJWK(privateKey), 'RS512');
  return { seconds, sign, refusalOf, longerHash };
}

test('ASVS 9.1.2 RS256 and no other algorithm, also where the published key would allow it', async () => {
  const { sign, refusalOf, longerHash } = await setUpForging();
  expect(await refusalOf(sign())).toBe('no refusal');
  expect(await refusalOf(sign({}, { alg: 'RS512' }, longerHash))).toBe('UNAUTHENTICATED');
});

test('ASVS 9.1.3 a key that a token brings along or points to is not used', async () => {
  const { sign, refusalOf } = await setUpForging();
  const own = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(own.publicKey);
  for (const header of [{ jwk }, { jwk, kid: 'own' }, { jku: 'https://evil.example/keys' }, { kid: '../../k' }])
    expect([header, await refusalOf(sign({}, header, own.privateKey))]).toEqual([header, 'UNAUTHENTICATED']);
});

test('ASVS 9.2.1 a token is good between its times only; ASVS 9.2.2 and of the right kind', async () => {
  const { seconds, sign, refusalOf } = await setUpForging();
  expect(await refusalOf(sign({ exp: seconds - 1 }))).toBe('TOKEN_EXPIRED');
  expect(await refusalOf(sign({ nbf: seconds + 60 }))).toBe('UNAUTHENTICATED');
  expect(await refusalOf(sign({ exp: undefined }))).toBe('UNAUTHENTICATED');
  expect(await refusalOf(sign({ token_use: 'access' }))).toBe('UNAUTHENTICATED');
  expect(await refusalOf(sign({ token_use: undefined }))).toBe('UNAUTHENTICATED');
});

test('ASVS 9.2.3 a token for another client or of another issuer opens nothing', async () => {
  const { sign, refusalOf } = await setUpForging();
  for (const claims of [{ aud: 'other' }, { aud: undefined }, { iss: 'https://other.example' }, { iss: undefined }])
    expect([claims, await refusalOf(sign(claims))]).toEqual([claims, 'UNAUTHENTICATED']);
});

test('HLF-08d an id in a token is believed where the import recorded it, and nowhere else', async () => {
  const { jwks, token, tokenOf } = await setUp();
  const rows: Record<string, string> = { aki: 'fan-of-before' };
  const moved = { userIdOf: async (sub: string) => rows[sub] ?? null };
  const verify = createTokenVerifier({ jwks, issuer, clientId, now: () => NOW, moved });
  // The record decides, whatever the token says.
  expect((await verify(await tokenOf({ 'custom:user_id': 'somebody' }))).sub).toBe('fan-of-before');
  expect((await verify(token)).sub).toBe('fan-of-before');
  delete rows.aki;
  const forged = await tokenOf({ 'custom:user_id': 'fan-of-before' });
  await expect(verify(forged)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  expect((await verify(await tokenOf({ nickname: 'あき' }))).sub).toBe('aki');
});

test('ROL-02 a token tells the fan, with what it leaves out as null; it needs an address and an account', async () => {
  const { jwks, tokenOf } = await setUp();
  const verify = createTokenVerifier({ jwks, issuer, clientId, now: () => NOW });
  expect(await verify(await tokenOf({ name: '秋', nickname: 'あき' }))).toEqual({
    sub: 'aki',
    email: 'a@example.jp',
    // What is not said is not confirmed.
    isEmailVerified: false,
    signedInAt: null,
    name: '秋',
    nickname: 'あき',
    originJti: 's',
    expiresAt: NOW / 1000 + 600,
  });
  expect(await verify(await tokenOf({ origin_jti: undefined }))).toMatchObject({
    name: null,
    nickname: null,
    originJti: null,
  });
  const confirmed = [true, 'true', false, 'false', 'yes'].map(async (email_verified) => {
    const read = await verify(await tokenOf({ email_verified, auth_time: 1_700_000_000 }));
    return [read.isEmailVerified, read.signedInAt];
  });
  const at = 1_700_000_000_000;
  expect(await Promise.all(confirmed)).toEqual([true, true, false, false, false].map((is) => [is, at]));
  for (const claims of [{ sub: '' }, { email: undefined }, { token_use: 'access' }, { exp: undefined }])
    await expect(verify(await tokenOf(claims))).rejects.toMatchObject({
      name: 'TokenError',
      message: 'UNAUTHENTICATED',
      code: 'UNAUTHENTICATED',
    });
});

test('ACC-03c a token of a sign-in that ended opens nothing, nor one that names no sign-in', async () => {
  const { jwks, token, tokenOf } = await setUp();
  const asked: string[][] = [];
  const isRevoked = async (...given: [string, string]) => {
    asked.push(given);
    return given[0] === 'ended';
  };
  const verify = createTokenVerifier({ jwks, issuer, clientId, now: () => NOW, isRevoked });
  expect((await verify(token)).sub).toBe('aki');
  expect(asked).toEqual([['s', 'aki']]);
  for (const claims of [{ origin_jti: 'ended' }, { origin_jti: undefined }])
    await expect(verify(await tokenOf(claims))).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
});

test('ROL-02 a signature is checked anew after five minutes, and never trusted past the token’s time', async () => {
  const { jwks, token } = await setUp();
  const keys = createLocalJWKSet(jwks);
  const clock = { ms: NOW };
  let checks = 0;
  const counted: JWTVerifyGetKey = (...given) => {
    checks += 1;
    return keys(...given);
  };
  const verify = createTokenVerifier({ jwks: counted, issuer, clientId, now: () => clock.ms });
  const checksAt = async (seconds: number) => {
    clock.ms = NOW + seconds * 1000;
    await verify(token);
    return checks;
  };
  expect([await checksAt(0), await checksAt(299), await checksAt(300), await checksAt(599)]).toEqual([1, 1, 2, 2]);
  await expect(checksAt(600)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
});

test('ROL-02 the ten thousand tokens checked last are remembered, and no more', async () => {
  const { publicKey } = await generateKeyPair('RS256');
  // So many signatures take too long to make.
  vi.spyOn(crypto.subtle, 'verify').mockResolvedValue(true);
  onTestFinished(() => void vi.restoreAllMocks());
  const clock = { ms: NOW };
  let checks = 0;
  const jwks: JWTVerifyGetKey = async () => {
    checks += 1;
    return publicKey;
  };
  const verify = createTokenVerifier({ jwks, issuer, clientId, now: () => clock.ms });
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const good = { iss: issuer, aud: clientId, exp: NOW / 1000 + 600, token_use: 'id', email: 'a@example.jp' };
  const send = (sub: string) => verify(`${part({ alg: 'RS256' })}.${part({ ...good, sub })}.AAAA`);
  const isKnown = async (sub: string) => {
    const before = checks;
    await send(sub);
    return checks === before;
  };
  await send('aki');
  clock.ms += 60_000;
  await send('ben');
  // From here on it is Ben's that was checked longest ago.
  clock.ms += 4 * 60_000;
  await send('aki');
  for (let count = 2; count < 10_000; count += 1) await send(`fan${count}`);
  expect(await isKnown('ben')).toBe(true);
  await send('one more');
  expect([await isKnown('aki'), await isKnown('ben')]).toEqual([true, false]);
});

test('ACC-12e keys of a pool elsewhere are asked for where it publishes them, once for many tokens', async () => {
  const { jwks, token, tokenOf } = await setUp();
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json(jwks);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const url = 'https://pool.example/.well-known/jwks.json';
  const verify = createTokenVerifier({ jwks: remoteKeys(url), issuer, clientId, now: () => NOW });
  expect((await verify(token)).sub).toBe('aki');
  expect((await verify(await tokenOf({ sub: 'ben' }))).sub).toBe('ben');
  expect(asked).toEqual([url]);
});

test('ROL-02 keys that come late or not at all say nothing of the token; a token without a key is refused', async () => {
  const { token } = await setUp();
  const refusalBy = (error: Error) =>
    createTokenVerifier({ jwks: () => Promise.reject(error), issuer, clientId, now: () => NOW })(token);
  for (const error of [new errors.JWKSTimeout(), new errors.JOSEError('Expected 200 OK')])
    await expect(refusalBy(error)).rejects.toMatchObject({ isPassing: true });
  for (const error of [new errors.JWKSNoMatchingKey(), new Error('odd')])
    await expect(refusalBy(error)).rejects.toMatchObject({ code: 'UNAUTHENTICATED', cause: error });
});
