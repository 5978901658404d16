import { AppError } from '../../../contract/errors.ts';

/** Failures in a row after which the rest is not tried: the server is busy, or the fan may not. */
const PATIENCE = 3;

export interface EachOutcome<T> {
  readonly done: readonly T[];
  /** Also those that were not tried any more. */
  readonly failed: readonly T[];
}

/** One call after the other, each once; what fails is told and holds up nothing. Without signal the rest is not tried. */
export async function runEach<T>(
  items: readonly T[],
  call: (item: T) => Promise<unknown>,
  { onStep, signal }: { readonly onStep: (tried: number) => void; readonly signal: AbortSignal },
): Promise<EachOutcome<T>> {
  const done: T[] = [];
  const failed: T[] = [];
  let inRow = 0;
  for (const item of items) {
    if (signal.aborted || inRow >= PATIENCE) {
      failed.push(item);
      continue;
    }
    try {
      await call(item);
      done.push(item);
      inRow = 0;
    } catch (cause) {
      failed.push(item);
      const isHopeless = cause instanceof AppError && (cause.code === 'NETWORK' || cause.retry === 'login');
      inRow = isHopeless ? PATIENCE : inRow + 1;
    }
    onStep(done.length + failed.length);
  }
  return { done, failed };
}
