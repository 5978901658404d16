/** Sign-up: an address becomes an account by its mailed code (ACC-04), and by nobody else's (SAF-13). */

import { describe, expect, test } from 'vitest';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { removeExpired } from '../../server/identity/removeExpired.ts';
import { createUserDirectory } from '../../server/identity/userDirectory.ts';
import { IDENTITY_LIMITS } from '../../src/contract/limits.ts';
import { createIdentityCalls, NEW_PASSWORD, network, signInFrom, subOf } from './identityCalls.ts';
import {
  type Browser,
  call,
  MINUTE,
  movedTo,
  newBrowser,
  newEmail,
  PASSWORD,
  refusal,
  registerFan,
  routeFetchTo,
  wrongOf,
} from './identitySetup.ts';
import { withIdentity } from './withIdentity.ts';

// The library's SRP arithmetic takes a fifth of a second a sign-in, more on a busy machine.

const { clientId: ClientId } = EMBEDDED_POOL;
const fixture = withIdentity({ forgets: ['identity_limit'] });

const { answerTo, startSrp, signUp, confirm, mailsTo } = createIdentityCalls(() => fixture.identity);
const signIn = (browser: Browser | null, email: string, password = PASSWORD) =>
  signInFrom({ identity: fixture.identity, device: fixture.device }, browser, email, password);

/** As a Japanese keyboard types it. */
const wideOf = (text: string) =>
  text.replace(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0));

describe('sign-up', () => {
  test('ACC-04a ACC-04b sign-up, mailed code, confirmed, signed in with all attributes', async () => {
    const email = newEmail();
    await fixture.device.signUp(email);
    expect(await refusal(fixture.device.signIn(email))).toBe('UserNotConfirmedException');
    expect(await refusal(fixture.device.confirm(email, wrongOf(fixture.identity.codeOf(email))))).toBe(
      'CodeMismatchException',
    );
    await fixture.device.confirm(email, fixture.identity.codeOf(email));
    const { user, session } = await fixture.device.signIn(email.toUpperCase());
    const sub = session.getIdToken().payload.sub as string;
    expect(await fixture.device.attributes(user)).toEqual({
      sub,
      email,
      email_verified: 'true',
      name: '川崎 太郎',
      nickname: 'たろう',
      'custom:extended1': 'a',
      'custom:extended2': 'b',
    });
    expect(await fixture.identity.verifyToken(session.getIdToken().getJwtToken())).toMatchObject({
      sub,
      email,
      name: '川崎 太郎',
    });
    expect(await createUserDirectory(fixture.db).getUser(sub)).toMatchObject({
      sub,
      email,
      nickname: 'たろう',
      avatar: null,
    });
  });

  test('ACC-04d ACC-05 a full-width address is the same one at sign-up, code, login and reset, bounded alike', async () => {
    const email = newEmail();
    const wide = `\u3000${wideOf(email)} `;
    expect(wide).not.toContain('@');
    await fixture.device.signUp(wide);
    await fixture.device.confirm(wide, fixture.identity.codeOf(email));
    expect((await fixture.device.signIn(wide)).session.getIdToken().payload.email).toBe(email);
    expect(await refusal(fixture.device.signUp(wide))).toBe('UsernameExistsException');
    await fixture.device.forgot(wide.replace('．', '。'));
    await fixture.device.confirmForgot(wide, fixture.identity.codeOf(email), 'new-pass-2026');
    expect((await fixture.device.signIn(email, 'new-pass-2026')).session.isValid()).toBe(true);
    for (const bad of [wideOf(`${'a'.repeat(255)}@example.jp`), wideOf('fan@@example.jp'), 'fan@ⓔxample.jp'])
      expect(await refusal(fixture.device.signUp(bad))).toBe('InvalidParameterException');
  });

  test('ACC-04c codes expire after a day, as the sign-up does; asked for once more, it is the same code', async () => {
    const email = newEmail();
    await fixture.device.signUp(email);
    const first = fixture.identity.codeOf(email);
    await fixture.device.resend(email);
    expect(fixture.identity.mails.filter(({ to }) => to === email).map(({ code }) => code)).toEqual([first, first]);
    fixture.identity.clock.ms += 24 * 60 * MINUTE + 1;
    expect(await refusal(fixture.device.confirm(email, first))).toBe('ExpiredCodeException');
    await fixture.device.resend(email);
    expect(fixture.identity.mails.filter(({ to }) => to === email)).toHaveLength(2);
    await fixture.device.signUp(email);
    await fixture.device.confirm(email, fixture.identity.codeOf(email));
    expect((await fixture.device.signIn(email)).session.isValid()).toBe(true);
  });

  test('ACC-04b a code typed in full-width digits is the code', async () => {
    const email = newEmail();
    await fixture.device.signUp(email);
    const wide = fixture.identity.codeOf(email).replace(/\d/g, (d) => String.fromCharCode(d.charCodeAt(0) + 0xfee0));
    await fixture.device.confirm(email, wide);
    expect((await fixture.device.signIn(email)).session.isValid()).toBe(true);
  });

  test('ACC-12b a code bears five wrong tries, then even the right one is refused', async () => {
    const email = newEmail();
    await fixture.device.signUp(email);
    const code = fixture.identity.codeOf(email);
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () => refusal(fixture.device.confirm(email, wrongOf(code)))),
    );
    expect(guesses.filter((name) => name === 'CodeMismatchException')).toHaveLength(5);
    expect(await refusal(fixture.device.confirm(email, code))).not.toBe('no refusal');
  });

  test('ACC-12d refusals of sign-up and confirmation have the names of the catalogue', async () => {
    const email = await registerFan(fixture.identity, fixture.device);
    expect(await refusal(fixture.device.signUp(email))).toBe('UsernameExistsException');
    expect(await refusal(fixture.device.signUp(newEmail(), 'short1'))).toBe('InvalidPasswordException');
    for (const guess of ['Password1', '12345678', 'qwerty123', 'sakura2026', email.replace('@', '1').padEnd(8, '1')])
      expect([guess, await refusal(fixture.device.signUp(email, guess))]).toEqual([guess, 'InvalidPasswordException']);
    expect(await refusal(fixture.device.signUp('not an address'))).toBe('InvalidParameterException');
    expect(await refusal(fixture.device.signUp(newEmail(), PASSWORD, 'x'.repeat(41)))).toBe(
      'InvalidParameterException',
    );
    expect(await refusal(fixture.device.signUp(newEmail(), PASSWORD, ' '))).toBe('InvalidParameterException');
    expect(await refusal(fixture.device.confirm(email, fixture.identity.codeOf(email)))).toBe('NotAuthorizedException');
    fixture.identity.mail.isDown = true;
    expect(await refusal(fixture.device.signUp(newEmail()))).toBe('CodeDeliveryFailureException');
  });

  test('ACC-12b at most five codes an hour are mailed to one address', async () => {
    const email = newEmail();
    await fixture.device.signUp(email);
    for (let sent = 1; sent < 5; sent += 1) await fixture.device.resend(email);
    expect(await refusal(fixture.device.resend(email))).toBe('LimitExceededException');
    expect(fixture.identity.mails.filter(({ to }) => to === email)).toHaveLength(5);
    fixture.identity.clock.ms += 60 * MINUTE;
    await fixture.device.resend(email);
    expect(fixture.identity.mails.filter(({ to }) => to === email)).toHaveLength(6);
  });
});

describe('sign-ups that wait', () => {
  const owner = () => newBrowser('198.51.100.1');
  const attacker = '203.0.113.66';
  const attackersPassword = 'attacker-s-own-1';

  test('SAF-13a an address somebody else signed up first is free, and their code activates theirs only', async () => {
    const email = newEmail();
    expect(await signUp(email, attacker, attackersPassword, '攻撃者')).toBe('no refusal');
    const theirs = fixture.identity.codeOf(email);
    const home = owner();
    expect(await signUp(email, home, PASSWORD, '本人')).toBe('no refusal');
    const own = fixture.identity.codeOf(email);
    expect(await confirm(email, theirs, home), 'a code mailed for another sign-up').toBe('CodeMismatchException');
    expect(await confirm(email, own, home)).toBe('no refusal');
    expect(await refusal(fixture.device.signIn(email, attackersPassword))).toBe('NotAuthorizedException');
    const { session } = await fixture.device.signIn(email);
    expect(session.getIdToken().payload.name).toBe('本人');
    expect(await confirm(email, theirs, attacker)).toBe('ExpiredCodeException');
    expect((await fixture.device.signIn(email)).session.isValid()).toBe(true);
    expect(await signUp(email, attacker, attackersPassword)).toBe('UsernameExistsException');
  });

  test('SAF-13a a code activates the password and the name it was mailed for, whoever came last', async () => {
    const email = newEmail();
    const made = (await fixture.device.signUp(email)) as { readonly userSub: string };
    const own = fixture.identity.codeOf(email);
    await signUp(email, attacker, attackersPassword, '攻撃者');
    expect(fixture.identity.codeOf(email)).not.toBe(own);
    // In the browser that signed up, its own password is the one that counts until then.
    const home = owner();
    await signUp(email, home, NEW_PASSWORD, '本人の端末');
    await signUp(email, attacker, attackersPassword, '攻撃者');
    expect(await refusal(signIn(home, email, NEW_PASSWORD))).toBe('UserNotConfirmedException');
    routeFetchTo(fixture.identity);
    // A client that keeps no cookies says which sign-up is its own (SAF-13c).
    const ClientMetadata = { user_sub: made.userSub };
    const body = { ClientId, Username: email, ConfirmationCode: own, ClientMetadata };
    expect((await call(fixture.identity.pool, 'ConfirmSignUp', body)).status).toBe(200);
    expect((await fixture.device.signIn(email)).session.getIdToken().payload.name).toBe('川崎 太郎');
  });

  test('SAF-13a a code asked for again is of the fan’s own sign-up, never of the attacker’s', async () => {
    const email = newEmail();
    const home = owner();
    await signUp(email, home, PASSWORD, '本人');
    await signUp(email, attacker, attackersPassword, '攻撃者');
    expect(await answerTo('ResendConfirmationCode', { Username: email }, movedTo(home, '198.51.100.2'))).toBe(
      'no refusal',
    );
    expect(await confirm(email, fixture.identity.codeOf(email), home)).toBe('no refusal');
    expect((await fixture.device.signIn(email)).session.getIdToken().payload.name).toBe('本人');
    // A client without cookies says which one is its own.
    const next = newEmail();
    const UserAttributes = [{ Name: 'name', Value: '本人' }];
    const made = await call(fixture.identity.pool, 'SignUp', {
      ClientId,
      Username: next,
      Password: PASSWORD,
      UserAttributes,
    });
    await signUp(next, attacker, attackersPassword, '攻撃者');
    const ClientMetadata = { user_sub: String(made.body.UserSub) };
    await answerTo('ResendConfirmationCode', { Username: next, ClientMetadata }, '198.51.100.3');
    const ConfirmationCode = fixture.identity.codeOf(next);
    expect(await answerTo('ConfirmSignUp', { Username: next, ConfirmationCode, ClientMetadata })).toBe('no refusal');
    expect(await subOf(fixture.db, next)).toBe(made.body.UserSub);
  });

  test('SAF-13a many sign-ups of one address push nobody’s away, and guessing at them stays hopeless', async () => {
    const email = newEmail();
    const home = owner();
    await signUp(email, home, PASSWORD, '本人');
    const own = fixture.identity.codeOf(email);
    for (let n = 0; n < 6; n += 1) await signUp(email, attacker, attackersPassword);
    expect(await signUp(email, attacker, attackersPassword)).toBe('LimitExceededException');
    for (let n = 0; n < 30; n += 1) await signUp(email, network(n), attackersPassword);
    expect(mailsTo(email).length).toBeLessThanOrEqual(1 + IDENTITY_LIMITS.mails.signUps.count);
    expect(fixture.identity.codeOf(email), 'the more codes are out, the longer they are').toMatch(/^\d{12}$/);
    expect(await confirm(email, own, home)).toBe('no refusal');
    expect((await fixture.device.signIn(email)).session.isValid()).toBe(true);
  });

  test('SAF-13b a sign-up is gone after 24 hours, with all that was told about the person', async () => {
    const email = newEmail();
    await fixture.device.signUp(email);
    const code = fixture.identity.codeOf(email);
    expect(await refusal(fixture.device.signIn(email))).toBe('UserNotConfirmedException');
    const nameOf = async () => (await startSrp(email)).body.ChallengeParameters.USERNAME;
    const before = await nameOf();
    fixture.identity.clock.ms += 24 * 60 * MINUTE + 1;
    expect(await nameOf(), 'at once, not only once it is swept').not.toBe(before);
    expect(await refusal(fixture.device.signIn(email))).toBe('NotAuthorizedException');
    expect(await refusal(fixture.device.confirm(email, code))).toBe('ExpiredCodeException');
    await removeExpired(fixture.db, fixture.identity.now);
    const left = await fixture.db.selectFrom('identity_sign_up').selectAll().where('email', '=', email).execute();
    expect(left).toEqual([]);
    await fixture.device.signUp(email);
    await fixture.device.confirm(email, fixture.identity.codeOf(email));
    expect((await fixture.device.signIn(email)).session.isValid()).toBe(true);
  });

  test('SAF-13a ACC-12d the same code once more says that the address is confirmed, and nothing else says it', async () => {
    const email = await registerFan(fixture.identity, fixture.device);
    const code = fixture.identity.codeOf(email);
    expect(await refusal(fixture.device.confirm(email, wrongOf(code)))).toBe('CodeMismatchException');
    const again = await call(fixture.identity.pool, 'ConfirmSignUp', {
      ClientId,
      Username: email,
      ConfirmationCode: code,
    });
    expect([again.body.__type, again.body.message]).toEqual([
      'NotAuthorizedException',
      'User cannot be confirmed. Current status is CONFIRMED',
    ]);
    // Not after the fan has left: the code makes no account a second time.
    const { user } = await fixture.device.signIn(email);
    await fixture.device.leave(user);
    expect(await refusal(fixture.device.confirm(email, code))).toBe('CodeMismatchException');
    expect(await refusal(fixture.device.signIn(email))).toBe('NotAuthorizedException');
  });
});
