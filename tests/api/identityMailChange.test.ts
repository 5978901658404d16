/** The edges of a change of the mail address (ACC-11): whose code counts, until when, and how many mails it takes. */
import type { CognitoUser } from 'amazon-cognito-identity-js';
import { expect, test } from 'vitest';
import { MAIL_SUBJECTS } from '../../server/identity/mailer.ts';
import { IDENTITY_LIMITS } from '../../src/contract/limits.ts';
import { network } from './identityCalls.ts';
import {
  call,
  createDevice,
  MINUTE,
  newBrowser,
  newEmail,
  refusal,
  registerFan,
  routeFetchTo,
  wrongOf,
} from './identitySetup.ts';
import { withIdentity } from './withIdentity.ts';

const fixture = withIdentity();

const device = createDevice();
async function newFan() {
  const email = await registerFan(fixture.identity, device);
  return { email, ...(await device.signIn(email)) };
}
const ask = (user: CognitoUser, email: string) => device.setAttributes(user, { email });

test('ACC-11b the code of another account for the same address is none', async () => {
  const [first, second, wanted] = [await newFan(), await newFan(), newEmail()];
  await ask(first.user, wanted);
  const code = fixture.identity.codeOf(wanted);
  await ask(second.user, wanted);
  expect(await refusal(device.verifyEmail(second.user, code))).toBe('CodeMismatchException');
  await device.verifyEmail(first.user, code);
  expect((await device.attributes(first.user)).email).toBe(wanted);
});

test('ACC-11b a code that is late changes nothing, and the next one does', async () => {
  const { email, user } = await newFan();
  const wanted = newEmail();
  await ask(user, wanted);
  const code = fixture.identity.codeOf(wanted);
  fixture.identity.clock.ms += 24 * 60 * MINUTE + 1;
  const again = await device.signIn(email);
  expect(await refusal(device.verifyEmail(again.user, code))).toBe('ExpiredCodeException');
  expect((await device.attributes(again.user)).email).toBe(email);
  await device.resendEmailCode(again.user);
  await device.verifyEmail(again.user, fixture.identity.codeOf(wanted));
  expect((await device.attributes(again.user)).email).toBe(wanted);
});

test('ACC-11b a code that was good once is no good for the same address wanted again', async () => {
  const { email, user } = await newFan();
  const wanted = newEmail();
  await ask(user, wanted);
  const code = fixture.identity.codeOf(wanted);
  await device.verifyEmail(user, code);
  await ask(user, email);
  await device.verifyEmail(user, fixture.identity.codeOf(email));
  await fixture.db.updateTable('identity_user').set({ pending_email: wanted }).where('email', '=', email).execute();
  expect(await refusal(device.verifyEmail(user, code))).toBe('ExpiredCodeException');
});

test('ACC-11b ten minutes after the sign-in an address may still be asked for, a moment later not', async () => {
  const { user } = await newFan();
  fixture.identity.clock.ms += 10 * MINUTE;
  await ask(user, newEmail());
  fixture.identity.clock.ms += 1;
  expect(await refusal(ask(user, newEmail()))).toBe('NotAuthorizedException');
});

test('ACC-11b one account takes five mails an hour, that of its sign-up among them, wherever they go', async () => {
  const { email, user } = await newFan();
  const asked: string[] = [];
  for (let count = 0; count < 6; count += 1) asked.push(await refusal(ask(user, newEmail())));
  expect(asked).toEqual([...Array(4).fill('no refusal'), ...Array(2).fill('LimitExceededException')]);
  fixture.identity.clock.ms += 61 * MINUTE;
  const later = await device.signIn(email);
  await ask(later.user, newEmail());
});

test('ACC-11b many accounts together do not flood one address', async () => {
  const wanted = newEmail();
  const asked: string[] = [];
  for (let count = 0; count < 11; count += 1) asked.push(await refusal(ask((await newFan()).user, wanted)));
  expect(asked).toEqual([...Array(10).fill('no refusal'), 'LimitExceededException']);
  expect(fixture.identity.mails.filter(({ to }) => to === wanted)).toHaveLength(10);
  expect(await refusal(ask((await newFan()).user, newEmail())), 'another address').toBe('no refusal');
});

test('ACC-11b one account changes its address ten times an hour, which keeps no other account from it', async () => {
  const { user } = await newFan();
  const asked: string[] = [];
  for (let count = 0; count < 11; count += 1) {
    const wanted = newEmail();
    asked.push(await refusal(ask(user, wanted)));
    await refusal(device.verifyEmail(user, fixture.identity.codeOf(wanted)));
  }
  expect(asked).toEqual([...Array(10).fill('no refusal'), 'LimitExceededException']);
  expect(await refusal(ask((await newFan()).user, newEmail()))).toBe('no refusal');
});

test('ACC-11b the mail says what it is for; asking for the own address mails nothing and ends the wish', async () => {
  const { email, user, session } = await newFan();
  const AccessToken = session.getAccessToken().getJwtToken();
  const save = async (Name: string, Value: string) =>
    (await call(fixture.identity.pool, 'UpdateUserAttributes', { AccessToken, UserAttributes: [{ Name, Value }] }))
      .body;
  const wanted = newEmail();
  const sent = { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: `${wanted[0]}***@e***` };
  expect(await save('email', wanted)).toEqual({ CodeDeliveryDetailsList: [sent] });
  expect(fixture.identity.mails.at(-1)).toMatchObject({ to: wanted, kind: 'email', subject: MAIL_SUBJECTS.email });
  const { length } = fixture.identity.mails;
  expect(await save('nickname', 'かわさき')).toEqual({ CodeDeliveryDetailsList: [] });
  expect(await save('email', email)).toEqual({ CodeDeliveryDetailsList: [] });
  expect(fixture.identity.mails).toHaveLength(length);
  expect(await refusal(device.verifyEmail(user, fixture.identity.codeOf(wanted)))).toBe('ExpiredCodeException');
});

test('SAF-30 a code that came back counts nothing for its network, nor among the mails of the address', async () => {
  const { email, user } = await newFan();
  const wanted = newEmail();
  await ask(user, wanted);
  // The others are counted, not played.
  const { count } = IDENTITY_LIMITS.mails.strangers;
  await fixture.db.updateTable('identity_limit').set({ count }).where('key', 'like', 'mail:email:%').execute();
  expect(await refusal(device.resendEmailCode(user))).toBe('LimitExceededException');
  const where = network(1);
  routeFetchTo(fixture.identity, newBrowser(where));
  await device.verifyEmail(user, fixture.identity.codeOf(wanted));
  const placeOfCodes = fixture.db
    .selectFrom('identity_limit')
    .select('count')
    .where('key', '=', `network:codes:${where}`);
  expect(await placeOfCodes.executeTakeFirst()).toEqual({ count: 0 });
  await ask(user, email);
  await device.verifyEmail(user, fixture.identity.codeOf(email));
  expect(await refusal(ask(user, newEmail()))).toBe('no refusal');
});

test('SAF-05b wrong codes of one account keep no other from the address that both want', async () => {
  const [first, second, wanted] = [await newFan(), await newFan(), newEmail()];
  await ask(first.user, wanted);
  await ask(second.user, wanted);
  const code = fixture.identity.codeOf(wanted);
  const answers: string[] = [];
  for (let count = 0; count < 6; count += 1) answers.push(await refusal(device.verifyEmail(first.user, wrongOf(code))));
  expect(answers).toEqual([...Array(5).fill('CodeMismatchException'), 'LimitExceededException']);
  expect(await refusal(device.verifyEmail(second.user, code))).toBe('no refusal');
});
