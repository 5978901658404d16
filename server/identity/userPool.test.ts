/** What the pool answers besides its operations. */
import { expect, test } from 'vitest';
import { openEmptyDatabase } from '../../tests/fakes/emptyDatabase.ts';
import { EMBEDDED_POOL } from './embeddedPool.ts';
import { createUserPool } from './userPool.ts';

test('ACC-12e the public keys are JSON that may be kept for five minutes', async () => {
  const jwks = { keys: [{ kty: 'RSA', kid: 'k' }] };
  const pool = createUserPool({
    db: openEmptyDatabase().db,
    ids: EMBEDDED_POOL,
    keys: { jwks, sign: async () => '', derive: () => Buffer.alloc(32) },
    mailer: { send: async () => {} },
    now: () => 0,
    onError: () => {},
  });
  const answer = await pool.fetch(
    new Request(`http://localhost/idp/${EMBEDDED_POOL.userPoolId}/.well-known/jwks.json`),
  );
  expect(await answer.json()).toEqual(jwks);
  const headers = { 'content-type': 'application/json', 'cache-control': 'max-age=300' };
  expect(Object.fromEntries(answer.headers)).toEqual(headers);
});
