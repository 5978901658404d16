/** Waits of a page for what it has nothing of yet. */
import type { Query, QueryClient } from '@tanstack/react-query';
import { LONG_WAIT_MS } from '../contract/limits.ts';

/** Shown by somebody, never loaded, and on its way. */
const isFirstLoad = (query: Query): boolean =>
  query.getObserversCount() > 0 && query.state.status === 'pending' && query.state.fetchStatus === 'fetching';

/**
 * Tells when a first load takes LONG_WAIT_MS, its repetitions included, and when none does any more. One that is asked for anew
 * (`retryFirstLoads`) waits anew.
 * @returns how to end it
 */
export function watchLongWaits(queryClient: QueryClient, tell: (isLong: boolean) => void): () => void {
  const cache = queryClient.getQueryCache();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const long = new Set<string>();
  let told = false;
  const tellChange = () => {
    if (told === long.size > 0) return;
    told = !told;
    tell(told);
  };
  const end = (hash: string) => {
    clearTimeout(timers.get(hash));
    timers.delete(hash);
    long.delete(hash);
  };
  const look = (query: Query) => {
    const hash = query.queryHash;
    if (!isFirstLoad(query)) end(hash);
    else if (!timers.has(hash))
      timers.set(
        hash,
        setTimeout(() => {
          long.add(hash);
          tellChange();
        }, LONG_WAIT_MS),
      );
    tellChange();
  };
  for (const query of cache.getAll()) look(query);
  const unsubscribe = cache.subscribe(({ type, query }) => {
    if (type !== 'removed') return look(query);
    end(query.queryHash);
    tellChange();
  });
  return () => {
    unsubscribe();
    for (const timer of timers.values()) clearTimeout(timer);
  };
}

/** Gives up the first loads that are on their way, and begins them anew. */
export async function retryFirstLoads(queryClient: QueryClient): Promise<void> {
  const waiting = queryClient.getQueryCache().findAll({ predicate: isFirstLoad });
  const isWaiting = (query: Query) => waiting.includes(query);
  await queryClient.cancelQueries({ predicate: isWaiting });
  await queryClient.refetchQueries({ predicate: isWaiting });
}
