import { randomUUID } from 'node:crypto';
import { createLocalJWKSet, errors, jwtVerify } from 'jose';
import * as v from 'valibot';
import { type Account, type Accounts, srpNameOf } from './accounts.ts';
import { attributesOf } from './attributes.ts';
import type { PoolIds } from './embeddedPool.ts';
import type { IdentityKeys } from './identityKeys.ts';
import type { IdentitySession, Sessions } from './sessions.ts';
import { CognitoError } from './wire.ts';

const LIFETIME_S = 3600;

export interface AuthenticationResult {
  AccessToken: string;
  IdToken: string;
  ExpiresIn: number;
  TokenType: 'Bearer';
  /** Only after a sign-in. A refresh answers without the field: the client would store a null. */
  RefreshToken?: string;
}

export interface TokenService {
  issue(account: Account, session: IdentitySession): Promise<AuthenticationResult>;
  /** The signed-in account of an access token; `signedInAt`: epoch ms. Throws NotAuthorizedException. */
  authenticate(accessToken: string): Promise<{ account: Account; sessionId: string; signedInAt: number }>;
}

export interface TokenServiceDeps {
  readonly ids: PoolIds;
  readonly keys: IdentityKeys;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly now: () => number;
}

const AccessClaims = v.object({ sub: v.string(), origin_jti: v.string(), auth_time: v.number() });
const refused = (message: string) => new CognitoError('NotAuthorizedException', message);

/** Issues RS256 tokens with the claims of Cognito's, and checks the access tokens its own operations take. */
export function createTokenService(deps: TokenServiceDeps): TokenService {
  const { ids, keys, accounts, sessions, now } = deps;
  const keySet = createLocalJWKSet(keys.jwks);

  return {
    async issue(account, session) {
      const iat = Math.floor(now() / 1000);
      const common = {
        sub: account.sub,
        iss: ids.issuer,
        origin_jti: session.id,
        event_id: randomUUID(),
        auth_time: Math.floor(session.signed_in_at.getTime() / 1000),
        iat,
        exp: iat + LIFETIME_S,
      };
      const access = { token_use: 'access', client_id: ids.clientId, scope: 'aws.cognito.signin.user.admin' };
      const id = {
        token_use: 'id',
        aud: ids.clientId,
        'cognito:username': srpNameOf(account),
        ...attributesOf(account),
      };
      const [AccessToken, IdToken] = await Promise.all([
        keys.sign({ ...common, ...access, username: srpNameOf(account), jti: randomUUID() }),
        keys.sign({ ...common, ...id, email_verified: account.status === 'CONFIRMED', jti: randomUUID() }),
      ]);
      return { AccessToken, IdToken, ExpiresIn: LIFETIME_S, TokenType: 'Bearer' };
    },

    async authenticate(accessToken) {
      const { sub, origin_jti, auth_time } = await readAccessToken(deps, keySet, accessToken);
      if (!(await sessions.isOpen(origin_jti, sub))) throw refused('Access Token has been revoked');
      const account = await accounts.findBySub(sub);
      if (!account) throw refused('Access Token has been revoked');
      return { account, sessionId: origin_jti, signedInAt: auth_time * 1000 };
    },
  };
}

/** Throws NotAuthorizedException for any token but a good access token of this client. */
async function readAccessToken(
  { ids, now }: TokenServiceDeps,
  keySet: ReturnType<typeof createLocalJWKSet>,
  token: string,
) {
  try {
    const { payload } = await jwtVerify(token, keySet, {
      algorithms: ['RS256'],
      issuer: ids.issuer,
      currentDate: new Date(now()),
      requiredClaims: ['exp'],
    });
    if (payload.token_use !== 'access' || payload.client_id !== ids.clientId) throw refused('Invalid Access Token');
    return v.parse(AccessClaims, payload);
  } catch (error) {
    throw refused(error instanceof errors.JWTExpired ? 'Access Token has expired' : 'Invalid Access Token');
  }
}
