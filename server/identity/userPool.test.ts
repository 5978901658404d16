/** What the pool does besides its operations: what has expired goes, and everybody may read the public keys. */
import { expect, test } from 'vitest';
import { openEmptyDatabase } from '../../tests/fakes/emptyDatabase.ts';
import { EMBEDDED_POOL } from './embeddedPool.ts';
import { createUserPool } from './userPool.ts';

const MINUTE = 60_000;

function setUp() {
  const database = openEmptyDatabase();
  const clock = { ms: Date.parse('2026-11-21T09:00:00Z') };
  const errors: unknown[] = [];
  const jwks = { keys: [{ kty: 'RSA', kid: 'k' }] };
  const pool = createUserPool({
    db: database.db,
    ids: EMBEDDED_POOL,
    keys: { jwks, sign: async () => '', derive: () => Buffer.alloc(32) },
    mailer: { send: async () => {} },
    now: () => clock.ms,
    onError: (error) => void errors.push(error),
  });
  const get = (path: string) => pool.fetch(new Request(`http://localhost${path}`));
  return { database, clock, errors, jwks, get };
}

test('SAF-13b what has expired goes every ten minutes, not with every call', async () => {
  const { database, clock, get } = setUp();
  const start = clock.ms;
  /** `get` of what is no operation asks the database nothing itself. */
  const sweptAfter = async (ms: number) => {
    clock.ms = start + ms;
    await get('/idp');
    return database.asked.splice(0);
  };
  expect([await sweptAfter(0), await sweptAfter(10 * MINUTE - 1)]).toEqual([[], []]);
  const swept = await sweptAfter(10 * MINUTE);
  expect(swept.map(({ sql }) => sql)).toEqual(
    ['session', 'sign_up', 'code', 'limit', 'nonce'].map(
      (table) => `delete from "identity_${table}" where "expires_at" < $1`,
    ),
  );
  expect(swept.map(({ parameters }) => parameters)).toEqual(swept.map(() => [new Date(clock.ms)]));
  expect(await sweptAfter(20 * MINUTE - 1)).toEqual([]);
  expect(await sweptAfter(20 * MINUTE)).toHaveLength(swept.length);
});

test('what cannot be swept is told to the operator, and the call is answered all the same', async () => {
  const { database, clock, errors, get } = setUp();
  database.isAway = true;
  clock.ms += 10 * MINUTE;
  const answer = await get('/idp');
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { __type: 'UnknownOperationException', message: 'Unknown operation' },
  ]);
  expect(errors.map(String)).toEqual(['Error: the database is away']);
});

test('ACC-12e the public keys are JSON that may be kept for five minutes', async () => {
  const { jwks, get } = setUp();
  const answer = await get(`/idp/${EMBEDDED_POOL.userPoolId}/.well-known/jwks.json`);
  expect(await answer.json()).toEqual(jwks);
  const headers = { 'content-type': 'application/json', 'cache-control': 'max-age=300' };
  expect(Object.fromEntries(answer.headers)).toEqual(headers);
});
