import { PROOF_OF_WORK } from '../../contract/proofOfWork.ts';
import { askWorkerOnce } from '../device/askWorkerOnce.ts';
import type { SolveChallenge } from './proofOfWork.ts';
import type { ProofAnswer } from './proofWorker.ts';
import workerUrl from './proofWorker.ts?worker&url';

/** A little more than the worker gives itself, so that its own reason arrives. */
const TIMEOUT_MS = PROOF_OF_WORK.solvingMs + 5_000;

/** Solves challenges in a worker, which is loaded with the first and ends with each; on the page itself where there is none. */
export const solveInWorker: SolveChallenge = async (challenge) => {
  const answer = await askWorkerOnce<ProofAnswer>({
    url: workerUrl,
    name: 'proof',
    question: challenge,
    timeoutMs: TIMEOUT_MS,
    answerFailure: (_, message) => ({ kind: 'failed', message }),
  });
  if (answer === null) {
    const { proofOf } = await import('./solveChallenge.ts');
    return proofOf(challenge);
  }
  if (answer.kind === 'solved') return answer.proof;
  throw new Error(answer.message);
};
