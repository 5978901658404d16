import type { Challenge } from '../../contract/proofOfWork.ts';
import { proofOf } from './solveChallenge.ts';

export type ProofAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'solved'; readonly proof: string }
  | { readonly kind: 'failed'; readonly message: string };

/** The part of a worker's global scope we use; the page's typings know the page's only. */
declare const self: {
  onmessage: ((event: MessageEvent<Challenge>) => void) | null;
  postMessage(answer: ProofAnswer): void;
};

self.onmessage = ({ data }) => {
  proofOf(data).then(
    (proof) => self.postMessage({ kind: 'solved', proof }),
    (error: unknown) => self.postMessage({ kind: 'failed', message: String(error) }),
  );
};
self.postMessage({ kind: 'ready' });
