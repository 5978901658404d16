import * as v from 'valibot';
import { AppError } from '../../contract/errors.ts';
import { callIdentity, type IdentityConfig, userPoolEndpoint } from './identityCall.ts';
import { claimsOf, fanOfClaims, type Tokens } from './identityTokens.ts';
import { isOwnPool, type SolveChallenge, withProof } from './proofOfWork.ts';

const Answer = v.object({
  AuthenticationResult: v.object({
    IdToken: v.string(),
    AccessToken: v.string(),
    RefreshToken: v.optional(v.string()),
    ExpiresIn: v.number(),
  }),
});

/**
 * Renews tokens without asking the fan (ACC-07). `solve`: as for `createIdentity`; a refused token is told as refused even where others
 * of the network tried thousands (SAF-32).
 * @throws AppError with retry 'login' when the identity provider refuses; NETWORK | TIMEOUT | … (later) otherwise: never a logout (T19)
 */
export async function refreshTokens(
  config: IdentityConfig,
  tokens: Tokens & { readonly refreshToken: string },
  solve: SolveChallenge | null = null,
): Promise<Tokens> {
  const endpoint = userPoolEndpoint(config);
  try {
    const { AuthenticationResult: result } = await withProof(isOwnPool(endpoint) ? solve : null, (metadata) =>
      callIdentity({
        endpoint,
        target: 'AWSCognitoIdentityProviderService.InitiateAuth',
        body: {
          AuthFlow: 'REFRESH_TOKEN_AUTH',
          ClientId: config.clientId,
          AuthParameters: { REFRESH_TOKEN: tokens.refreshToken },
          ...(metadata && { ClientMetadata: metadata }),
        },
        answer: Answer,
      }),
    );
    return tokensOf({
      idToken: result.IdToken,
      accessToken: result.AccessToken,
      refreshToken: result.RefreshToken ?? tokens.refreshToken,
      expiresIn: result.ExpiresIn,
    });
  } catch (error) {
    const refused =
      error instanceof AppError && (error.code === 'NotAuthorizedException' || error.code === 'UserNotFoundException');
    if (refused) throw new AppError('NotAuthorizedException', 'login', { cause: error });
    throw error;
  }
}

/** Tokens as we keep them; `expiresIn` in seconds from now. */
export function tokensOf(issued: {
  readonly idToken: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresIn: number;
}): Tokens {
  const claims = claimsOf(issued.idToken);
  const userId = fanOfClaims(claims);
  if (userId === null) throw new AppError('BAD_ANSWER', 'later');
  return {
    userId,
    session: String(claims.auth_time ?? claims.iat ?? ''),
    idToken: issued.idToken,
    accessToken: issued.accessToken,
    refreshToken: issued.refreshToken,
    expiresAt: Date.now() + issued.expiresIn * 1000,
  };
}
