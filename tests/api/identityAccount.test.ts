import { describe, expect, test } from 'vitest';
import { createUserDirectory } from '../../server/identity/userDirectory.ts';
import { CLUB } from '../support/tenants.ts';
import {
  call,
  createDevice,
  MINUTE,
  newEmail,
  PASSWORD,
  refusal,
  registerFan,
  routeFetchTo,
  startIdentity,
  wrongOf,
} from './identitySetup.ts';
import { withIdentity } from './withIdentity.ts';

// The library's SRP arithmetic takes a fifth of a second a sign-in, more on a busy machine.

const fixture = withIdentity();

describe('sign-in', () => {
  test('ACC-12b five wrong passwords lock the account for 15 minutes, the right one included', async () => {
    const email = await registerFan(fixture.identity, fixture.device);
    for (let tried = 0; tried < 5; tried += 1) {
      expect(await refusal(fixture.device.signIn(email, 'wrong-pass-1'))).toBe('NotAuthorizedException');
    }
    expect(await refusal(fixture.device.signIn(email))).toBe('LimitExceededException');
    fixture.identity.clock.ms += 15 * MINUTE - 1;
    expect(await refusal(fixture.device.signIn(email))).toBe('LimitExceededException');
    fixture.identity.clock.ms += 1;
    expect((await fixture.device.signIn(email)).session.isValid()).toBe(true);
    expect(await refusal(fixture.device.signIn(email, 'wrong-pass-1'))).toBe('NotAuthorizedException');
  });

  test('ACC-12b the 15 minutes of a lock begin with the last wrong password, not with the first', async () => {
    const email = await registerFan(fixture.identity, fixture.device);
    const guess = () => refusal(fixture.device.signIn(email, 'wrong-pass-1'));
    for (let tried = 0; tried < 4; tried += 1) expect(await guess()).toBe('NotAuthorizedException');
    fixture.identity.clock.ms += 14 * MINUTE;
    expect(await guess()).toBe('NotAuthorizedException');
    fixture.identity.clock.ms += 14 * MINUTE;
    expect(await refusal(fixture.device.signIn(email))).toBe('LimitExceededException');
    fixture.identity.clock.ms += MINUTE;
    expect((await fixture.device.signIn(email)).session.isValid()).toBe(true);
  });

  test('ACC-12b parallel guesses cannot outrun the lock', async () => {
    const email = await registerFan(fixture.identity, fixture.device);
    const names = await Promise.all(
      Array.from({ length: 12 }, () => refusal(fixture.device.signIn(email, 'wrong-pass-1'))),
    );
    expect(names.filter((name) => name === 'NotAuthorizedException')).toHaveLength(5);
    expect(names.filter((name) => name === 'LimitExceededException')).toHaveLength(7);
  });

  test('SAF-06a an unknown address behaves as a known one: same refusals, same lock, no mail', async () => {
    const email = newEmail();
    for (let tried = 0; tried < 5; tried += 1) {
      expect(await refusal(fixture.device.signIn(email))).toBe('NotAuthorizedException');
    }
    expect(await refusal(fixture.device.signIn(email))).toBe('LimitExceededException');
    await fixture.device.forgot(email);
    expect(await refusal(fixture.device.confirmForgot(email, '123456', PASSWORD))).toBe('CodeMismatchException');
    expect(fixture.identity.mails).toEqual([]);
  });

  test('ACC-02f validation data with an unknown tenant is refused after the password', async () => {
    const strict = await startIdentity(fixture.db, { isTenant: (id) => id === CLUB });
    routeFetchTo(strict);
    const email = await registerFan(strict, fixture.device);
    expect((await fixture.device.signIn(email, PASSWORD, { tenant_id: CLUB })).session.isValid()).toBe(true);
    expect(await refusal(fixture.device.signIn(email, PASSWORD, { tenant_id: 'nowhere' }))).toBe(
      'UserLambdaValidationException',
    );
    expect((await fixture.device.signIn(email)).session.isValid(), 'none is named').toBe(true);
    routeFetchTo(fixture.identity);
    expect((await fixture.device.signIn(email, PASSWORD, { tenant_id: 'nowhere' })).session.isValid()).toBe(true);
  });

  test('ACC-07 a refresh gives new tokens of the same sign-in for 30 days', async () => {
    const email = await registerFan(fixture.identity, fixture.device);
    const { user, session } = await fixture.device.signIn(email);
    fixture.identity.clock.ms += 61 * MINUTE;
    const old = session.getIdToken().getJwtToken();
    await expect(fixture.identity.verifyToken(old)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    const renewed = await fixture.device.refresh(user, session);
    expect(renewed.getRefreshToken().getToken()).toBe(session.getRefreshToken().getToken());
    const { originJti } = await fixture.identity.verifyToken(renewed.getIdToken().getJwtToken());
    expect(originJti).toBe(session.getIdToken().payload.origin_jti);
    fixture.identity.clock.ms += 30 * 24 * 60 * MINUTE;
    const { status, body } = await call(fixture.identity.pool, 'InitiateAuth', {
      AuthFlow: 'REFRESH_TOKEN_AUTH',
      ClientId: 'fanphotoweb',
      AuthParameters: { REFRESH_TOKEN: session.getRefreshToken().getToken() },
    });
    expect([status, body.__type]).toEqual([400, 'NotAuthorizedException']);
  });
});

describe('the signed-in account', () => {
  test('ACC-06 change of password keeps this device, ends the others, and needs the old password', async () => {
    const email = await registerFan(fixture.identity, fixture.device);
    const other = await fixture.device.signIn(email);
    const { user, session } = await fixture.device.signIn(email);
    expect(await refusal(fixture.device.changePassword(user, 'wrong-pass-1', 'new-pass-2026'))).toBe(
      'NotAuthorizedException',
    );
    expect(await refusal(fixture.device.changePassword(user, PASSWORD, 'short'))).toBe('InvalidPasswordException');
    await fixture.device.changePassword(user, PASSWORD, 'new-pass-2026');
    expect(await refusal(fixture.device.signIn(email))).toBe('NotAuthorizedException');
    expect((await fixture.device.signIn(email, 'new-pass-2026')).session.isValid()).toBe(true);
    expect((await fixture.identity.verifyToken(session.getIdToken().getJwtToken())).email).toBe(email);
    await expect(fixture.identity.verifyToken(other.session.getIdToken().getJwtToken())).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  test('ACC-05 forgotten password: wrong and expired codes refused, the right one resets and unlocks', async () => {
    const email = await registerFan(fixture.identity, fixture.device);
    for (let tried = 0; tried < 5; tried += 1) await refusal(fixture.device.signIn(email, 'wrong-pass-1'));
    await fixture.device.forgot(email);
    const first = fixture.identity.codeOf(email);
    expect(fixture.identity.mails.at(-1)).toMatchObject({ to: email, kind: 'reset' });
    expect(await refusal(fixture.device.confirmForgot(email, wrongOf(first), 'new-pass-2026'))).toBe(
      'CodeMismatchException',
    );
    fixture.identity.clock.ms += 60 * MINUTE + 1;
    expect(await refusal(fixture.device.confirmForgot(email, first, 'new-pass-2026'))).toBe('ExpiredCodeException');
    await fixture.device.forgot(email);
    const code = fixture.identity.codeOf(email);
    await fixture.device.confirmForgot(email, code, 'new-pass-2026');
    expect((await fixture.device.signIn(email, 'new-pass-2026')).session.isValid()).toBe(true);
    expect(await refusal(fixture.device.confirmForgot(email, code, 'again-pass-2026'))).toBe('ExpiredCodeException');
  });

  test('ACC-03c signing out everywhere revokes tokens at once', async () => {
    const email = await registerFan(fixture.identity, fixture.device);
    const { user, session } = await fixture.device.signIn(email);
    const elsewhere = await createDevice().signIn(email);
    await fixture.device.signOutEverywhere(user);
    for (const token of [session, elsewhere.session]) {
      await expect(fixture.identity.verifyToken(token.getIdToken().getJwtToken())).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
      });
    }
    expect(await refusal(fixture.device.attributes(elsewhere.user))).toBe('NotAuthorizedException');
  });

  test('SAF-01a ACC-06 a change of password is counted before the new one is judged; weak ones lock nobody', async () => {
    const email = await registerFan(fixture.identity, fixture.device);
    const { user } = await fixture.device.signIn(email);
    for (let i = 0; i < 7; i += 1)
      expect(await refusal(fixture.device.changePassword(user, PASSWORD, 'short'))).toBe('InvalidPasswordException');
    // Who does not know the old one learns nothing of the new one, and is counted.
    for (let i = 0; i < 5; i += 1)
      expect(await refusal(fixture.device.changePassword(user, 'wrong-pass-1', 'short'))).toBe(
        'NotAuthorizedException',
      );
    expect(await refusal(fixture.device.changePassword(user, 'wrong-pass-1', 'short'))).toBe('LimitExceededException');
  });

  test('ACC-11a attributes change, others are told, and only known attributes are written', async () => {
    const told: unknown[] = [];
    const watched = await startIdentity(fixture.db, {
      onProfile: async (profile) => void told.push(profile),
      mayUseName: async (name) => name !== '公式アンバサダー',
    });
    routeFetchTo(watched);
    const email = await registerFan(watched, fixture.device);
    const { user, session } = await fixture.device.signIn(email);
    const { sub } = session.getIdToken().payload;
    const avatar = `avatar/${CLUB}/${sub}/original/ABCDEFGHIJ0123456789.jpg`;
    await fixture.device.setAttributes(user, { name: '新しい名前', 'custom:extended4': avatar });
    expect(await fixture.device.attributes(user)).toMatchObject({ name: '新しい名前', 'custom:extended4': avatar });
    expect(told).toMatchObject([
      { email, name: '川崎 太郎', avatar: null },
      { email, name: '新しい名前', avatar },
    ]);
    const bad = [{ email: 'no address' }, { sub: 'x' }, { 'custom:extended4': 'https://evil.example/x.jpg' }];
    // Somebody else's avatar or photo is not the own one, and no photo is an avatar.
    const others = [`avatar/${CLUB}/other`, `ugc/${CLUB}/other`, `ugc/${CLUB}/${sub}`].map((folder) => ({
      'custom:extended4': `${folder}/original/ABCDEFGHIJ0123456789.jpg`,
    }));
    const names = [{ name: '' }, { name: '\u200b' }, { name: '公式アンバサダー' }, { nickname: '公式アンバサダー' }];
    for (const attributes of [...bad, ...others, ...names, { status: 'CONFIRMED' }]) {
      expect(await refusal(fixture.device.setAttributes(user, attributes))).toBe('InvalidParameterException');
    }
  });

  test('ACC-11b a new mail address takes the place of the old one once its code comes back, not before', async () => {
    const email = await registerFan(fixture.identity, fixture.device);
    const { user } = await fixture.device.signIn(email);
    const wanted = newEmail();
    await fixture.device.setAttributes(user, { email: wanted.toUpperCase() });
    expect((await fixture.device.attributes(user)).email).toBe(email);
    await fixture.device.signIn(email);
    const first = fixture.identity.codeOf(wanted);
    await fixture.device.resendEmailCode(user);
    expect(await refusal(fixture.device.verifyEmail(user, first))).toBe('CodeMismatchException');
    await fixture.device.verifyEmail(user, fixture.identity.codeOf(wanted));
    expect((await fixture.device.attributes(user)).email).toBe(wanted);
    expect(await refusal(fixture.device.signIn(email))).toBe('NotAuthorizedException');
    await fixture.device.signIn(wanted);
    expect(await refusal(fixture.device.verifyEmail(user, fixture.identity.codeOf(wanted)))).toBe(
      'ExpiredCodeException',
    );
  });

  test('ACC-11b a sign-in of more than ten minutes ago does not ask for a new address; a fresh one does', async () => {
    const email = await registerFan(fixture.identity, fixture.device);
    const { user } = await fixture.device.signIn(email);
    fixture.identity.clock.ms += 11 * 60_000;
    const wanted = newEmail();
    expect(await refusal(fixture.device.setAttributes(user, { email: wanted }))).toBe('NotAuthorizedException');
    await fixture.device.setAttributes(user, { name: '名前は いつでも' });
    expect(fixture.identity.codeOf(wanted)).toBe('no mail');
    const fresh = await fixture.device.signIn(email);
    await fixture.device.setAttributes(fresh.user, { email: wanted });
    await fixture.device.verifyEmail(fresh.user, fixture.identity.codeOf(wanted));
  });

  test('ACC-11b ACC-12d a code proves the address it was sent to only; a taken address is refused', async () => {
    const email = await registerFan(fixture.identity, fixture.device);
    const { user } = await fixture.device.signIn(email);
    const [mine, foreign] = [newEmail(), newEmail()];
    await fixture.device.setAttributes(user, { email: mine });
    const code = fixture.identity.codeOf(mine);
    await fixture.db.updateTable('identity_user').set({ pending_email: foreign }).where('email', '=', email).execute();
    expect(await refusal(fixture.device.verifyEmail(user, code))).toBe('CodeMismatchException');
    const other = await registerFan(fixture.identity, fixture.device);
    await fixture.device.setAttributes(user, { email: other });
    expect(await refusal(fixture.device.verifyEmail(user, fixture.identity.codeOf(other)))).toBe(
      'AliasExistsException',
    );
    await fixture.device.setAttributes(user, { email });
    expect(await refusal(fixture.device.resendEmailCode(user))).toBe('InvalidParameterException');
  });

  test('ACC-10a leaving: the product is told first, then account and tokens are gone and the address is free', async () => {
    const left: string[] = [];
    let isDown = true;
    const watched = await startIdentity(fixture.db, {
      async onLeave(sub) {
        if (isDown) throw new Error('database is down');
        left.push(sub);
      },
    });
    routeFetchTo(watched);
    const email = await registerFan(watched, fixture.device);
    const { user, session } = await fixture.device.signIn(email);
    const token = session.getIdToken().getJwtToken();
    const sub = session.getIdToken().payload.sub as string;
    expect(await refusal(fixture.device.leave(user))).toBe('InternalErrorException');
    expect((await watched.verifyToken(token)).sub).toBe(sub);
    isDown = false;
    await fixture.device.leave(user);
    expect(left).toEqual([sub]);
    await expect(watched.verifyToken(token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await createUserDirectory(fixture.db).getUser(sub)).toBeNull();
    expect(await refusal(fixture.device.signIn(email))).toBe('NotAuthorizedException');
    await fixture.device.signUp(email);
    expect(watched.codeOf(email)).toMatch(/^\d{6}$/);
  });
});
