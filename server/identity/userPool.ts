import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { createAccounts } from './accounts.ts';
import { createAttemptLimit } from './attemptLimit.ts';
import { createCodes } from './codes.ts';
import { createDevices } from './devices.ts';
import type { PoolIds } from './embeddedPool.ts';
import { createGuesses } from './guesses.ts';
import type { IdentityKeys } from './identityKeys.ts';
import { createMailDelivery } from './mailDelivery.ts';
import type { Mailer } from './mailer.ts';
import { createPasswords } from './passwords.ts';
import type { PoolHooks, PoolParts } from './poolParts.ts';
import { createRegistration } from './registration.ts';
import { createSecretBlocks } from './secretBlock.ts';
import { createSelfService } from './selfService.ts';
import { createSessions } from './sessions.ts';
import { createSignIn } from './signIn.ts';
import { createSignUps } from './signUps.ts';
import { createTokenService } from './tokenService.ts';
import { answerCall } from './wire.ts';

const SERVICE = 'AWSCognitoIdentityProviderService';

export interface UserPoolDeps extends PoolHooks {
  readonly db: Kysely<Database>;
  readonly ids: PoolIds;
  readonly keys: IdentityKeys;
  readonly mailer: Mailer;
  /** Epoch ms. */
  readonly now: () => number;
  /** Told of failures that are nobody's input: database, mail. */
  readonly onError: (error: unknown) => void;
}

export interface UserPool {
  /** `POST /idp`: one operation of the wire protocol, counted for `address` (null: for all whose address is not known). `GET …/.well-known/jwks.json`: the public keys. Never rejects. */
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
  const jwks = JSON.stringify(deps.keys.jwks);
  return {
    async fetch(request, address = null) {
      if (new URL(request.url).pathname.endsWith(`/${deps.ids.userPoolId}/.well-known/jwks.json`)) {
        return new Response(jwks, { headers: { 'content-type': 'application/json', 'cache-control': 'max-age=300' } });
      }
      return answerCall(request, SERVICE, operations, deps.onError, address);
    },
  };
}

function createParts(deps: UserPoolDeps): PoolParts {
  const { db, ids, keys, mailer, now, onError } = deps;
  const poolName = poolNameOf(ids);
  const signUps = createSignUps(db, now);
  const accounts = createAccounts(db, poolName, keys.derive('phantom accounts'), signUps);
  const limit = createAttemptLimit(db, now);
  const devices = createDevices(keys.derive('known devices'), now);
  const sessions = createSessions(db, now);
  return {
    ids,
    poolName,
    accounts,
    limit,
    guesses: createGuesses(limit, devices),
    devices,
    sessions,
    signUps,
    codes: createCodes(db, keys.derive('codes'), now),
    mail: createMailDelivery(mailer, onError),
    tokens: createTokenService({ ids, keys, accounts, sessions, now }),
    blocks: createSecretBlocks(db, keys.derive('secret blocks'), now),
    hooks: deps,
    now,
  };
}

/** The part of the pool's id that goes into password verifiers. */
export const poolNameOf = (ids: PoolIds): string => ids.userPoolId.slice(ids.userPoolId.indexOf('_') + 1);
