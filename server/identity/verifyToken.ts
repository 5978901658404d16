import { createHash } from 'node:crypto';
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import * as v from 'valibot';
import { serviceFailure } from './awsFailure.ts';
import { type MovedAccounts, USER_ID_ATTRIBUTE } from './movedAccounts.ts';

/** Who sends a request, as the ID token tells. */
export interface TokenUser {
  /** The fan's id in the product: the pool's, unless the account moved there. */
  readonly sub: string;
  readonly email: string;
  /** Whether its owner confirmed the address. */
  readonly isEmailVerified: boolean;
  /** When the fan signed in, epoch ms; null: the token does not say. A refresh does not change it. */
  readonly signedInAt: number | null;
  readonly name: string | null;
  readonly nickname: string | null;
  /** Id of the sign-in the token comes from. */
  readonly originJti: string | null;
  /** Epoch seconds. */
  readonly expiresAt: number;
}

/** TOKEN_EXPIRED: a refresh helps. UNAUTHENTICATED: only signing in does. */
export class TokenError extends Error {
  readonly code: 'TOKEN_EXPIRED' | 'UNAUTHENTICATED';
  constructor(code: TokenError['code'], options?: ErrorOptions) {
    super(code, options);
    this.name = 'TokenError';
    this.code = code;
  }
}

export interface TokenVerifierDeps {
  /** The pool's public keys, or where they are fetched from (`remoteKeys`). */
  readonly jwks: JSONWebKeySet | JWTVerifyGetKey;
  readonly issuer: string;
  readonly clientId: string;
  readonly now: () => number;
  /** Whether the sign-in was ended meanwhile. Left out with Amazon's pool, where tokens live until they expire. */
  readonly isRevoked?: (originJti: string, sub: string) => Promise<boolean>;
  /** Accounts that came from elsewhere and keep their ids; left out: none. */
  readonly moved?: Pick<MovedAccounts, 'userIdOf'>;
}

/** Rejects with TokenError. */
export type TokenVerifier = (token: string) => Promise<TokenUser>;

const Claims = v.object({
  sub: v.pipe(v.string(), v.nonEmpty()),
  exp: v.number(),
  token_use: v.literal('id'),
  email: v.string(),
  /** Pools write a boolean or its name. */
  email_verified: v.optional(v.unknown()),
  auth_time: v.optional(v.number()),
  name: v.optional(v.string()),
  nickname: v.optional(v.string()),
  origin_jti: v.optional(v.string()),
  [USER_ID_ATTRIBUTE]: v.optional(v.string()),
});

/** Keys of a pool at Amazon: fetched when needed, then cached. */
export const remoteKeys = (url: string): JWTVerifyGetKey => createRemoteJWKSet(new URL(url));

/** Keys that cannot be fetched say nothing about the token. */
const isFetchFailure = (cause: unknown): boolean =>
  cause instanceof errors.JWKSTimeout ||
  cause instanceof TypeError ||
  (cause instanceof errors.JOSEError && cause.code === 'ERR_JOSE_GENERIC');

type TokenClaims = v.InferOutput<typeof Claims>;
/** Tokens whose signature is not checked again for a while: a gallery's fan sends one with every call. */
const KEPT = 10_000;
const KEPT_MS = 5 * 60_000;

/** Claims of a fan who moved there bear the id the product knows. */
async function asUser(claims: TokenClaims, moved: TokenVerifierDeps['moved']): Promise<TokenClaims> {
  const userId = moved ? await moved.userIdOf(claims.sub) : null;
  if (userId !== null) return { ...claims, sub: userId };
  // An id nobody wrote down: an import that has not got so far, or a forgery.
  if (moved && claims[USER_ID_ATTRIBUTE]) throw new TokenError('UNAUTHENTICATED');
  return claims;
}

/** Verifies ID tokens: RS256 only, issuer, audience, use, expiry, and that the sign-in was not revoked. */
export function createTokenVerifier(deps: TokenVerifierDeps): TokenVerifier {
  const { issuer, clientId, now, isRevoked, moved } = deps;
  const keys = typeof deps.jwks === 'function' ? deps.jwks : createLocalJWKSet(deps.jwks);
  /** By the token's hash: a token itself opens an account. */
  const kept = new Map<string, { readonly claims: TokenClaims; readonly until: number }>();

  async function readClaims(token: string): Promise<TokenClaims> {
    const hash = createHash('sha256').update(token).digest('base64');
    const known = kept.get(hash);
    if (known && now() < known.until) return known.claims;
    kept.delete(hash);
    const claims = await asUser(await verify(token), moved);
    kept.set(hash, { claims, until: Math.min(claims.exp * 1000, now() + KEPT_MS) });
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return claims;
  }

  async function verify(token: string): Promise<TokenClaims> {
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ['RS256'],
        issuer,
        audience: clientId,
        currentDate: new Date(now()),
        requiredClaims: ['exp'],
      });
      return v.parse(Claims, payload);
    } catch (cause) {
      if (isFetchFailure(cause)) throw serviceFailure(`key set of user pool ${issuer.split('/').at(-1)}`, cause);
      throw new TokenError(cause instanceof errors.JWTExpired ? 'TOKEN_EXPIRED' : 'UNAUTHENTICATED', { cause });
    }
  }

  return async (token) => {
    const claims = await readClaims(token);
    const originJti = claims.origin_jti ?? null;
    if (isRevoked && (originJti === null || (await isRevoked(originJti, claims.sub)))) {
      throw new TokenError('UNAUTHENTICATED');
    }
    return {
      sub: claims.sub,
      email: claims.email,
      isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
      signedInAt: claims.auth_time === undefined ? null : claims.auth_time * 1000,
      name: claims.name ?? null,
      nickname: claims.nickname ?? null,
      originJti,
      expiresAt: claims.exp,
    };
  };
}
