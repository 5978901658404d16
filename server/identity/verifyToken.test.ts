import { exportJWK, generateKeyPair, SignJWT } from 'jose';
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
  await expect(createTokenVerifier({ jwks, issuer, clientId, now: () => NOW })(token)).rejects.toThrow('fetch failed');
});
