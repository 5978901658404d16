import * as v from 'valibot';
import { AppError } from '../../contract/errors.ts';
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

interface Issued {
  readonly credentials: ObjectCredentials;
  /** Epoch milliseconds of the server's clock. */
  readonly goodUntil: number;
}

/** `serverNow`: this device's clock with the offset of our API, since the expiry is told by the server's (T22). */
export function createCredentialSource(
  config: IdentityConfig,
  tokens: TokenSource,
  serverNow: () => number,
): CredentialSource {
  let cached: { readonly userId: string; readonly issued: Promise<Issued> } | null = null;

  /** A token the pool refuses is renewed once: a clock that was set makes an old one look fresh (T22, SAF-24). */
  async function fetchCredentials(userId: string, renew: boolean): Promise<Issued> {
    const { idToken } = await tokensOfUser(tokens, userId, renew);
    try {
      return await exchange(config, idToken);
    } catch (error) {
      if (renew || !isTokenRefused(error)) throw error;
    }
    return exchange(config, (await tokensOfUser(tokens, userId, true)).idToken);
  }

  async function current(userId: string, renew: boolean): Promise<Issued> {
    // Another fan may have signed in since these were issued (QUE-05).
    const session = await tokens.peek();
    if (session?.userId !== userId) throw new AppError('CREDENTIAL_MISSING', 'login');
    const kept = cached?.userId === userId && !renew ? await cached.issued.catch(() => null) : null;
    if (kept !== null && serverNow() < kept.goodUntil) return kept;
    // Kept while it runs, so that photos sent side by side ask once.
    const asked = { userId, issued: fetchCredentials(userId, renew) };
    cached = asked;
    return asked.issued;
  }

  return {
    get: (userId, renew = false) =>
      current(userId, renew).then(
        ({ credentials }) => credentials,
        (error: unknown) => Promise.reject(asCredentialError(error)),
      ),
  };
}

async function exchange(config: IdentityConfig, idToken: string): Promise<Issued> {
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
    credentials: {
      accessKeyId: issued.AccessKeyId,
      secretAccessKey: issued.SecretKey,
      sessionToken: issued.SessionToken,
    },
    goodUntil: issued.Expiration * 1000 - RENEW_BEFORE_MS,
  };
}

const isTokenRefused = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'NotAuthorizedException';

function asCredentialError(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.retry === 'login') return new AppError('CREDENTIAL_MISSING', 'login', { cause: error });
  // The pool refuses a token just renewed: only a new sign-in brings another.
  if (isTokenRefused(error)) return new AppError('CREDENTIAL_MISSING', 'login', { cause: error });
  return error;
}
