import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { CAN_PROVE, PROOF_FIELD } from '../../src/contract/proofOfWork.ts';
import type { Database } from '../database/schema.ts';
import { createAccounts } from './accounts.ts';
import { type AttemptLimit, createAttemptLimit } from './attemptLimit.ts';
import { createCodes } from './codes.ts';
import { createDevices } from './devices.ts';
import type { PoolIds } from './embeddedPool.ts';
import { createGuesses } from './guesses.ts';
import type { IdentityKeys } from './identityKeys.ts';
import { createMailDelivery } from './mailDelivery.ts';
import type { Mailer } from './mailer.ts';
import { createPasswords } from './passwords.ts';
import type { PoolHooks, PoolParts } from './poolParts.ts';
import { createProofOfWork, type ProofOfWork } from './proofOfWork.ts';
import { createRegistration } from './registration.ts';
import { createSecretBlocks } from './secretBlock.ts';
import { createSelfService } from './selfService.ts';
import { createSessions } from './sessions.ts';
import { createSignIn } from './signIn.ts';
import { createSignUps } from './signUps.ts';
import { createTokenService } from './tokenService.ts';
import { answerCall, type Operation, type Operations } from './wire.ts';

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
  const limit = createAttemptLimit(deps.db, deps.now);
  const proofs = createProofOfWork(deps.db, limit, deps.keys.derive('proofs of work'), deps.now);
  const parts = createParts(deps, limit, proofs);
  const operations = withProofs(proofs, {
    ...createRegistration(parts),
    ...createSignIn(parts),
    ...createPasswords(parts),
    ...createSelfService(parts),
  });
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

const Paying = v.object({ ClientMetadata: v.object({ [PROOF_FIELD]: v.string() }) });

/** Tells each operation what the caller has to pay with (`Call.proof`). A proof is used up by the call that carries it. */
function withProofs(proofs: Pick<ProofOfWork, 'redeem'>, operations: Operations): Operations {
  const wrapped = Object.entries(operations).map(([name, run]): [string, Operation] => [
    name,
    async (body, call) => {
      const paying = v.safeParse(Paying, body);
      if (!paying.success) return run(body, call);
      const given = paying.output.ClientMetadata[PROOF_FIELD] ?? '';
      const isGood = given !== CAN_PROVE && (await proofs.redeem(given, call.network));
      return run(body, { ...call, proof: isGood ? 'good' : 'possible' });
    },
  ]);
  return Object.fromEntries(wrapped);
}

function createParts(deps: UserPoolDeps, limit: AttemptLimit, proofs: ProofOfWork): PoolParts {
  const { db, ids, keys, mailer, now, onError } = deps;
  const poolName = poolNameOf(ids);
  const signUps = createSignUps(db, now);
  const accounts = createAccounts(db, poolName, keys.derive('phantom accounts'), signUps);
  const devices = createDevices(keys.derive('known devices'), now);
  const sessions = createSessions(db, now);
  return {
    ids,
    poolName,
    accounts,
    limit,
    guesses: createGuesses(limit, devices, proofs),
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
