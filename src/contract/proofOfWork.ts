/**
 * Proof of work (SAF-32): what a client computes where its network has used up a bound. Challenge and proof travel as base64url of JSON.
 * They are altcha-lib's own objects. The identity provider sends a challenge as the message of `ProofOfWorkException` and reads the proof
 * from `ClientMetadata[PROOF_FIELD]`. A call of `/f` sends it as `challenge` of PROOF_NEEDED and reads the proof from its body.
 */
import type { Challenge, Payload, Solution } from 'altcha-lib/types';

/** Member of `ClientMetadata` or of a body by which a client says that it can solve challenges, and sends the proof. */
export const PROOF_FIELD = 'proof_of_work';
/** Characters of a proof at the most. */
export const PROOF_MAX = 1_024;
/** Value of that member before there is a proof. */
export const CAN_PROVE = 'altcha';
/** Key derivation of the challenges: its cost is the same on both ends. */
export const PROOF_ALGORITHM = 'PBKDF2/SHA-256';

/**
 * `iterations`: PBKDF2 rounds of one try. `tries`: a challenge takes as many, drawn evenly between the two. A million rounds take a slow
 * phone one to two seconds.
 * Every `step` proofs that failed or had no good end in `windowMs` double the tries, up to `maxFactor` times as many. A challenge may be
 * answered for `lifetimeMs`; the client gives up after `solvingMs`. `rounds`: challenges one call of the client solves at the most.
 */
export const PROOF_OF_WORK = {
  iterations: 2_000,
  tries: { min: 350, max: 650 },
  step: 100,
  windowMs: 10 * 60_000,
  maxFactor: 16,
  lifetimeMs: 5 * 60_000,
  solvingMs: 90_000,
  rounds: 3,
} as const;

export type { Challenge, Payload, Solution };

/** Writes a challenge as the message of the exception. */
export const encodeChallenge = (challenge: Challenge): string => encode(challenge);

/** Reads a challenge. Returns null unless it is one we can solve. */
export function decodeChallenge(text: string): Challenge | null {
  const read = decode(text) as Partial<Challenge> | null;
  return read?.parameters?.algorithm === PROOF_ALGORITHM ? (read as Challenge) : null;
}

/** Writes a solved challenge as the proof a call carries. */
export const encodeProof = (payload: Payload): string => encode(payload);

/** Reads a proof as it came. Returns null for what is no JSON; the shape is for the reader to check. */
export const decodeProof = (text: string): unknown => decode(text);

const encode = (value: object): string =>
  btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

function decode(text: string): unknown {
  try {
    return JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return null;
  }
}
