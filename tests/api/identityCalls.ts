/** Operations of the identity provider as fans and strangers send them, from networks and browsers of their own. */
import type { Kysely } from 'kysely';
import type { Database } from '../../server/database/schema.ts';
import { EMBEDDED_POOL } from '../../server/identity/embeddedPool.ts';
import { type Browser, call, type Device, PASSWORD, routeFetchTo, type TestIdentity } from './identitySetup.ts';

const { clientId: ClientId } = EMBEDDED_POOL;
export const NEW_PASSWORD = 'second-half-90';

type Where = string | Browser | null;

/** An address of the nth network. */
export const network = (n: number): string => `203.0.${n >> 8}.${n & 255}`;

/** Raw operations; `identityOf` gives the server copy of the running test. Each tells its exception name, or `no refusal`. */
export function createIdentityCalls(identityOf: () => TestIdentity) {
  async function answerTo(operation: string, body: object, where: Where = null): Promise<string> {
    const answer = await call(identityOf().pool, operation, { ClientId, ...body }, where);
    return answer.status === 200 ? 'no refusal' : String(answer.body.__type);
  }
  const startSrp = (USERNAME: string, where: Where = null) =>
    call(
      identityOf().pool,
      'InitiateAuth',
      { ClientId, AuthFlow: 'USER_SRP_AUTH', AuthParameters: { USERNAME, SRP_A: 'abc' } },
      where,
    );
  /** Answers a challenge with a made-up proof. */
  async function guess(email: string, where: Where): Promise<string> {
    const { status, body } = await startSrp(email, where);
    if (status !== 200) return String(body.__type);
    const { USERNAME, SECRET_BLOCK } = body.ChallengeParameters;
    const ChallengeResponses = {
      USERNAME,
      PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
      PASSWORD_CLAIM_SIGNATURE: 'AAAA',
      TIMESTAMP: 'Sat Nov 21 09:00:00 UTC 2026',
    };
    return answerTo('RespondToAuthChallenge', { ChallengeName: 'PASSWORD_VERIFIER', ChallengeResponses }, where);
  }
  return {
    answerTo,
    startSrp,
    guess,
    forgot: (Username: string, where: Where) => answerTo('ForgotPassword', { Username }, where),
    confirmForgot: (Username: string, ConfirmationCode: string, where: Where, Password = NEW_PASSWORD) =>
      answerTo('ConfirmForgotPassword', { Username, ConfirmationCode, Password }, where),
    signUp: (Username: string, where: Where, Password = PASSWORD, name = 'なまえ') =>
      answerTo('SignUp', { Username, Password, UserAttributes: [{ Name: 'name', Value: name }] }, where),
    confirm: (Username: string, ConfirmationCode: string, where: Where) =>
      answerTo('ConfirmSignUp', { Username, ConfirmationCode }, where),
    refreshWith: (REFRESH_TOKEN: string, where: Where) =>
      answerTo('InitiateAuth', { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN } }, where),
    mailsTo: (email: string) => identityOf().mails.filter(({ to }) => to === email),
  };
}

/** Signs in with the client library, from a browser of the fan's own. */
export function signInFrom(
  { identity, device }: { identity: TestIdentity; device: Device },
  browser: Browser | null,
  email: string,
  password = PASSWORD,
) {
  routeFetchTo(identity, browser);
  return device.signIn(email, password);
}

/** The public id of an account. */
export const subOf = async (db: Kysely<Database>, email: string): Promise<string> =>
  (await db.selectFrom('identity_user').select('sub').where('email', '=', email).executeTakeFirstOrThrow()).sub;
