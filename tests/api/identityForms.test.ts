/** What forms of sign-up and account may say, who may send them, and whose waiting sign-up is meant (ACC-04, ACC-11). */
import { expect, test } from 'vitest';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { CLUB } from '../support/tenants.ts';
import { createIdentityCalls, network } from './identityCalls.ts';
import {
  call,
  createDevice,
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
const { ClientId, ...calls } = { ClientId: EMBEDDED_POOL.clientId, ...createIdentityCalls(() => fixture.identity) };
const listOf = (attributes: Record<string, string>) =>
  Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
const signUpWith = async (Username: string, attributes: Record<string, string>, Password = PASSWORD) => {
  const { body } = await call(fixture.identity.pool, 'SignUp', {
    ClientId,
    Username,
    Password,
    UserAttributes: listOf(attributes),
  });
  return body as { __type?: string; message?: string; CodeDeliveryDetails?: { Destination: string } };
};

test('ACC-04a a form of another address, without a name or with a picture makes no sign-up and no mail', async () => {
  const email = newEmail();
  const forms = [
    { email: newEmail(), name: '川崎 太郎' },
    { email, nickname: 'たろう' },
    { email, name: '川崎 太郎', 'custom:extended4': `avatar/${CLUB}/x/original/ABCDEFGHIJ0123456789.jpg` },
  ];
  for (const form of forms) expect((await signUpWith(email, form)).__type).toBe('InvalidParameterException');
  expect(fixture.identity.mails).toEqual([]);
  const made = await signUpWith(email, { name: '川崎 太郎' });
  expect(made.CodeDeliveryDetails).toEqual({
    AttributeName: 'email',
    DeliveryMedium: 'EMAIL',
    Destination: `${email[0]}***@e***`,
  });
});

test('ACC-04a a reserved name is refused as name and as nickname, a leaked password as a password', async () => {
  const asked: unknown[] = [];
  fixture.identity = await startIdentity(fixture.db, {
    mayUseName: async (...given) => {
      asked.push(given);
      return given[0] !== '公式';
    },
    mayUsePassword: (password) => password !== 'leaked-2026',
  });
  const email = newEmail();
  expect((await signUpWith(email, { name: '公式' })).__type).toBe('InvalidParameterException');
  expect((await signUpWith(email, { name: '川崎', nickname: '公式' })).__type).toBe('InvalidParameterException');
  expect(asked).toEqual([
    ['公式', null, false],
    ['川崎', null, false],
    ['公式', null, true],
  ]);
  expect(await signUpWith(email, { name: '川崎' }, 'leaked-2026')).toMatchObject({
    __type: 'InvalidPasswordException',
    message: expect.stringContaining('guessed'),
  });
  expect((await signUpWith(email, { name: '川崎' })).__type).toBeUndefined();
});

test('ACC-12d a call that names another app client is refused, and changes nothing', async () => {
  const email = newEmail();
  await calls.signUp(email, null);
  const code = fixture.identity.codeOf(email);
  const mails = fixture.identity.mails.length;
  const other = { ClientId: 'another' };
  const UserAttributes = listOf({ name: '川崎' });
  const answers = [
    await calls.answerTo('SignUp', { ...other, Username: newEmail(), Password: PASSWORD, UserAttributes }),
    await calls.answerTo('ResendConfirmationCode', { ...other, Username: email }),
    await calls.answerTo('ConfirmSignUp', { ...other, Username: email, ConfirmationCode: code }),
    await calls.answerTo('RevokeToken', { ...other, Token: 'a' }),
  ];
  expect(answers).toEqual(answers.map(() => 'ResourceNotFoundException'));
  expect(fixture.identity.mails).toHaveLength(mails);
  expect(await calls.confirm(email, code, null)).toBe('no refusal');
});

test('SAF-13a a code asked for again without a mark is of the one sign-up, or of the one of this network', async () => {
  const email = newEmail();
  const resend = (from: string) => calls.answerTo('ResendConfirmationCode', { Username: email }, from);
  await calls.signUp(email, network(1));
  const first = fixture.identity.codeOf(email);
  await resend(network(9));
  expect(
    fixture.identity.mails.map(({ code }) => code),
    'the only one',
  ).toEqual([first, first]);
  await calls.signUp(email, network(2));
  const second = fixture.identity.codeOf(email);
  await resend(network(9));
  expect(fixture.identity.mails, 'one of two, nobody knows whose').toHaveLength(3);
  await resend(network(1));
  expect(fixture.identity.mails.at(-1)?.code).toBe(first);
  expect(first).not.toBe(second);
});

test('ACC-11a what stays is not asked about, a new avatar is; no attributes, nobody is told', async () => {
  const told: unknown[] = [];
  const asked: unknown[] = [];
  fixture.identity = await startIdentity(fixture.db, {
    onProfile: async ({ name }) => void told.push(name),
    mayUseName: async (name) => {
      asked.push(name);
      return true;
    },
    mayUseAvatar: async (key) => {
      asked.push(key);
      return !key.includes('BAD');
    },
  });
  routeFetchTo(fixture.identity);
  const email = await registerFan(fixture.identity, device);
  const { user, session } = await device.signIn(email);
  [told, asked].forEach((list) => void list.splice(0));
  await device.setAttributes(user, { name: '川崎 太郎' });
  expect(asked).toEqual([]);
  const avatarOf = (name: string) => ({
    'custom:extended4': `avatar/${CLUB}/${session.getIdToken().payload.sub}/original/${name}.jpg`,
  });
  expect(await refusal(device.setAttributes(user, avatarOf('BADEFGHIJ01234567890')))).toBe('InvalidParameterException');
  const good = avatarOf('GOODFGHIJ01234567890');
  await device.setAttributes(user, good);
  await device.setAttributes(user, good);
  expect(asked, 'the bad one and the new one').toHaveLength(2);
  expect(told).toEqual(['川崎 太郎', '川崎 太郎', '川崎 太郎']);
  await device.setAttributes(user, { email });
  expect(told).toHaveLength(3);
  expect((await device.attributes(user)).email_verified).toBe('true');
});
