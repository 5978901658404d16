import type { QueryClient } from '@tanstack/react-query';
import type { Freshness } from '../api/freshness.ts';

/** Between looks whether the network answers again while old answers are shown, in milliseconds. */
const LOOK_EVERY_MS = 15_000;
/** Before the first look: the signal may have come back while this page was starting, and nothing tells of it any more. */
const FIRST_LOOK_MS = 3_000;

/**
 * Brings everything up to date once there is signal, in its place (DAT-02). The browser says so with `online`, but not to a page
 * that was opened without signal by way of React Query, and not at all where the line was only slow: so answers that are
 * known to be old are asked for again while the page is in view.
 */
export function refreshStale(queryClient: QueryClient, freshness: Pick<Freshness, 'getSnapshot' | 'subscribe'>): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasLooked = false;
  const refreshOld = () => {
    timer = undefined;
    hasLooked = true;
    const { endpoints } = freshness.getSnapshot();
    if (!document.hidden)
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => (endpoints as ReadonlySet<string>).has(String(queryKey[1])),
      });
    watch();
  };
  const watch = () => {
    if (freshness.getSnapshot().isStale) {
      timer ??= setTimeout(refreshOld, hasLooked ? LOOK_EVERY_MS : FIRST_LOOK_MS);
    } else {
      clearTimeout(timer);
      timer = undefined;
      hasLooked = false;
    }
  };
  freshness.subscribe(watch);
  watch();
  addEventListener('online', () => void queryClient.invalidateQueries());
}
