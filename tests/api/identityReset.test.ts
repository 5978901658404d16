/** The edges of a forgotten password (ACC-05): whose code counts, which client asks, and which browser is known afterwards. */
import { expect, test } from 'vitest';
import { IDENTITY_LIMITS } from '../../src/contract/limits.ts';
import { createIdentityCalls, NEW_PASSWORD, network, signInFrom } from './identityCalls.ts';
import {
  createDevice,
  MINUTE,
  newBrowser,
  newEmail,
  PASSWORD,
  refusal,
  registerFan,
  routeFetchTo,
  startIdentity,
} from './identitySetup.ts';
import { withIdentity } from './withIdentity.ts';

const fixture = withIdentity({ forgets: ['identity_limit'] });

const device = createDevice();
const { answerTo, guess, forgot, confirmForgot, mailsTo } = createIdentityCalls(() => fixture.identity);

test('ACC-05 a code for who had the address before opens no account that has it now', async () => {
  const email = await registerFan(fixture.identity, device);
  const { user } = await device.signIn(email);
  await device.forgot(email);
  const code = fixture.identity.codeOf(email);
  const moved = newEmail();
  await device.setAttributes(user, { email: moved });
  await device.verifyEmail(user, fixture.identity.codeOf(moved));
  await device.signUp(email);
  await device.confirm(email, fixture.identity.codeOf(email));
  expect(await confirmForgot(email, code, null)).toBe('CodeMismatchException');
  expect((await device.signIn(email, PASSWORD)).session.isValid()).toBe(true);
});

test('ACC-05 another client than ours neither has a code mailed nor uses one', async () => {
  const email = await registerFan(fixture.identity, device);
  await device.forgot(email);
  const [code, mails] = [fixture.identity.codeOf(email), fixture.identity.mails.length];
  const ClientId = 'another';
  expect(await answerTo('ForgotPassword', { ClientId, Username: email })).toBe('ResourceNotFoundException');
  expect(fixture.identity.mails).toHaveLength(mails);
  const given = { Username: email, ConfirmationCode: code, Password: NEW_PASSWORD };
  expect(await answerTo('ConfirmForgotPassword', { ClientId, ...given })).toBe('ResourceNotFoundException');
  expect(await answerTo('ConfirmForgotPassword', given)).toBe('no refusal');
});

test('SAF-05a the browser that reset the password is known: strangers who guess do not lock it out', async () => {
  const email = await registerFan(fixture.identity, device);
  const [own, other] = [newBrowser(network(1)), newBrowser(network(2))];
  await forgot(email, own);
  expect(await confirmForgot(email, fixture.identity.codeOf(email), own)).toBe('no refusal');
  expect(await guess(email, network(3))).toBe('NotAuthorizedException');
  // The others are counted, not played.
  const { count } = IDENTITY_LIMITS.passwords.strangers;
  await fixture.db.updateTable('identity_limit').set({ count }).where('key', 'like', 'password:%:strangers').execute();
  expect(await refusal(signInFrom({ identity: fixture.identity, device }, other, email, NEW_PASSWORD))).toBe(
    'LimitExceededException',
  );
  expect((await signInFrom({ identity: fixture.identity, device }, own, email, NEW_PASSWORD)).session.isValid()).toBe(
    true,
  );
});

test('SAF-30 SAF-05b a code that came back counts nothing for its network, and the address is mailed again', async () => {
  const email = await registerFan(fixture.identity, device);
  const where = network(4);
  await forgot(email, where);
  const [code, { length: mails }] = [fixture.identity.codeOf(email), mailsTo(email)];
  // The others are counted, not played.
  const { count } = IDENTITY_LIMITS.mails.strangers;
  await fixture.db.updateTable('identity_limit').set({ count }).where('key', 'like', 'mail:reset:%').execute();
  expect(await forgot(email, where)).toBe('no refusal');
  expect(mailsTo(email)).toHaveLength(mails);
  expect(await confirmForgot(email, code, where)).toBe('no refusal');
  const placeOfCodes = fixture.db
    .selectFrom('identity_limit')
    .select('count')
    .where('key', '=', `network:codes:${where}`);
  expect(await placeOfCodes.executeTakeFirst()).toEqual({ count: 0 });
  expect(await forgot(email, where)).toBe('no refusal');
  expect(mailsTo(email)).toHaveLength(mails + 1);
});

test('SAF-07 a late code is told to be late before the password that comes with it is judged', async () => {
  const email = await registerFan(fixture.identity, device);
  await device.forgot(email);
  fixture.identity.clock.ms += 60 * MINUTE;
  expect(await confirmForgot(email, fixture.identity.codeOf(email), null, 'short')).toBe('ExpiredCodeException');
});

test('ACC-05 a failure of ours while a password is judged costs the code none of its tries', async () => {
  let isBroken = false;
  fixture.identity = await startIdentity(fixture.db, {
    mayUsePassword: () => {
      if (isBroken) throw new Error('the list cannot be read');
      return true;
    },
  });
  routeFetchTo(fixture.identity);
  const email = await registerFan(fixture.identity, device);
  await device.forgot(email);
  const code = fixture.identity.codeOf(email);
  isBroken = true;
  const answers: string[] = [];
  const { refusedPasswords } = IDENTITY_LIMITS;
  for (let n = 0; n < refusedPasswords; n += 1) answers.push(await confirmForgot(email, code, null));
  expect(answers).toEqual(Array(refusedPasswords).fill('InternalErrorException'));
  isBroken = false;
  expect(await confirmForgot(email, code, null)).toBe('no refusal');
});

test('a code that cannot be mailed is told to who asked for it, and to the operator', async () => {
  fixture.identity.mail.isDown = true;
  expect(await refusal(device.signUp('unreachable@example.jp'))).toBe('CodeDeliveryFailureException');
  expect(fixture.identity.errors.map(String)).toEqual(['Error: mail server is down']);
});
