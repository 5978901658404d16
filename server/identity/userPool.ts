import type { Kysely } from 'kysely';
import { RATE_LIMITS } from '../../src/contract/limits.ts';
import { createAccounts } from './accounts.ts';
import { type AttemptLimit, createAttemptLimit, type Limit } from './attemptLimit.ts';
import { createCodes } from './codes.ts';
import type { PoolIds } from './embeddedPool.ts';
import type { IdentityKeys } from './identityKeys.ts';
import type { Mailer } from './mailer.ts';
import { createPasswords } from './passwords.ts';
import type { PoolHooks, PoolParts } from './poolParts.ts';
import { createRegistration } from './registration.ts';
import { createSecretBlocks } from './secretBlock.ts';
import { createSelfService } from './selfService.ts';
import { createSessions } from './sessions.ts';
import { createSignIn } from './signIn.ts';
import type { IdentityTables } from './tables.ts';
import { createTokens } from './tokens.ts';
import { answerCall, CognitoError, type Operations } from './wire.ts';

const SERVICE = 'AWSCognitoIdentityProviderService';
/** Operations that try passwords or codes, or send mail, and how many of them one network may ask for. */
const LIMITED: Readonly<Record<string, readonly [string, Limit]>> = {
  RespondToAuthChallenge: ['sign-in', RATE_LIMITS.signIns],
  InitiateAuth: ['start', RATE_LIMITS.signIns],
  GetTokensFromRefreshToken: ['start', RATE_LIMITS.signIns],
  SignUp: ['code', RATE_LIMITS.codes],
  ResendConfirmationCode: ['code', RATE_LIMITS.codes],
  ForgotPassword: ['code', RATE_LIMITS.codes],
  ConfirmSignUp: ['confirm', RATE_LIMITS.codes],
  ConfirmForgotPassword: ['confirm', RATE_LIMITS.codes],
  GetUserAttributeVerificationCode: ['code', RATE_LIMITS.codes],
  VerifyUserAttribute: ['confirm', RATE_LIMITS.codes],
};
const SWEEP_EVERY_MS = 10 * 60_000;
const EXPIRING = ['identity_session', 'identity_code', 'identity_limit', 'identity_nonce'] as const;

export interface UserPoolDeps extends PoolHooks {
  readonly db: Kysely<IdentityTables>;
  readonly ids: PoolIds;
  readonly keys: IdentityKeys;
  readonly mailer: Mailer;
  /** Epoch ms. */
  readonly now: () => number;
  /** Told of failures that are nobody's input: database, mail. */
  readonly onError: (error: unknown) => void;
}

export interface UserPool {
  /** `POST /idp`: one operation of the wire protocol, counted for `address` unless that is null. `GET …/.well-known/jwks.json`: the public keys. Never rejects. */
  fetch(request: Request, address?: string | null): Promise<Response>;
}

/** The embedded user pool: speaks the wire protocol of Amazon Cognito user pools (spec §7 identity, §8). */
export function createUserPool(deps: UserPoolDeps): UserPool {
  const parts = createParts(deps);
  const operations = {
    ...createRegistration(parts),
    ...createSignIn(parts),
    ...createPasswords(parts),
    ...createSelfService(parts),
  };
  const sweep = createSweep(deps);
  const jwks = JSON.stringify(deps.keys.jwks);
  return {
    async fetch(request, address = null) {
      if (new URL(request.url).pathname.endsWith(`/${deps.ids.userPoolId}/.well-known/jwks.json`)) {
        return new Response(jwks, { headers: { 'content-type': 'application/json', 'cache-control': 'max-age=300' } });
      }
      const counted = address === null ? operations : countedFor(address, operations, parts.limit);
      const answer = await answerCall(request, SERVICE, counted, deps.onError);
      await sweep();
      return answer;
    },
  };
}

/** The same operations, refused once a network has asked too often: nobody tries one password on every account. */
function countedFor(address: string, operations: Operations, limit: AttemptLimit): Operations {
  const counted = Object.entries(operations).map(([name, run]) => {
    const bound = LIMITED[name];
    if (!bound) return [name, run] as const;
    return [
      name,
      async (body: unknown, headers: Headers) => {
        if (await limit.take(`network:${bound[0]}:${address}`, bound[1])) return run(body, headers);
        throw new CognitoError('TooManyRequestsException', 'Too many requests');
      },
    ] as const;
  });
  return Object.fromEntries(counted);
}

function createParts(deps: UserPoolDeps): PoolParts {
  const { db, ids, keys, mailer, now, onError } = deps;
  const poolName = poolNameOf(ids);
  const accounts = createAccounts(db, poolName, keys.derive('phantom accounts'));
  const limit = createAttemptLimit(db, now);
  const sessions = createSessions(db, now);
  return {
    ids,
    poolName,
    accounts,
    limit,
    sessions,
    codes: createCodes({ db, mailer, limit, secret: keys.derive('codes'), now, onError }),
    tokens: createTokens({ ids, keys, accounts, sessions, now }),
    blocks: createSecretBlocks(db, keys.derive('secret blocks'), now),
    hooks: deps,
    now,
  };
}

/** The part of the pool's id that goes into password verifiers. */
export const poolNameOf = (ids: PoolIds): string => ids.userPoolId.slice(ids.userPoolId.indexOf('_') + 1);

/** Drops what has expired, now and then, so that no table grows without bound. */
function createSweep({ db, now, onError }: UserPoolDeps): () => Promise<void> {
  let sweptAt = now();
  return async () => {
    if (now() - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = now();
    try {
      for (const table of EXPIRING) await db.deleteFrom(table).where('expires_at', '<', new Date(now())).execute();
    } catch (error) {
      onError(error);
    }
  };
}
