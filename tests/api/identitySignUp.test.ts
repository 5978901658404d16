/** Sign-up: an address becomes an account by its mailed code (ACC-04), and by nobody else's (SAF-13). */

import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../server/database/schema.ts';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { removeExpired } from '../../server/identity/removeExpired.ts';
import { createUserDirectory } from '../../server/identity/userDirectory.ts';
import { IDENTITY_LIMITS } from '../../src/contract/limits.ts';
import { createIdentityCalls, NEW_PASSWORD, network, signInFrom, subOf } from './identityCalls.ts';
import {
  type Browser,
  call,
  createDevice,
  type Device,
  MINUTE,
  movedTo,
  newBrowser,
  newEmail,
  openTestDatabase,
  PASSWORD,
  refusal,
  registerFan,
  routeFetchTo,
  startIdentity,
  type TestIdentity,
  wrongOf,
} from './identitySetup.ts';

// The library's SRP arithmetic takes a fifth of a second a sign-in, more on a busy machine.

const { clientId: ClientId } = EMBEDDED_POOL;
let db: Kysely<Database>;
let identity: TestIdentity;
let device: Device;
beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(async () => {
  await db.deleteFrom('identity_limit').execute();
  identity = await startIdentity(db);
  routeFetchTo(identity);
  device = createDevice();
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await db.destroy();
});

const { answerTo, startSrp, signUp, confirm, mailsTo } = createIdentityCalls(() => identity);
const signIn = (browser: Browser | null, email: string, password = PASSWORD) =>
  signInFrom({ identity, device }, browser, email, password);

/** As a Japanese keyboard types it. */
const wideOf = (text: string) =>
  text.replace(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0));

describe('sign-up', () => {
  test('ACC-04a ACC-04b sign-up, mailed code, confirmed, signed in with all attributes', async () => {
    const email = newEmail();
    await device.signUp(email);
    expect(await refusal(device.signIn(email))).toBe('UserNotConfirmedException');
    expect(await refusal(device.confirm(email, wrongOf(identity.codeOf(email))))).toBe('CodeMismatchException');
    await device.confirm(email, identity.codeOf(email));
    const { user, session } = await device.signIn(email.toUpperCase());
    const sub = session.getIdToken().payload.sub as string;
    expect(await device.attributes(user)).toEqual({
      sub,
      email,
      email_verified: 'true',
      name: '川崎 太郎',
      nickname: 'たろう',
      'custom:extended1': 'a',
      'custom:extended2': 'b',
    });
    expect(await identity.verifyToken(session.getIdToken().getJwtToken())).toMatchObject({
      sub,
      email,
      name: '川崎 太郎',
    });
    expect(await createUserDirectory(db).getUser(sub)).toMatchObject({ sub, email, nickname: 'たろう', avatar: null });
  });

  test('ACC-04d ACC-05 a full-width address is the same one at sign-up, code, login and reset, bounded alike', async () => {
    const email = newEmail();
    const wide = `\u3000${wideOf(email)} `;
    expect(wide).not.toContain('@');
    await device.signUp(wide);
    await device.confirm(wide, identity.codeOf(email));
    expect((await device.signIn(wide)).session.getIdToken().payload.email).toBe(email);
    expect(await refusal(device.signUp(wide))).toBe('UsernameExistsException');
    await device.forgot(wide.replace('．', '。'));
    await device.confirmForgot(wide, identity.codeOf(email), 'new-pass-2026');
    expect((await device.signIn(email, 'new-pass-2026')).session.isValid()).toBe(true);
    for (const bad of [wideOf(`${'a'.repeat(255)}@example.jp`), wideOf('fan@@example.jp'), 'fan@ⓔxample.jp'])
      expect(await refusal(device.signUp(bad))).toBe('InvalidParameterException');
  });

  test('ACC-04c codes expire after a day, as the sign-up does; asked for once more, it is the same code', async () => {
    const email = newEmail();
    await device.signUp(email);
    const first = identity.codeOf(email);
    await device.resend(email);
    expect(identity.mails.filter(({ to }) => to === email).map(({ code }) => code)).toEqual([first, first]);
    identity.clock.ms += 24 * 60 * MINUTE + 1;
    expect(await refusal(device.confirm(email, first))).toBe('ExpiredCodeException');
    await device.resend(email);
    expect(identity.mails.filter(({ to }) => to === email)).toHaveLength(2);
    await device.signUp(email);
    await device.confirm(email, identity.codeOf(email));
    expect((await device.signIn(email)).session.isValid()).toBe(true);
  });

  test('ACC-04b a code typed in full-width digits is the code', async () => {
    const email = newEmail();
    await device.signUp(email);
    const wide = identity.codeOf(email).replace(/\d/g, (d) => String.fromCharCode(d.charCodeAt(0) + 0xfee0));
    await device.confirm(email, wide);
    expect((await device.signIn(email)).session.isValid()).toBe(true);
  });

  test('ACC-12b a code bears five wrong tries, then even the right one is refused', async () => {
    const email = newEmail();
    await device.signUp(email);
    const code = identity.codeOf(email);
    const guesses = await Promise.all(Array.from({ length: 12 }, () => refusal(device.confirm(email, wrongOf(code)))));
    expect(guesses.filter((name) => name === 'CodeMismatchException')).toHaveLength(5);
    expect(await refusal(device.confirm(email, code))).not.toBe('no refusal');
  });

  test('ACC-12d refusals of sign-up and confirmation have the names of the catalogue', async () => {
    const email = await registerFan(identity, device);
    expect(await refusal(device.signUp(email))).toBe('UsernameExistsException');
    expect(await refusal(device.signUp(newEmail(), 'short1'))).toBe('InvalidPasswordException');
    for (const guess of ['Password1', '12345678', 'qwerty123', 'sakura2026', email.replace('@', '1').padEnd(8, '1')])
      expect([guess, await refusal(device.signUp(email, guess))]).toEqual([guess, 'InvalidPasswordException']);
    expect(await refusal(device.signUp('not an address'))).toBe('InvalidParameterException');
    expect(await refusal(device.signUp(newEmail(), PASSWORD, 'x'.repeat(41)))).toBe('InvalidParameterException');
    expect(await refusal(device.signUp(newEmail(), PASSWORD, ' '))).toBe('InvalidParameterException');
    expect(await refusal(device.confirm(email, identity.codeOf(email)))).toBe('NotAuthorizedException');
    identity.mail.isDown = true;
    expect(await refusal(device.signUp(newEmail()))).toBe('CodeDeliveryFailureException');
  });

  test('ACC-12b at most five codes an hour are mailed to one address', async () => {
    const email = newEmail();
    await device.signUp(email);
    for (let sent = 1; sent < 5; sent += 1) await device.resend(email);
    expect(await refusal(device.resend(email))).toBe('LimitExceededException');
    expect(identity.mails.filter(({ to }) => to === email)).toHaveLength(5);
    identity.clock.ms += 60 * MINUTE;
    await device.resend(email);
    expect(identity.mails.filter(({ to }) => to === email)).toHaveLength(6);
  });
});

describe('sign-ups that wait', () => {
  const owner = () => newBrowser('198.51.100.1');
  const attacker = '203.0.113.66';
  const attackersPassword = 'attacker-s-own-1';

  test('SAF-13a an address somebody else signed up first is free, and their code activates theirs only', async () => {
    const email = newEmail();
    expect(await signUp(email, attacker, attackersPassword, '攻撃者')).toBe('no refusal');
    const theirs = identity.codeOf(email);
    const home = owner();
    expect(await signUp(email, home, PASSWORD, '本人')).toBe('no refusal');
    const own = identity.codeOf(email);
    expect(await confirm(email, theirs, home), 'a code mailed for another sign-up').toBe('CodeMismatchException');
    expect(await confirm(email, own, home)).toBe('no refusal');
    expect(await refusal(device.signIn(email, attackersPassword))).toBe('NotAuthorizedException');
    const { session } = await device.signIn(email);
    expect(session.getIdToken().payload.name).toBe('本人');
    expect(await confirm(email, theirs, attacker)).toBe('ExpiredCodeException');
    expect((await device.signIn(email)).session.isValid()).toBe(true);
    expect(await signUp(email, attacker, attackersPassword)).toBe('UsernameExistsException');
  });

  test('SAF-13a a code activates the password and the name it was mailed for, whoever came last', async () => {
    const email = newEmail();
    const made = (await device.signUp(email)) as { readonly userSub: string };
    const own = identity.codeOf(email);
    await signUp(email, attacker, attackersPassword, '攻撃者');
    expect(identity.codeOf(email)).not.toBe(own);
    // In the browser that signed up, its own password is the one that counts until then.
    const home = owner();
    await signUp(email, home, NEW_PASSWORD, '本人の端末');
    await signUp(email, attacker, attackersPassword, '攻撃者');
    expect(await refusal(signIn(home, email, NEW_PASSWORD))).toBe('UserNotConfirmedException');
    routeFetchTo(identity);
    // A client that keeps no cookies says which sign-up is its own (SAF-13c).
    const ClientMetadata = { user_sub: made.userSub };
    const body = { ClientId, Username: email, ConfirmationCode: own, ClientMetadata };
    expect((await call(identity.pool, 'ConfirmSignUp', body)).status).toBe(200);
    expect((await device.signIn(email)).session.getIdToken().payload.name).toBe('川崎 太郎');
  });

  test('SAF-13a a code asked for again is of the fan’s own sign-up, never of the attacker’s', async () => {
    const email = newEmail();
    const home = owner();
    await signUp(email, home, PASSWORD, '本人');
    await signUp(email, attacker, attackersPassword, '攻撃者');
    expect(await answerTo('ResendConfirmationCode', { Username: email }, movedTo(home, '198.51.100.2'))).toBe(
      'no refusal',
    );
    expect(await confirm(email, identity.codeOf(email), home)).toBe('no refusal');
    expect((await device.signIn(email)).session.getIdToken().payload.name).toBe('本人');
    // A client without cookies says which one is its own.
    const next = newEmail();
    const UserAttributes = [{ Name: 'name', Value: '本人' }];
    const made = await call(identity.pool, 'SignUp', { ClientId, Username: next, Password: PASSWORD, UserAttributes });
    await signUp(next, attacker, attackersPassword, '攻撃者');
    const ClientMetadata = { user_sub: String(made.body.UserSub) };
    await answerTo('ResendConfirmationCode', { Username: next, ClientMetadata }, '198.51.100.3');
    const ConfirmationCode = identity.codeOf(next);
    expect(await answerTo('ConfirmSignUp', { Username: next, ConfirmationCode, ClientMetadata })).toBe('no refusal');
    expect(await subOf(db, next)).toBe(made.body.UserSub);
  });

  test('SAF-13a many sign-ups of one address push nobody’s away, and guessing at them stays hopeless', async () => {
    const email = newEmail();
    const home = owner();
    await signUp(email, home, PASSWORD, '本人');
    const own = identity.codeOf(email);
    for (let n = 0; n < 6; n += 1) await signUp(email, attacker, attackersPassword);
    expect(await signUp(email, attacker, attackersPassword)).toBe('LimitExceededException');
    for (let n = 0; n < 30; n += 1) await signUp(email, network(n), attackersPassword);
    expect(mailsTo(email).length).toBeLessThanOrEqual(1 + IDENTITY_LIMITS.mails.signUps.count);
    expect(identity.codeOf(email), 'the more codes are out, the longer they are').toMatch(/^\d{12}$/);
    expect(await confirm(email, own, home)).toBe('no refusal');
    expect((await device.signIn(email)).session.isValid()).toBe(true);
  });

  test('SAF-13b a sign-up is gone after 24 hours, with all that was told about the person', async () => {
    const email = newEmail();
    await device.signUp(email);
    const code = identity.codeOf(email);
    expect(await refusal(device.signIn(email))).toBe('UserNotConfirmedException');
    const nameOf = async () => (await startSrp(email)).body.ChallengeParameters.USERNAME;
    const before = await nameOf();
    identity.clock.ms += 24 * 60 * MINUTE + 1;
    expect(await nameOf(), 'at once, not only once it is swept').not.toBe(before);
    expect(await refusal(device.signIn(email))).toBe('NotAuthorizedException');
    expect(await refusal(device.confirm(email, code))).toBe('ExpiredCodeException');
    await removeExpired(db, identity.now);
    const left = await db.selectFrom('identity_sign_up').selectAll().where('email', '=', email).execute();
    expect(left).toEqual([]);
    await device.signUp(email);
    await device.confirm(email, identity.codeOf(email));
    expect((await device.signIn(email)).session.isValid()).toBe(true);
  });

  test('SAF-13a ACC-12d the same code once more says that the address is confirmed, and nothing else says it', async () => {
    const email = await registerFan(identity, device);
    const code = identity.codeOf(email);
    expect(await refusal(device.confirm(email, wrongOf(code)))).toBe('CodeMismatchException');
    const again = await call(identity.pool, 'ConfirmSignUp', { ClientId, Username: email, ConfirmationCode: code });
    expect([again.body.__type, again.body.message]).toEqual([
      'NotAuthorizedException',
      'User cannot be confirmed. Current status is CONFIRMED',
    ]);
    // Not after the fan has left: the code makes no account a second time.
    const { user } = await device.signIn(email);
    await device.leave(user);
    expect(await refusal(device.confirm(email, code))).toBe('CodeMismatchException');
    expect(await refusal(device.signIn(email))).toBe('NotAuthorizedException');
  });
});
