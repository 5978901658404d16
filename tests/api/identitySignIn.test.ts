/** The second half of a sign-in: what proof is taken, once and for whom, and which counters and lists it leaves behind. */
import { expect, test, vi } from 'vitest';
import { nonEmpty } from '../nonEmpty.ts';
import { createIdentityCalls, signInFrom, subOf } from './identityCalls.ts';
import {
  call,
  createDevice,
  MINUTE,
  newBrowser,
  newEmail,
  refusal,
  registerFan,
  routeFetchTo,
} from './identitySetup.ts';
import { withIdentity } from './withIdentity.ts';

const fixture = withIdentity({ forgets: ['identity_limit'] });

const device = createDevice();
const { answerTo, guess } = createIdentityCalls(() => fixture.identity);

interface Proof {
  readonly ClientId: string;
  readonly ChallengeName: string;
  readonly ChallengeResponses: Readonly<Record<string, string>>;
}
/** The library's second request with the right password, which is kept here and not sent. */
async function proofOf(email: string): Promise<Proof> {
  let kept = '';
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const request = new Request(url, init);
    if (!request.headers.get('x-amz-target')?.endsWith('RespondToAuthChallenge'))
      return fixture.identity.pool.fetch(request);
    kept = await request.text();
    return Response.json({ __type: 'Kept', message: '' }, { status: 400 });
  });
  expect(await refusal(device.signIn(email))).toBe('Kept');
  return JSON.parse(kept);
}
/** Sends a proof, with some of its answers changed. */
async function finish(proof: Proof, change: Readonly<Record<string, string>> = {}, ClientId = proof.ClientId) {
  const ChallengeResponses = { ...proof.ChallengeResponses, ...change };
  const { status, body } = await call(fixture.identity.pool, 'RespondToAuthChallenge', {
    ...proof,
    ClientId,
    ChallengeResponses,
  });
  return status === 200 ? 'no refusal' : `${body.__type}: ${body.message}`;
}
const WRONG = 'NotAuthorizedException: Incorrect username or password.';
/** The product's client begins anew by this sentence (`identitySrp.ts`). */
const OVER = 'NotAuthorizedException: Invalid session for the user, session is expired.';

test('ACC-12e a proof is taken once, for its client and its name; that it was used or is late is told', async () => {
  const email = await registerFan(fixture.identity, device);
  const proof = await proofOf(email);
  expect(await finish(proof, {}, 'another')).toMatch(/^ResourceNotFoundException: /);
  expect(await finish(proof), 'the other client used nothing up').toBe('no refusal');
  expect(await finish(proof)).toBe(OVER);

  expect(await finish(await proofOf(email), { USERNAME: 'another' })).toBe(WRONG);
  const altered = await proofOf(email);
  const block = String(altered.ChallengeResponses.PASSWORD_CLAIM_SECRET_BLOCK);
  expect(await finish(altered, { PASSWORD_CLAIM_SECRET_BLOCK: block.slice(0, -8) })).toBe(WRONG);
  const late = await proofOf(email);
  fixture.identity.clock.ms += 3 * MINUTE + 1;
  expect(await finish(late)).toBe(OVER);
});

test('ACC-12e a proof of another form is refused before it is judged, and uses nothing up', async () => {
  const proof = await proofOf(await registerFan(fixture.identity, device));
  const { PASSWORD_CLAIM_SIGNATURE: signature = '', TIMESTAMP = '' } = proof.ChallengeResponses;
  const changes = [
    ...[`x${TIMESTAMP}`, `${TIMESTAMP}x`, ''].map((text) => ({ TIMESTAMP: text })),
    ...[`!${signature}`, `${signature}!`, ''].map((text) => ({ PASSWORD_CLAIM_SIGNATURE: text })),
  ];
  for (const change of nonEmpty(changes))
    expect([change, await finish(proof, change)]).toEqual([
      change,
      expect.stringMatching(/^InvalidParameterException: /),
    ]);
  expect(await finish(proof)).toBe('no refusal');
});

test('SAF-29 a refresh goes by either of its names, and no other flow takes its token', async () => {
  const { session } = await device.signIn(await registerFan(fixture.identity, device));
  const AuthParameters = { REFRESH_TOKEN: session.getRefreshToken().getToken() };
  const answers: [string, string][] = [];
  for (const AuthFlow of ['REFRESH_TOKEN_AUTH', 'REFRESH_TOKEN', 'CUSTOM_AUTH', ''])
    answers.push([AuthFlow, await answerTo('InitiateAuth', { AuthFlow, AuthParameters })]);
  expect(answers).toEqual([
    ['REFRESH_TOKEN_AUTH', 'no refusal'],
    ['REFRESH_TOKEN', 'no refusal'],
    ['CUSTOM_AUTH', 'InvalidParameterException'],
    ['', 'InvalidParameterException'],
  ]);
});

test('SAF-30 a right password gives back its place: the account’s on a known device, else the network’s', async () => {
  const countOf = async (key: string) =>
    (await fixture.db.selectFrom('identity_limit').select('count').where('key', '=', key).executeTakeFirst())?.count;
  const email = await registerFan(fixture.identity, device);
  const home = newBrowser('198.51.100.1');
  await signInFrom({ identity: fixture.identity, device }, home, email);
  expect(await countOf('network:sign-in:198.51.100.1')).toBe(0);
  await signInFrom({ identity: fixture.identity, device }, home, email);
  expect(await countOf(`account:sign-in:${await subOf(fixture.db, email)}`)).toBe(0);

  // Who is not confirmed makes no room for the failures of others.
  const [browser, waiting] = [newBrowser('198.51.100.2'), newEmail()];
  routeFetchTo(fixture.identity, browser);
  await device.signUp(waiting);
  expect(await guess(newEmail(), browser)).toBe('NotAuthorizedException');
  expect(await refusal(signInFrom({ identity: fixture.identity, device }, browser, waiting))).toBe(
    'UserNotConfirmedException',
  );
  expect(await countOf('network:sign-in:198.51.100.2')).toBe(1);
});

test('ACC-03c a sign-in is listed under what its browser says of itself, or under nothing', async () => {
  const email = await registerFan(fixture.identity, device);
  const sub = await subOf(fixture.db, email);
  const browsers = async () =>
    (await fixture.db.selectFrom('identity_session').select('user_agent').where('sub', '=', sub).execute()).map(
      ({ user_agent }) => user_agent,
    );
  await device.signIn(email);
  expect(await browsers()).toEqual(['']);
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const request = new Request(url, init);
    request.headers.set('user-agent', 'Phone');
    return fixture.identity.pool.fetch(request);
  });
  await device.signIn(email);
  expect((await browsers()).toSorted()).toEqual(['', 'Phone']);
});
