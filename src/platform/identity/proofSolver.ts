import { PROOF_OF_WORK } from '../../contract/proofOfWork.ts';
import { trustedScriptUrl } from '../device/trustedTypes.ts';
import type { SolveChallenge } from './proofOfWork.ts';
import type { ProofAnswer } from './proofWorker.ts';
import workerUrl from './proofWorker.ts?worker&url';

/** A little more than the worker gives itself, so that its own reason arrives. */
const TIMEOUT_MS = PROOF_OF_WORK.solvingMs + 5_000;

/** Solves challenges in a worker, which is loaded with the first and ends with each; on the page itself where there is none. */
export const solveInWorker: SolveChallenge = async (challenge) => {
  const answer = await askWorker(challenge);
  if (answer === null) {
    const { proofOf } = await import('./solveChallenge.ts');
    return proofOf(challenge);
  }
  if (answer.kind === 'solved') return answer.proof;
  throw new Error(answer.message);
};

type Result = Exclude<ProofAnswer, { readonly kind: 'ready' }>;

/** Resolves with null if the worker did not come up. */
function askWorker(challenge: Parameters<SolveChallenge>[0]): Promise<Result | null> {
  return new Promise((resolve) => {
    let worker: Worker;
    try {
      worker = new Worker(trustedScriptUrl(workerUrl), { type: 'module', name: 'proof' });
    } catch {
      resolve(null);
      return;
    }
    let isReady = false;
    const finish = (result: Result | null) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(result);
    };
    const timer = setTimeout(() => finish({ kind: 'failed', message: 'no answer of the worker' }), TIMEOUT_MS);
    worker.onmessage = ({ data }: MessageEvent<ProofAnswer>) => {
      if (data.kind === 'ready') isReady = true;
      else finish(data);
    };
    worker.onerror = ({ message }) => finish(isReady ? { kind: 'failed', message } : null);
    worker.postMessage(challenge);
  });
}
