/** One CognitoUser of the client library used twice: a handshake gives it a private name, by which it asks from then on. */
import { AuthenticationDetails, type CognitoUser, type CognitoUserSession } from 'amazon-cognito-identity-js';
import { expect, test } from 'vitest';
import { NEW_PASSWORD } from './identityCalls.ts';
import { createDevice, newEmail, PASSWORD, refusal, registerFan } from './identitySetup.ts';
import { withIdentity } from './withIdentity.ts';

const fixture = withIdentity({ forgets: ['identity_limit'] });

const device = createDevice();
const signInAs = (user: CognitoUser, Password: string) =>
  new Promise<CognitoUserSession>((resolve, reject) =>
    user.authenticateUser(new AuthenticationDetails({ Username: user.getUsername(), Password }), {
      onSuccess: resolve,
      onFailure: reject,
    }),
  );

test('ACC-05 SAF-06b one object signs in after a wrong password, and again', async () => {
  const user = device.userOf(await registerFan(fixture.identity, device));
  expect(await refusal(signInAs(user, 'not-the-password'))).toBe('NotAuthorizedException');
  expect(user.getUsername()).not.toContain('@');
  for (const _ of [1, 2]) expect((await signInAs(user, PASSWORD)).isValid()).toBe(true);
});

test('ACC-05 a reset asked for by a signed-in object mails its code, which works with that object', async () => {
  const email = await registerFan(fixture.identity, device);
  const { user } = await device.signIn(email);
  fixture.identity.mails.length = 0;
  await device.forgot(user.getUsername());
  expect(fixture.identity.mails.map(({ to, kind }) => [to, kind])).toEqual([[email, 'reset']]);
  await device.confirmForgot(user.getUsername(), fixture.identity.codeOf(email), NEW_PASSWORD);
  expect((await signInAs(user, NEW_PASSWORD)).isValid()).toBe(true);
});

test('ACC-04b ACC-04c who signed in before the code came confirms by the same object', async () => {
  const email = newEmail();
  await device.signUp(email);
  const user = device.userOf(email);
  expect(await refusal(signInAs(user, PASSWORD))).toBe('UserNotConfirmedException');
  await device.resend(user.getUsername());
  expect(fixture.identity.mails.filter(({ to }) => to === email)).toHaveLength(2);
  await device.confirm(user.getUsername(), fixture.identity.codeOf(email));
  expect((await signInAs(user, PASSWORD)).isValid()).toBe(true);
});
