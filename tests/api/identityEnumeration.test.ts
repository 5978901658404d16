/** Account enumeration: no answer tells who has an account (SAF-06) or what a private name is (SAF-07). */

import { describe, expect, test } from 'vitest';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { addUser, createUserDirectory } from '../../server/identity/userDirectory.ts';
import { IDENTITY_LIMITS } from '../../src/contract/limits.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { createIdentityCalls, NEW_PASSWORD, network, subOf } from './identityCalls.ts';
import { call, type Device, newEmail, PASSWORD, refusal, registerFan, wrongOf } from './identitySetup.ts';
import { withIdentity } from './withIdentity.ts';

// The library's SRP arithmetic takes a fifth of a second a sign-in, more on a busy machine.

const { clientId: ClientId } = EMBEDDED_POOL;
const fixture = withIdentity({ forgets: ['identity_limit'] });

const { startSrp, guess, forgot, confirmForgot, signUp, confirm, refreshWith } = createIdentityCalls(
  () => fixture.identity,
);

describe('who has an account', () => {
  /** What an answer shows besides its values: letters and digits lose theirs. */
  const shapeOf = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(/[0-9a-f]/g, 'x').replace(/[A-Za-z0-9+/]{60,}=*/, 'long');
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
  };
  async function shownBy(operation: string, body: object, where: string) {
    const answer = await call(fixture.identity.pool, operation, { ClientId, ...body }, where);
    const headers = [...answer.headers].filter(([name]) => name !== 'x-amzn-requestid' && name !== 'date');
    return { status: answer.status, headers, body: shapeOf(answer.body) };
  }

  test('SAF-06a every operation answers alike for a fan, for a sign-up that waits, and for nobody', async () => {
    const real = await registerFan(fixture.identity, fixture.device);
    const waiting = newEmail();
    await fixture.device.signUp(waiting);
    const nobody = newEmail();
    // Even with a mail server that is down, and a reset that waits.
    await forgot(real, '198.51.100.1');
    await fixture.db.deleteFrom('identity_limit').execute();
    const srp = { AuthFlow: 'USER_SRP_AUTH' };
    const steps: (readonly [string, (Username: string) => object])[] = [
      ['InitiateAuth', (USERNAME) => ({ ...srp, AuthParameters: { USERNAME, SRP_A: 'abc' } })],
      ['ForgotPassword', (Username) => ({ Username })],
      ['ResendConfirmationCode', (Username) => ({ Username })],
      ['ConfirmSignUp', (Username) => ({ Username, ConfirmationCode: '123456' })],
      ['ConfirmForgotPassword', (Username) => ({ Username, ConfirmationCode: '123456', Password: NEW_PASSWORD })],
      ['ConfirmForgotPassword', (Username) => ({ Username, ConfirmationCode: '1234567', Password: 'short' })],
      ['ConfirmForgotPassword', (Username) => ({ Username, ConfirmationCode: '1', Password: Username })],
    ];
    const same = (email: string) => email.replace(/fan\d+/, 'fan');
    for (const isDown of [false, true]) {
      fixture.identity.mail.isDown = isDown;
      for (const [operation, bodyOf] of nonEmpty(steps)) {
        for (let round = 0; round < 7; round += 1) {
          const shown = [];
          for (const email of [real, waiting, nobody]) {
            shown.push(JSON.stringify(await shownBy(operation, bodyOf(email), `192.0.2.${isDown ? 1 : 2}`)));
          }
          const [forReal, forWaiting, forNobody] = shown.map(same);
          expect([operation, round, forReal]).toEqual([operation, round, forNobody]);
          expect([operation, round, forWaiting]).toEqual([operation, round, forNobody]);
        }
      }
    }
    const names = await Promise.all([real, waiting, nobody].map((email) => guessed(email)));
    for (const round of [0, 1, 2, 3, 4, 5, 6])
      expect([round, new Set(names.map((list) => list[round])).size]).toEqual([round, 1]);
  });
  const guessed = async (email: string) => {
    const names: string[] = [];
    for (let n = 0; n < 7; n += 1) names.push(await guess(email, '192.0.2.77'));
    return names;
  };

  test('SAF-06b the names of a challenge lead to no profile and are the same at the next call', async () => {
    const real = await registerFan(fixture.identity, fixture.device);
    const added = newEmail();
    const sub = await addUser(fixture.db, EMBEDDED_POOL, { email: added, password: PASSWORD, name: '公式' });
    const directory = createUserDirectory(fixture.db);
    for (const email of [real, added, newEmail()]) {
      const { body } = await startSrp(email);
      const again = await startSrp(email);
      const { USER_ID_FOR_SRP, USERNAME, SALT } = body.ChallengeParameters;
      expect(USERNAME).toBe(USER_ID_FOR_SRP);
      expect(again.body.ChallengeParameters).toMatchObject({ USER_ID_FOR_SRP, SALT });
      expect(USER_ID_FOR_SRP).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(await directory.getUser(USER_ID_FOR_SRP)).toBeNull();
      // Asked by it, the pool answers the same, whoever there is: the client library asks so at the next sign-in.
      expect((await startSrp(USER_ID_FOR_SRP)).body.ChallengeParameters).toMatchObject({ USER_ID_FOR_SRP, SALT });
      const made = USER_ID_FOR_SRP.replace(/.$/, (last: string) => (last === '0' ? '1' : '0'));
      expect((await startSrp(made)).body.ChallengeParameters.USER_ID_FOR_SRP).not.toBe(made);
    }
    const { session } = await fixture.device.signIn(added);
    expect(session.getIdToken().payload.sub).toBe(sub);
    expect(session.getIdToken().payload['cognito:username']).not.toBe(sub);
    expect(session.getAccessToken().payload.username).toBe(session.getIdToken().payload['cognito:username']);
  });

  test('SAF-06b an account of before keeps signing in, and has a private name from its next password on', async () => {
    const email = await registerFan(fixture.identity, fixture.device);
    const sub = await subOf(fixture.db, email);
    // As a row of before the private names: the verifier is of the public id.
    const { createVerifier } = await import('../../server/identity/srp.ts');
    const old = { srp_name: null, ...createVerifier('fanphoto', sub, PASSWORD) };
    await fixture.db.updateTable('identity_user').set(old).where('sub', '=', sub).execute();
    const { user, session } = await fixture.device.signIn(email);
    expect(session.getIdToken().payload.sub).toBe(sub);
    await fixture.device.changePassword(user, PASSWORD, NEW_PASSWORD);
    const { body } = await startSrp(email);
    expect(body.ChallengeParameters.USER_ID_FOR_SRP).not.toBe(sub);
    const renewed = await fixture.device.signIn(email, NEW_PASSWORD);
    expect(renewed.session.getIdToken().payload.sub).toBe(sub);
  });

  test('SAF-06a a signed-in fan who asks for a taken address learns of it by its code only', async () => {
    const [email, other] = [
      await registerFan(fixture.identity, fixture.device),
      await registerFan(fixture.identity, fixture.device),
    ];
    const { user } = await fixture.device.signIn(email);
    await fixture.device.setAttributes(user, { email: other });
    expect(await refusal(fixture.device.verifyEmail(user, wrongOf(fixture.identity.codeOf(other))))).toBe(
      'CodeMismatchException',
    );
    expect(await refusal(fixture.device.verifyEmail(user, fixture.identity.codeOf(other)))).toBe(
      'AliasExistsException',
    );
    expect((await fixture.device.attributes(user)).email).toBe(email);
  });

  test('SAF-06a a network learns of a bounded number of addresses by signing them up', async () => {
    const email = await registerFan(fixture.identity, fixture.device);
    const { count } = IDENTITY_LIMITS.takenAddresses;
    const names = [];
    for (let n = 0; n < count; n += 1) names.push(await signUp(email, '203.0.113.66'));
    expect(new Set(names)).toEqual(new Set(['UsernameExistsException']));
    expect(await signUp(email, '203.0.113.66')).toBe('TooManyRequestsException');
    expect(await signUp(newEmail(), '203.0.113.66')).toBe('TooManyRequestsException');
    expect(await signUp(email, '203.0.113.67')).toBe('UsernameExistsException');
  });
});

describe('codes and passwords', () => {
  test('SAF-07 a code is judged before the password: no answer tells a private name', async () => {
    const email = newEmail();
    await signUp(email, null, PASSWORD, '春日井 みどり子');
    await confirm(email, fixture.identity.codeOf(email), null);
    await forgot(email, '198.51.100.1');
    const code = fixture.identity.codeOf(email);
    for (const password of ['春日井 みどり子', 'short', email, NEW_PASSWORD]) {
      expect([password, await confirmForgot(email, wrongOf(code), network(1), password)]).toEqual([
        password,
        'CodeMismatchException',
      ]);
    }
    // The code stays good while its holder looks for a password that may be used.
    expect(await confirmForgot(email, code, '198.51.100.1', '春日井 みどり子')).toBe('InvalidPasswordException');
    for (let n = 0; n < 8; n += 1) {
      expect(await confirmForgot(email, code, '198.51.100.1', 'short')).toBe('InvalidPasswordException');
    }
    expect(await confirmForgot(email, code, '198.51.100.1')).toBe('no refusal');
    expect(await confirmForgot(email, code, '198.51.100.1')).toBe('ExpiredCodeException');
  });

  test('SAF-07 a code bears a bounded number of refused passwords', async () => {
    const email = await registerFan(fixture.identity, fixture.device);
    await forgot(email, null);
    const code = fixture.identity.codeOf(email);
    for (let n = 0; n < IDENTITY_LIMITS.refusedPasswords; n += 1) {
      expect(await confirmForgot(email, code, null, 'short')).toBe('InvalidPasswordException');
    }
    expect(await confirmForgot(email, code, null)).toBe('ExpiredCodeException');
  });

  test('ACC-05 ACC-06 a new password ends the other sign-ins: their refresh tokens are refused', async () => {
    const email = await registerFan(fixture.identity, fixture.device);
    const tokenOf = ({ session }: Awaited<ReturnType<Device['signIn']>>) => session.getRefreshToken().getToken();
    const [first, second] = [await fixture.device.signIn(email), await fixture.device.signIn(email)];
    expect(await refreshWith(tokenOf(first), null)).toBe('no refusal');
    await fixture.device.changePassword(second.user, PASSWORD, NEW_PASSWORD);
    expect(await refreshWith(tokenOf(first), null)).toBe('NotAuthorizedException');
    expect(await refusal(fixture.device.attributes(first.user))).toBe('NotAuthorizedException');
    expect(await refreshWith(tokenOf(second), null)).toBe('no refusal');
    const third = await fixture.device.signIn(email, NEW_PASSWORD);
    await forgot(email, null);
    expect(await confirmForgot(email, fixture.identity.codeOf(email), null, 'third-half-91')).toBe('no refusal');
    for (const ended of [second, third]) {
      expect(await refreshWith(tokenOf(ended), null)).toBe('NotAuthorizedException');
      expect(await refusal(fixture.device.attributes(ended.user))).toBe('NotAuthorizedException');
      await expect(fixture.identity.verifyToken(ended.session.getIdToken().getJwtToken())).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      });
    }
    expect(await refusal(fixture.device.signIn(email, NEW_PASSWORD))).toBe('NotAuthorizedException');
  });
});
