import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { type Challenge, encodeProof, PROOF_OF_WORK } from '../../contract/proofOfWork.ts';

/**
 * Solves a challenge by trying one number after the other: a second and more, so run it in a worker.
 * Returns the proof. Throws if it takes longer than `PROOF_OF_WORK.solvingMs`, or if the browser has no Web Crypto.
 */
export async function proofOf(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey, timeout: PROOF_OF_WORK.solvingMs });
  if (solution === null) throw new Error('the challenge was not solved in time');
  return encodeProof({ challenge, solution });
}
