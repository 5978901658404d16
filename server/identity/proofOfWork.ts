/** Proofs of work (SAF-32): what a network that used up a bound is asked for instead of being refused. */
import { createHmac, randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { decodeProof, encodeChallenge, PROOF_ALGORITHM, PROOF_OF_WORK } from '../../src/contract/proofOfWork.ts';
import type { Database } from '../database/schema.ts';
import type { AttemptLimit } from './attemptLimit.ts';

export interface ProofOfWork {
  /** Makes a challenge for a network, harder while proofs of that network come to nothing. Returns it as the client reads it. */
  challengeFor(network: string): Promise<string>;
  /**
   * Uses a proof up. Returns whether it was good: made from a challenge of ours for this network, solved, in time, and not used before,
   * at whichever server copy.
   */
  redeem(given: string, network: string): Promise<boolean>;
  /** Counts a proof that paid for a try above the network's bound (`PROOF_OF_WORK.step`). */
  countPaid(network: string): Promise<void>;
}

const { iterations, tries, step, windowMs, maxFactor, lifetimeMs } = PROOF_OF_WORK;
/** Proofs of a network are counted up to the number that makes challenges hardest. */
const PAID = { count: step * maxFactor, windowMs };
/** Half of the key is told, as what to look for; the other half proves that it was found. */
const KEY = { keyLength: 32, keyPrefixLength: 16 } as const;

const hex = v.pipe(v.string(), v.maxLength(128));
/** Numbers are checked by the signature, which is of the parameters as they stand. */
const Proof = v.object({
  challenge: v.object({
    parameters: v.strictObject({
      algorithm: v.literal(PROOF_ALGORITHM),
      nonce: hex,
      salt: hex,
      cost: v.literal(iterations),
      keyLength: v.literal(KEY.keyLength),
      keyPrefix: hex,
      keySignature: hex,
      data: v.strictObject({ network: hex, until: v.number() }),
    }),
    signature: hex,
  }),
  solution: v.object({ counter: v.number(), derivedKey: hex }),
});

const paidKey = (network: string) => `proof:${network}`;

/**
 * Challenges are signed and carried by the client: the server keeps used ones alone, until they end (`identity_nonce`). A row there costs
 * whoever makes it the work of a proof, so their number is bounded.
 * @param secret the same in every server copy
 * @param now epoch ms
 * @param draw a whole number from `min` to below `max`, at random
 */
export function createProofOfWork(
  db: Kysely<Database>,
  limit: Pick<AttemptLimit, 'take' | 'usage'>,
  secret: Buffer,
  now: () => number,
  draw: (min: number, max: number) => number = randomInt,
): ProofOfWork {
  const hmacSignatureSecret = secret.toString('hex');
  const hmacKeySignatureSecret = createHmac('sha256', secret).update('keys').digest('hex');
  /** The client is not told the address it comes from. */
  const markOf = (network: string) => createHmac('sha256', secret).update(network).digest('base64url');

  return {
    async challengeFor(network) {
      const { count } = await limit.usage(paidKey(network));
      const factor = Math.min(maxFactor, 2 ** Math.floor(count / step));
      const challenge = await createChallenge({
        algorithm: PROOF_ALGORITHM,
        cost: iterations,
        deriveKey,
        ...KEY,
        counter: draw(tries.min * factor, tries.max * factor + 1),
        // The library's own expiry goes by the machine's clock; ours is the one the whole server goes by.
        data: { network: markOf(network), until: now() + lifetimeMs },
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      });
      return encodeChallenge(challenge);
    },

    async redeem(given, network) {
      const parsed = v.safeParse(Proof, decodeProof(given));
      if (!parsed.success) return false;
      const { challenge, solution } = parsed.output;
      const { nonce, data } = challenge.parameters;
      if (data.until < now() || data.network !== markOf(network)) return false;
      const keys = { hmacSignatureSecret, hmacKeySignatureSecret };
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...keys });
      if (!verified) return false;
      const used = await db
        .insertInto('identity_nonce')
        .values({ nonce: `proof:${nonce}`, expires_at: new Date(data.until) })
        .onConflict((conflict) => conflict.doNothing())
        .returning('nonce')
        .executeTakeFirst();
      return used !== undefined;
    },

    async countPaid(network) {
      await limit.take(paidKey(network), PAID);
    },
  };
}
