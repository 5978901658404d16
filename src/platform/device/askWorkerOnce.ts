import { trustedScriptUrl } from './trustedTypes.ts';

interface Answering {
  readonly kind: string;
}
/** What a worker that is up says before it answers. */
interface Ready {
  readonly kind: 'ready';
}

export interface WorkerQuestion<T> {
  /** Of the worker's script, as `?worker&url` gives it. */
  readonly url: string;
  readonly name: string;
  readonly question: unknown;
  /** Milliseconds until no answer is one. */
  readonly timeoutMs: number;
  /** What counts as the answer of a worker that came up and failed ('Error'), or took too long ('Timeout'). */
  readonly answerFailure: (name: 'Error' | 'Timeout', message: string) => T;
}

/** Starts a worker for one question and ends it with the answer. Resolves with null where no worker comes up. Never rejects. */
export function askWorkerOnce<A extends Answering>(
  given: WorkerQuestion<Exclude<A, Ready>>,
): Promise<Exclude<A, Ready> | null> {
  const { url, name, question, timeoutMs, answerFailure } = given;
  return new Promise((resolve) => {
    let worker: Worker;
    try {
      worker = new Worker(trustedScriptUrl(url), { type: 'module', name });
    } catch {
      resolve(null);
      return;
    }
    let isReady = false;
    const finish = (result: Exclude<A, Ready> | null) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(result);
    };
    const timer = setTimeout(() => finish(answerFailure('Timeout', 'no answer of the worker')), timeoutMs);
    worker.onmessage = ({ data }: MessageEvent<A>) => {
      if (data.kind === 'ready') isReady = true;
      else finish(data as Exclude<A, Ready>);
    };
    worker.onerror = ({ message }) => finish(isReady ? answerFailure('Error', message) : null);
    worker.postMessage(question);
  });
}
