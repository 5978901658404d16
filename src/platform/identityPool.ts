import * as v from 'valibot';
import { AppError } from '../contract/errors.ts';
import { callIdentity, type IdentityConfig, identityPoolEndpoint } from './identityCall.ts';
import { tokensOfUser } from './identityOwner.ts';
import type { TokenSource } from './identityTokens.ts';

/** Credentials with less left than this are replaced before use, in milliseconds. */
const RENEW_BEFORE_MS = 5 * 60_000;

/** Temporary credentials of the object store, as the AWS SDK takes them. */
export interface ObjectCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
}

export interface CredentialSource {
  /**
   * Credentials of exactly this fan, kept in memory until shortly before they end.
   * `renew`: the store refused the ones it got.
   * @throws AppError CREDENTIAL_MISSING (login) when the session is another's; NETWORK … (later)
   */
  get(userId: string, renew?: boolean): Promise<ObjectCredentials>;
}

const IdAnswer = v.object({ IdentityId: v.string() });
const CredentialsAnswer = v.object({
  Credentials: v.object({
    AccessKeyId: v.string(),
    SecretKey: v.string(),
    SessionToken: v.string(),
    /** Epoch seconds. */
    Expiration: v.number(),
  }),
});

interface Cached {
  readonly userId: string;
  /** Epoch milliseconds, of this device's clock. */
  readonly goodUntil: number;
  readonly credentials: Promise<ObjectCredentials>;
}

/** `serverNow`: this device's clock with the offset of our API, since the expiry is told by the server's (T22). */
export function createCredentialSource(
  config: IdentityConfig,
  tokens: TokenSource,
  serverNow: () => number,
): CredentialSource {
  let cached: Cached | null = null;

  async function fetchCredentials(
    userId: string,
    renew: boolean,
  ): Promise<{ expires: number; value: ObjectCredentials }> {
    const { idToken } = await tokensOfUser(tokens, userId, renew);
    const endpoint = identityPoolEndpoint(config);
    const issuer = `cognito-idp.${config.region}.amazonaws.com/${config.userPoolId}`;
    const Logins = { [issuer]: idToken };
    const { IdentityId } = await callIdentity({
      endpoint,
      target: 'AWSCognitoIdentityService.GetId',
      body: { IdentityPoolId: config.identityPoolId, Logins },
      answer: IdAnswer,
    });
    const { Credentials: issued } = await callIdentity({
      endpoint,
      target: 'AWSCognitoIdentityService.GetCredentialsForIdentity',
      body: { IdentityId, Logins },
      answer: CredentialsAnswer,
    });
    return {
      expires: issued.Expiration * 1000,
      value: {
        accessKeyId: issued.AccessKeyId,
        secretAccessKey: issued.SecretKey,
        sessionToken: issued.SessionToken,
      },
    };
  }

  return {
    async get(userId, renew = false) {
      if (cached !== null && !renew && cached.userId === userId && serverNow() < cached.goodUntil)
        return cached.credentials;
      const fetched = fetchCredentials(userId, renew).catch((error: unknown) => {
        cached = null;
        throw asCredentialError(error);
      });
      const credentials = fetched.then(({ value }) => value);
      cached = { userId, goodUntil: Number.POSITIVE_INFINITY, credentials };
      const { expires } = await fetched;
      cached = { userId, goodUntil: expires - RENEW_BEFORE_MS, credentials };
      return credentials;
    },
  };
}

function asCredentialError(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.retry === 'login') return new AppError('CREDENTIAL_MISSING', 'login', { cause: error });
  // The pool refuses the token itself: a new sign-in brings another.
  if (error.code === 'NotAuthorizedException') return new AppError('CREDENTIAL_MISSING', 'login', { cause: error });
  return error;
}
