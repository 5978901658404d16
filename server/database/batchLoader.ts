import { createSingleFlight } from './singleFlight.ts';

/** Reads what is known of a key. Undefined: nothing. */
export type BatchLoader<T> = (key: string) => Promise<T | undefined>;

/**
 * Many asking alike, each for a key of their own, are answered by one query: who asks while one runs is in the next. So
 * nobody is answered with what was read before they asked.
 */
export function createBatchLoader<T>(
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): BatchLoader<T> {
  const share = createSingleFlight<ReadonlyMap<string, T>>();
  let waiting = new Set<string>();
  const run = () => {
    const keys = [...waiting];
    waiting = new Set();
    return read(keys);
  };
  return async (key) => {
    waiting.add(key);
    return (await share('', run)).get(key);
  };
}
