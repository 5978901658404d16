/** Proofs of work at the server: which bounds ask for one, how hard they are, and what is kept of them (SAF-32). */
import { expect, test, vi } from 'vitest';
import { createAttemptLimit } from '../../server/identity/attemptLimit.ts';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { createProofOfWork } from '../../server/identity/proofOfWork.ts';
import { removeExpired } from '../../server/identity/removeExpired.ts';
import { IDENTITY_LIMITS, RATE_LIMITS } from '../../src/contract/limits.ts';
import { CAN_PROVE, decodeChallenge, PROOF_FIELD, PROOF_OF_WORK } from '../../src/contract/proofOfWork.ts';
import { createIdentity } from '../../src/platform/identity/identity.ts';
import { signInInWorker } from '../../src/platform/identity/identitySignIn.ts';
import { proofOf } from '../../src/platform/identity/solveChallenge.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { call, newBrowser, newEmail, ORIGIN, PASSWORD, registerFan, routeFetchTo } from './identitySetup.ts';
import { withIdentity } from './withIdentity.ts';

const STADIUM = '198.51.100.7';
const fixture = withIdentity({ forgets: ['identity_limit', 'identity_nonce'] });

const ClientId = EMBEDDED_POOL.clientId;
/** Each bound of a network. */
const BOUNDS = {
  'sign-in': RATE_LIMITS.signIns.count,
  refresh: RATE_LIMITS.refreshes.count,
  codes: RATE_LIMITS.codes.count,
  mails: RATE_LIMITS.codes.count,
  taken: IDENTITY_LIMITS.takenAddresses.count,
};
type Bound = keyof typeof BOUNDS;

/** As after an attack of somebody else in the network. */
async function spend(...bounds: readonly Bound[]): Promise<void> {
  const expires_at = new Date(fixture.identity.now() + 600_000);
  for (const bound of bounds) {
    const row = { key: `network:${bound}:${STADIUM}`, count: BOUNDS[bound], expires_at };
    await fixture.db.insertInto('identity_limit').values(row).execute();
  }
}

/** One call with a proof, or without any knowledge of them (null). */
async function send(operation: string, body: object, proof: string | null) {
  const metadata = proof === null ? {} : { ClientMetadata: { [PROOF_FIELD]: proof } };
  const answer = await call(fixture.identity.pool, operation, { ClientId, ...body, ...metadata }, newBrowser(STADIUM));
  return { ...answer, name: answer.status === 200 ? 'ok' : String(answer.body.__type) };
}
const solved = async (message: string) => {
  const challenge = decodeChallenge(message);
  if (challenge === null) throw new Error(message);
  return proofOf(challenge);
};

test('SAF-32a each bound of a network asks for a proof, and one proof pays for the whole call', async () => {
  const form = (Username: string) => ({
    Username,
    Password: PASSWORD,
    UserAttributes: [{ Name: 'name', Value: 'なまえ' }],
  });
  const fan = await registerFan(fixture.identity, fixture.device);
  const token = (await fixture.device.signIn(fan)).session.getAccessToken().getJwtToken();
  const srp = { AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME: fan, SRP_A: 'abc' } };
  const refresh = { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: 'unknown' } };
  const change = { AccessToken: token, UserAttributes: [{ Name: 'email', Value: newEmail() }] };
  const rows: (readonly [readonly Bound[], string, object, string])[] = [
    [['taken'], 'SignUp', form(newEmail()), 'ok'],
    [['mails'], 'SignUp', form(newEmail()), 'ok'],
    [['taken', 'mails'], 'SignUp', form(newEmail()), 'ok'],
    [['taken', 'mails'], 'SignUp', form(fan), 'UsernameExistsException'],
    [['mails'], 'ResendConfirmationCode', { Username: newEmail() }, 'ok'],
    [['mails'], 'ForgotPassword', { Username: newEmail() }, 'ok'],
    [['mails'], 'UpdateUserAttributes', change, 'ok'],
    [['mails'], 'GetUserAttributeVerificationCode', { AccessToken: token, AttributeName: 'email' }, 'ok'],
    [
      ['codes'],
      'VerifyUserAttribute',
      { AccessToken: token, AttributeName: 'email', Code: '1' },
      'CodeMismatchException',
    ],
    [['codes'], 'ConfirmSignUp', { Username: newEmail(), ConfirmationCode: '1' }, 'CodeMismatchException'],
    [
      ['codes'],
      'ConfirmForgotPassword',
      { Username: newEmail(), ConfirmationCode: '1', Password: PASSWORD },
      'CodeMismatchException',
    ],
    [['sign-in'], 'InitiateAuth', srp, 'ok'],
    [['refresh'], 'InitiateAuth', refresh, 'NotAuthorizedException'],
  ];
  for (const [bounds, operation, body, name] of nonEmpty(rows)) {
    await fixture.db.deleteFrom('identity_limit').execute();
    await spend(...bounds);
    const foreign = await send(operation, body, null);
    const wait = Number(foreign.headers.get('retry-after'));
    expect([operation, foreign.name, wait > 0 && wait <= 3600]).toEqual([operation, 'TooManyRequestsException', true]);
    const asked = await send(operation, body, CAN_PROVE);
    expect([operation, asked.name, asked.headers.get('retry-after')]).toEqual([
      operation,
      'ProofOfWorkException',
      null,
    ]);
    const proof = await solved(asked.body.message);
    expect(proof.length, 'there is room for it in ClientMetadata').toBeLessThan(1024);
    expect([operation, (await send(operation, body, proof)).name]).toEqual([operation, name]);
  }
});

test("SAF-32a SAF-32c a fan signs up and in from a spent network with Amazon's library", async () => {
  await spend('sign-in', 'codes', 'mails', 'taken');
  vi.stubGlobal('location', new URL(ORIGIN));
  // Without workers the page signs in itself.
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => draw());
  routeFetchTo(fixture.identity, newBrowser(STADIUM));
  const { region, userPoolId, identityPoolId } = EMBEDDED_POOL;
  const solve = vi.fn(proofOf);
  const config = {
    region,
    userPoolId,
    clientId: ClientId,
    identityPoolId,
    userPoolEndpoint: '/idp',
    identityPoolEndpoint: null,
  };
  const fan = createIdentity(config, signInInWorker, solve);
  const email = newEmail();
  await expect(fan.signIn(email, PASSWORD, 'club')).rejects.toMatchObject({ code: 'NotAuthorizedException' });
  const form = { email, password: PASSWORD, name: 'なまえ', nickname: 'aki', extended1: '', extended2: '' };
  await fan.signUp(form, 'club');
  await fan.confirmSignUp(email, fixture.identity.codeOf(email));
  expect(solve).toHaveBeenCalledTimes(3);
  expect((await fan.signIn(email, PASSWORD, 'club')).accessToken).not.toBe('');
});

test('SAF-32d challenges get harder with what proofs paid for in vain, and easier when that is over', async () => {
  const clock = { ms: Date.parse('2026-11-21T09:00:00Z') };
  const now = () => clock.ms;
  const { step, tries, maxFactor, windowMs } = PROOF_OF_WORK;
  const drawn: (readonly [number, number])[] = [];
  const draw = (min: number, max: number) => {
    drawn.push([min, max - 1]);
    return min;
  };
  const proofs = createProofOfWork(
    fixture.db,
    createAttemptLimit(fixture.db, now),
    fixture.identity.keys.derive('test'),
    now,
    draw,
  );
  /** How many times as hard as at first a challenge is. */
  const factorOf = async (network: string) => {
    await proofs.challengeFor(network);
    const [min, max] = drawn.at(-1) ?? [0, 0];
    expect(max / min).toBe(tries.max / tries.min);
    return min / tries.min;
  };
  const pay = async (count: number) => {
    for (let n = 0; n < count; n += 1) await proofs.countPaid(STADIUM);
  };
  await pay(step - 1);
  expect(await factorOf(STADIUM)).toBe(1);
  await pay(1);
  expect(await factorOf(STADIUM)).toBe(2);
  expect(await factorOf('198.51.100.8'), 'another network pays nothing for it').toBe(1);
  await pay(step);
  expect(await factorOf(STADIUM)).toBe(4);
  await fixture.db
    .updateTable('identity_limit')
    .set({ count: step * 50 })
    .where('key', 'like', 'proof:%')
    .execute();
  expect(await factorOf(STADIUM)).toBe(maxFactor);
  clock.ms += windowMs + 1;
  expect(await factorOf(STADIUM)).toBe(1);
});

test('SAF-32b used proofs are kept until they end, at any server copy, and made-up ones not at all', async () => {
  const copy = () =>
    createProofOfWork(
      fixture.db,
      createAttemptLimit(fixture.db, fixture.identity.now),
      fixture.identity.keys.derive('p'),
      fixture.identity.now,
    );
  const [one, other] = [copy(), copy()];
  const kept = async () => (await fixture.db.selectFrom('identity_nonce').selectAll().execute()).length;
  const proof = await solved(await one.challengeFor(STADIUM));
  const read = JSON.parse(atob(proof));
  const forgeries = [
    { ...read, solution: { ...read.solution, derivedKey: '00'.repeat(32) } },
    { ...read, challenge: { ...read.challenge, signature: '00'.repeat(32) } },
    {
      ...read,
      challenge: { parameters: { ...read.challenge.parameters, nonce: '00' }, signature: read.challenge.signature },
    },
    {
      ...read,
      challenge: {
        parameters: { ...read.challenge.parameters, data: { ...read.challenge.parameters.data, until: 9e15 } },
      },
    },
    { ...read, challenge: { ...read.challenge, parameters: { ...read.challenge.parameters, keySignature: 'zz' } } },
    null,
  ];
  for (const forged of forgeries) expect(await one.redeem(btoa(JSON.stringify(forged)), STADIUM)).toBe(false);
  expect(await one.redeem(proof, '198.51.100.8')).toBe(false);
  expect(await kept()).toBe(0);
  expect(await other.redeem(proof, STADIUM)).toBe(true);
  expect(await one.redeem(proof, STADIUM)).toBe(false);
  expect(await kept()).toBe(1);
  fixture.identity.clock.ms += PROOF_OF_WORK.lifetimeMs + 1;
  await removeExpired(fixture.db, fixture.identity.now);
  expect(await kept()).toBe(0);
  expect(await other.redeem(proof, STADIUM), 'it ended before it was forgotten').toBe(false);
});
