import * as v from 'valibot';
import { callIdentity, type IdentityConfig, userPoolEndpoint } from './identityCall.ts';
import { tokensOf } from './identityRefresh.ts';
import type { SrpSignIn } from './identitySrp.ts';
import type { Tokens } from './identityTokens.ts';
import { isOwnPool, type SolveChallenge, withProof } from './proofOfWork.ts';

export interface SignUpForm {
  readonly email: string;
  readonly password: string;
  /** Attributes of §3; nickname is the screen name. */
  readonly name: string;
  readonly nickname: string;
  readonly extended1: string;
  readonly extended2: string;
}

/**
 * The identity provider (§7). Every call rejects with AppError: §8's exception name as its code,
 * or NETWORK | TIMEOUT | BAD_ANSWER (later).
 */
export interface Identity {
  /** SRP sign-in: the password never leaves the device. `tenant` goes along as validation data tenant_id (§7). */
  signIn(email: string, password: string, tenant: string): Promise<Tokens>;
  /** Registers the account; a code is sent to the address. */
  signUp(form: SignUpForm, tenant: string): Promise<void>;
  confirmSignUp(email: string, code: string): Promise<void>;
  resendCode(email: string): Promise<void>;
  forgotPassword(email: string): Promise<void>;
  confirmForgotPassword(email: string, code: string, password: string): Promise<void>;
  changePassword(accessToken: string, previous: string, proposed: string): Promise<void>;
  /** Attribute names as the pool has them: name, nickname, custom:extended4 … (ACC-11). */
  updateAttributes(accessToken: string, attributes: Readonly<Record<string, string>>): Promise<void>;
  /** Attributes under the pool's names; `email` among them. */
  fetchAttributes(accessToken: string): Promise<Readonly<Record<string, string>>>;
  /** Sends the code of a new mail address once more; the address itself is asked for by `updateAttributes({ email })`. */
  resendEmailCode(accessToken: string): Promise<void>;
  /** The code of a new mail address: from now on it is the one to sign in with. */
  verifyEmail(accessToken: string, code: string): Promise<void>;
  /** Ends the sign-ins on all devices, this one included. */
  signOutEverywhere(accessToken: string): Promise<void>;
  /** Makes a refresh token and all issued by it worthless: logout. */
  revoke(refreshToken: string): Promise<void>;
  /** Leaves the service (ACC-10). */
  deleteUser(accessToken: string): Promise<void>;
}

const UserAnswer = v.object({ UserAttributes: v.array(v.object({ Name: v.string(), Value: v.string() })) });

/**
 * `signInBySrp`: see `identitySrp.ts`; it is loaded on the first sign-in only. `solve`: solves a challenge of our own pool, which asks for
 * one where a network used up its bound (SAF-32). Left out: this client cannot. Amazon's pool asks for none.
 */
export function createIdentity(
  config: IdentityConfig,
  signInBySrp: SrpSignIn,
  solve: SolveChallenge | null = null,
): Identity {
  const { clientId: ClientId } = config;
  const solver = isOwnPool(userPoolEndpoint(config)) ? solve : null;
  const call = (operation: string, body: object): Promise<void> =>
    withProof(solver, async (metadata) => {
      await callIdentity({
        endpoint: userPoolEndpoint(config),
        target: `AWSCognitoIdentityProviderService.${operation}`,
        body: { ...body, ...(metadata && { ClientMetadata: metadata }) },
        answer: v.looseObject({}),
      });
    });
  return {
    async signIn(email, password, tenant) {
      const { userPoolId } = config;
      const endpoint = userPoolEndpoint(config);
      const request = { endpoint, userPoolId, clientId: ClientId, email, password, tenant };
      return tokensOf(
        await withProof(solver, (metadata) => signInBySrp({ ...request, ...(metadata && { metadata }) })),
      );
    },
    signUp: (form, tenant) => call('SignUp', signUpBody(ClientId, form, tenant)),
    confirmSignUp: (Username, ConfirmationCode) => call('ConfirmSignUp', { ClientId, Username, ConfirmationCode }),
    resendCode: (Username) => call('ResendConfirmationCode', { ClientId, Username }),
    forgotPassword: (Username) => call('ForgotPassword', { ClientId, Username }),
    confirmForgotPassword: (Username, ConfirmationCode, Password) =>
      call('ConfirmForgotPassword', { ClientId, Username, ConfirmationCode, Password }),
    changePassword: (AccessToken, PreviousPassword, ProposedPassword) =>
      call('ChangePassword', { AccessToken, PreviousPassword, ProposedPassword }),
    updateAttributes: (AccessToken, attributes) =>
      call('UpdateUserAttributes', { AccessToken, UserAttributes: attributesOf(attributes) }),
    async fetchAttributes(AccessToken) {
      const { UserAttributes } = await callIdentity({
        endpoint: userPoolEndpoint(config),
        target: 'AWSCognitoIdentityProviderService.GetUser',
        body: { AccessToken },
        answer: UserAnswer,
      });
      return Object.fromEntries(UserAttributes.map(({ Name, Value }) => [Name, Value]));
    },
    resendEmailCode: (AccessToken) => call('GetUserAttributeVerificationCode', { AccessToken, AttributeName: 'email' }),
    verifyEmail: (AccessToken, Code) => call('VerifyUserAttribute', { AccessToken, AttributeName: 'email', Code }),
    signOutEverywhere: (AccessToken) => call('GlobalSignOut', { AccessToken }),
    revoke: (Token) => call('RevokeToken', { ClientId, Token }),
    deleteUser: (AccessToken) => call('DeleteUser', { AccessToken }),
  };
}

const signUpBody = (ClientId: string, form: SignUpForm, tenant: string) => ({
  ClientId,
  Username: form.email,
  Password: form.password,
  UserAttributes: attributesOf({
    email: form.email,
    name: form.name,
    nickname: form.nickname,
    'custom:extended1': form.extended1,
    'custom:extended2': form.extended2,
  }),
  ValidationData: attributesOf({ tenant_id: tenant }),
});

const attributesOf = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([Name, Value]) => ({ Name, Value }));
