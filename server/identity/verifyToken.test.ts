import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { createTokenVerifier } from './verifyToken.ts';

const issuer = 'https://pool.example';
const clientId = 'web';
const NOW = Date.parse('2026-11-21T06:00:00Z');

async function setUp() {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256' }] };
  const token = await new SignJWT({ token_use: 'id', email: 'a@example.jp', origin_jti: 's' })
    .setProtectedHeader({ alg: 'RS256', kid: 'k' })
    .setSubject('aki')
    .setIssuer(issuer)
    .setAudience(clientId)
    .setExpirationTime(NOW / 1000 + 600)
    .sign(privateKey);
  return { jwks, token };
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
