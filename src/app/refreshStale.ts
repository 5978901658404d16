import type { QueryClient, QueryKey } from '@tanstack/react-query';
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

/**
 * Looks at the page's own answers once more (`#first-data`): they are an anonymous visitor's, and as old as the page, of which
 * the worker or the browser may have kept a copy. A visitor whose page has just been made has nothing newer to come.
 */
export function refreshFirst(queryClient: QueryClient, keys: readonly QueryKey[], isVisitor: boolean): void {
  if (isVisitor && isPageNew()) return;
  for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
}

/** No worker stood between. Going back or reloading may show what the browser kept. */
function isPageNew(): boolean {
  // Not `workerStart`: Firefox leaves it at 0.
  if (navigator.serviceWorker?.controller) return false;
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'navigate';
}
