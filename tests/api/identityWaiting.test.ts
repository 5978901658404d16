/** Sign-ups that wait for their code: how many mails they take, which of them have long codes, and what comes of them (ACC-04, SAF-13). */
import { expect, test } from 'vitest';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { createSignUps } from '../../server/identity/signUps.ts';
import { addUser } from '../../server/identity/userDirectory.ts';
import { CODE_DIGITS, IDENTITY_LIMITS } from '../../src/contract/limits.ts';
import { createIdentityCalls, network, subOf } from './identityCalls.ts';
import { call, createDevice, MINUTE, newEmail, PASSWORD, registerFan, startIdentity } from './identitySetup.ts';
import { withIdentity } from './withIdentity.ts';

const fixture = withIdentity({ forgets: ['identity_limit'] });

const device = createDevice();
const { answerTo, confirm, mailsTo, signUp } = createIdentityCalls(() => fixture.identity);
const { clientId: ClientId } = EMBEDDED_POOL;
const resend = (Username: string, from: string) => answerTo('ResendConfirmationCode', { Username }, from);
/** Mails that strangers had sent so far to the addresses of this test: counted, not played. */
const countMails = (count: number) =>
  fixture.db.updateTable('identity_limit').set({ count }).where('key', 'like', 'mail:%:strangers').execute();
const accountsOf = (email: string) =>
  fixture.db.selectFrom('identity_user').select('sub').where('email', '=', email).execute();

test('ACC-04b a mail says by its subject what its code is for; a sign-up is not confirmed before', async () => {
  const [email, wanted] = [newEmail(), newEmail()];
  const UserAttributes = [{ Name: 'name', Value: '川崎' }];
  const made = await call(fixture.identity.pool, 'SignUp', {
    ClientId,
    Username: email,
    Password: PASSWORD,
    UserAttributes,
  });
  expect(made.body.UserConfirmed).toBe(false);
  await device.resend(email);
  await device.confirm(email, fixture.identity.codeOf(email));
  const { user } = await device.signIn(email);
  await device.forgot(email);
  await device.setAttributes(user, { email: wanted });
  expect(fixture.identity.mails.map(({ to, kind, subject }) => [to, kind, subject])).toEqual([
    [email, 'confirm', '会員登録の確認コード'],
    [email, 'confirm', '会員登録の確認コード'],
    [email, 'reset', 'パスワード再設定の確認コード'],
    [wanted, 'email', 'メールアドレス変更の確認コード'],
  ]);
});

test('SAF-13a strangers of many networks sign one address up twenty times an hour, and no more', async () => {
  const email = newEmail();
  expect(await signUp(email, network(1))).toBe('no refusal');
  await countMails(IDENTITY_LIMITS.mails.signUps.count - 1);
  expect(await signUp(email, network(2))).toBe('no refusal');
  expect(await signUp(email, network(3))).toBe('LimitExceededException');
  expect(mailsTo(email)).toHaveLength(2);
});

test('SAF-05b a code asked for again is mailed ten times an hour; one that came back begins anew', async () => {
  const email = newEmail();
  await signUp(email, network(1));
  await resend(email, network(2));
  await countMails(IDENTITY_LIMITS.mails.strangers.count);
  expect(await resend(email, network(3)), 'as for an address nobody has').toBe('no refusal');
  expect(mailsTo(email)).toHaveLength(2);
  await device.confirm(email, fixture.identity.codeOf(email));
  const { user } = await device.signIn(email);
  await device.leave(user);
  await signUp(email, network(4));
  await resend(email, network(5));
  expect(mailsTo(email)).toHaveLength(4);
});

test('SAF-06a a code asked for again: one answer and one effort for a fan, a sign-up and nobody', async () => {
  const [fan, waiting, nobody] = [await registerFan(fixture.identity, device), newEmail(), newEmail()];
  await signUp(waiting, network(1));
  await fixture.db.deleteFrom('identity_code').execute();
  const before = fixture.identity.mails.length;
  const asked = [fan, waiting, nobody, fan, waiting, nobody];
  const answers = [];
  for (const Username of asked) {
    const { status, body } = await call(
      fixture.identity.pool,
      'ResendConfirmationCode',
      { ClientId, Username },
      network(2),
    );
    answers.push({ status, body });
  }
  const CodeDeliveryDetails = { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'f***@e***' };
  expect(answers).toEqual(asked.map(() => ({ status: 200, body: { CodeDeliveryDetails } })));
  expect(fixture.identity.mails.slice(before).map(({ to }) => to)).toEqual([waiting, waiting]);
  // A code each, made at the first call and prolonged at the second: nobody's as well.
  const codes = await fixture.db.selectFrom('identity_code').select('good_until').execute();
  const day = fixture.identity.clock.ms + 24 * 60 * MINUTE;
  expect(codes.map(({ good_until }) => good_until.getTime())).toEqual([day, day, day]);
});

test('SAF-13a the fourth sign-up that waits at an address has a long code, the first keeps its own', async () => {
  const email = newEmail();
  const codes: string[] = [];
  for (const from of [1, 2, 3, 4]) {
    await signUp(email, network(from));
    codes.push(fixture.identity.codeOf(email));
  }
  const { usual, guarded } = CODE_DIGITS;
  expect(codes.map(({ length }) => length)).toEqual([usual, usual, usual, guarded]);
  await resend(email, network(1));
  expect(mailsTo(email)).toHaveLength(5);
  expect(fixture.identity.codeOf(email)).toBe(codes[0]);
});

test('SAF-13a a sign-up whose address has an account by now makes none, and the product hears of none', async () => {
  const told: unknown[] = [];
  fixture.identity = await startIdentity(fixture.db, { onProfile: async (profile) => void told.push(profile) });
  const [email, free] = [newEmail(), newEmail()];
  await signUp(email, network(1));
  const sub = await addUser(fixture.db, EMBEDDED_POOL, { email, password: PASSWORD, name: '公式' });
  expect(await confirm(email, fixture.identity.codeOf(email), network(1))).toBe('NotAuthorizedException');
  expect(told).toEqual([]);
  expect(await accountsOf(email)).toEqual([{ sub }]);
  await signUp(free, network(1));
  expect(await confirm(free, fixture.identity.codeOf(free), network(1))).toBe('no refusal');
  expect(told).toEqual([
    { sub: await subOf(fixture.db, free), email: free, name: 'なまえ', nickname: '', avatar: null },
  ]);
});

test('SAF-13a two at once: who comes second, or after the sign-up has gone, makes no account', async () => {
  const [email, taken] = [newEmail(), newEmail()];
  const signUps = createSignUps(fixture.db, fixture.identity.now);
  for (const from of [1, 2]) await signUp(email, network(from));
  const [gone] = await signUps.of(email);
  await signUp(taken, network(1));
  const [late] = await signUps.of(taken);
  if (!gone || !late) throw new Error('The sign-ups do not wait.');
  await fixture.db.deleteFrom('identity_sign_up').where('id', '=', gone.id).execute();
  expect(await signUps.confirm(gone)).toBe(false);
  expect(await accountsOf(email)).toEqual([]);
  const sub = await addUser(fixture.db, EMBEDDED_POOL, { email: taken, password: PASSWORD, name: '公式' });
  expect(await signUps.confirm(late)).toBe(false);
  expect(await accountsOf(taken)).toEqual([{ sub }]);
});
