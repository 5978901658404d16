/**
 * One phone in the stadium uses up what its network has. Everybody else there pays a little arithmetic and gets in; a client that cannot
 * pay is told when to come back.
 */
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/database/schema.ts';
import { IDENTITY_LIMITS, RATE_LIMITS } from '../../src/contract/limits.ts';
import { CAN_PROVE } from '../../src/contract/proofOfWork.ts';
import { newEmail, openTestDatabase, PASSWORD, startIdentity, type TestIdentity } from '../api/identitySetup.ts';
import { serveIdentity, solve } from './identityServer.ts';

const STADIUM = '198.51.100.7';
const ELSEWHERE = '198.51.100.8';

let db: Kysely<Database>;
let identity: TestIdentity;
let server: Awaited<ReturnType<typeof serveIdentity>>;
beforeAll(async () => {
  db = await openTestDatabase();
  identity = await startIdentity(db);
  server = await serveIdentity(identity);
});
beforeEach(() => db.deleteFrom('identity_limit').execute());
afterAll(async () => {
  await server.close();
  await db.destroy();
});

const form = (Username: string) => ({
  Username,
  Password: PASSWORD,
  UserAttributes: [{ Name: 'name', Value: 'なまえ' }],
});
const begin = (USERNAME: string) => ({ AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME, SRP_A: 'abc' } });

/** Registers a fan from another network. Returns the address. */
async function register(): Promise<string> {
  const email = newEmail();
  expect((await server.send('SignUp', form(email), ELSEWHERE)).name).toBe('ok');
  const code = { Username: email, ConfirmationCode: identity.codeOf(email) };
  expect((await server.send('ConfirmSignUp', code, ELSEWHERE)).name).toBe('ok');
  return email;
}

/** The attacker's loop: the same call until the network has nothing left, 20 at a time. */
async function useUp(count: number, once: (n: number) => Promise<unknown>): Promise<void> {
  for (let n = 0; n < count; n += 20) await Promise.all(Array.from({ length: 20 }, (_, i) => once(n + i)));
}

/** What a client without proofs and the web client of a neighbour get, in this order. */
async function neighbours(operation: string, bodyOf: () => object) {
  const foreign = await server.send(operation, bodyOf(), STADIUM);
  return { foreign, fan: await server.sendWithProof(operation, bodyOf(), STADIUM) };
}

test('SAF-32a 100 sign-ups of a taken address block nobody else from signing up', async () => {
  const taken = await register();
  await useUp(IDENTITY_LIMITS.takenAddresses.count, () => server.send('SignUp', form(taken), STADIUM));
  const { foreign, fan } = await neighbours('SignUp', () => form(newEmail()));
  expect([foreign.name, Number(foreign.retryAfter) > 0]).toEqual(['TooManyRequestsException', true]);
  expect(fan.name).toBe('ok');
  // The attacker pays for each further address.
  expect((await server.send('SignUp', form(taken), STADIUM, CAN_PROVE)).name).toBe('ProofOfWorkException');
  expect((await server.sendWithProof('SignUp', form(taken), STADIUM)).name).toBe('UsernameExistsException');
});

test('SAF-32a 300 wrong codes keep no right code out', async () => {
  const email = newEmail();
  await server.send('SignUp', form(email), STADIUM);
  const wrong = (n: number) => ({ Username: `nobody${n}@example.com`, ConfirmationCode: '000000' });
  await useUp(RATE_LIMITS.codes.count, (n) => server.send('ConfirmSignUp', wrong(n), STADIUM));
  const right = () => ({ Username: email, ConfirmationCode: identity.codeOf(email) });
  const { foreign, fan } = await neighbours('ConfirmSignUp', right);
  expect([foreign.name, Number(foreign.retryAfter) > 0]).toEqual(['TooManyRequestsException', true]);
  expect(fan.name).toBe('ok');
});

test('SAF-32a 300 resets of unknown addresses block neither sign-ups nor resets', async () => {
  const email = await register();
  await useUp(RATE_LIMITS.codes.count, (n) =>
    server.send('ForgotPassword', { Username: `nobody${n}@example.com` }, STADIUM),
  );
  const resets = await neighbours('ForgotPassword', () => ({ Username: email }));
  expect([resets.foreign.name, resets.fan.name]).toEqual(['TooManyRequestsException', 'ok']);
  const signUps = await neighbours('SignUp', () => form(newEmail()));
  expect([signUps.foreign.name, signUps.fan.name]).toEqual(['TooManyRequestsException', 'ok']);
});

test('SAF-32a 1,000 sign-ins that were begun keep no unknown device out', async () => {
  const email = await register();
  await useUp(RATE_LIMITS.signIns.count, (n) => server.send('InitiateAuth', begin(`nobody${n}@example.com`), STADIUM));
  const { foreign, fan } = await neighbours('InitiateAuth', () => begin(email));
  expect([foreign.name, Number(foreign.retryAfter) > 0]).toEqual(['TooManyRequestsException', true]);
  expect([fan.name, fan.body.ChallengeName]).toEqual(['ok', 'PASSWORD_VERIFIER']);
});

test('SAF-32b a proof is good once, in its network, in its time, and only as it was made', async () => {
  const key = `network:sign-in:${STADIUM}`;
  const spent = { count: RATE_LIMITS.signIns.count, expires_at: new Date(identity.now() + 600_000) };
  await db
    .insertInto('identity_limit')
    .values({ key, ...spent })
    .execute();
  await db
    .insertInto('identity_limit')
    .values({ key: `network:sign-in:${ELSEWHERE}`, ...spent })
    .execute();
  const ask = (network: string, proof: string) => server.send('InitiateAuth', begin(newEmail()), network, proof);
  const fresh = async (network = STADIUM) => solve((await ask(network, CAN_PROVE)).message);

  const proof = await fresh();
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(STADIUM, proof)));
  const names = answers.map(({ name }) => name).sort();
  expect(names).toEqual([...Array.from({ length: 9 }, () => 'ProofOfWorkException'), 'ok']);
  expect((await ask(STADIUM, await fresh(ELSEWHERE))).name).toBe('ProofOfWorkException');
  const made = await fresh();
  for (const changed of [made.slice(2), made.replace(/.$/, ''), `${made}A`.repeat(1), made.slice(0, 100), 'x', '']) {
    if (changed !== made)
      expect([changed, (await ask(STADIUM, changed)).name]).toEqual([changed, 'ProofOfWorkException']);
  }
  const late = await fresh();
  identity.clock.ms += 5 * 60_000 + 1;
  expect((await ask(STADIUM, late)).name).toBe('ProofOfWorkException');
});
