import { AppError } from '../../contract/errors.ts';
import { CAN_PROVE, type Challenge, decodeChallenge, PROOF_FIELD, PROOF_OF_WORK } from '../../contract/proofOfWork.ts';

/** Solves a challenge. Returns the proof. Rejects if it could not be solved in `PROOF_OF_WORK.solvingMs`. */
export type SolveChallenge = (challenge: Challenge) => Promise<string>;

type Metadata = Readonly<Record<typeof PROOF_FIELD, string>>;

/** Whether the pool is our own server, which understands proofs. Amazon's hands such data to triggers. */
export const isOwnPool = (endpoint: string, origin: string | undefined = globalThis.location?.origin): boolean =>
  new URL(endpoint, origin).origin === origin;

/**
 * Runs a call. If it is refused with a challenge for a proof of work, solves the challenge and runs the call again with the proof
 * (SAF-32c): the fan waits a little longer and sees nothing else.
 * @param solve null: the pool knows no proofs, and `run` gets no metadata
 * @param run the call; `metadata` goes along as ClientMetadata, or in its body
 * @throws what `run` throws; AppError ProofOfWorkException (later) if the challenge was not solved, or the pool asks again and again
 */
export async function withProof<T>(
  solve: SolveChallenge | null,
  run: (metadata: Metadata | null) => Promise<T>,
): Promise<T> {
  if (solve === null) return run(null);
  let proof: string = CAN_PROVE;
  for (let round = 0; ; round += 1) {
    try {
      return await run({ [PROOF_FIELD]: proof });
    } catch (error) {
      const text = error instanceof AppError ? error.challenge : undefined;
      if (text === undefined || round === PROOF_OF_WORK.rounds) throw error;
      proof = await solveText(solve, text);
    }
  }
}

async function solveText(solve: SolveChallenge, text: string): Promise<string> {
  const challenge = decodeChallenge(text);
  if (challenge === null) throw new AppError('BAD_ANSWER', 'later');
  try {
    return await solve(challenge);
  } catch (cause) {
    throw new AppError('ProofOfWorkException', 'later', { cause });
  }
}
