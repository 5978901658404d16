import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Revalidation } from '../api/revalidation.ts';
import type { Network } from '../outbox/ports.ts';
import type { Services } from '../services/services.tsx';
import { isNoSignal } from './noSignal.ts';

/** Between looks whether the network answers again while something old or nothing is shown, in milliseconds. */
const LOOK_EVERY_MS = 15_000;
/** Before the first look: the signal may have come back while this page was starting, and nothing tells of it any more. */
const FIRST_LOOK_MS = 3_000;

/** Few pages ever need it, and the worker keeps its code. */
const probeLazily = () =>
  import('../platform/device/network.ts').then(
    ({ createNetwork }) => createNetwork().probe(),
    () => false,
  );

/** On the screen is nothing where this answer should be, for want of signal. */
const isMissing = (query: Query): boolean =>
  query.state.data === undefined && isNoSignal(query.state.error) && query.isActive();

/**
 * Brings everything up to date once there is signal, in its place (DAT-02). The browser says so with `online`, but not to a page
 * that was opened without signal by way of React Query, and not at all where the line was only slow: so answers that are
 * known to be old are asked for again while the page is in view. What is missing is asked for only when `probe` says that
 * there is signal: asking takes its words off the screen (queries/LoadFailure.tsx).
 */
export function revalidateStale(
  queryClient: QueryClient,
  revalidation: Pick<Revalidation, 'getSnapshot' | 'subscribe' | 'forget'>,
  probe: Network['probe'] = probeLazily,
): void {
  const queries = queryClient.getQueryCache();
  const hasMissing = () => queries.findAll({ predicate: isMissing }).length > 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasLooked = false;
  /** A page that was left, or what was loaded ahead and not looked at, is nothing the screen shows. */
  const forgetUnseen = () => {
    const seen = new Set(
      queries.findAll({ predicate: (query) => query.isActive() }).map(({ queryKey }) => queryKey[1]),
    );
    const unseen = [...revalidation.getSnapshot().endpoints].filter((endpoint) => !seen.has(endpoint));
    if (unseen.length > 0) revalidation.forget(unseen);
  };
  const refreshOld = async () => {
    hasLooked = true;
    forgetUnseen();
    const { endpoints } = revalidation.getSnapshot();
    if (!document.hidden) {
      void queryClient.invalidateQueries({
        predicate: ({ queryKey, state }) =>
          state.data !== undefined && (endpoints as ReadonlySet<string>).has(String(queryKey[1])),
      });
      if (hasMissing() && (await probe())) await queryClient.refetchQueries({ predicate: isMissing });
    }
    timer = undefined;
    watch();
  };
  const watch = () => {
    if (revalidation.getSnapshot().isStale || hasMissing()) {
      timer ??= setTimeout(() => void refreshOld(), hasLooked ? LOOK_EVERY_MS : FIRST_LOOK_MS);
    } else {
      clearTimeout(timer);
      timer = undefined;
      hasLooked = false;
    }
  };
  revalidation.subscribe(watch);
  queries.subscribe(({ type, query }) => {
    if (type === 'updated' && query.state.status === 'error') watch();
    if (type === 'observerRemoved' && revalidation.getSnapshot().isStale && !query.isActive()) forgetUnseen();
  });
  watch();
  addEventListener('online', () => void queryClient.invalidateQueries());
}

/**
 * Looks at the page's own answers once more (`#first-data`): they are an anonymous visitor's, and as old as the page, of which
 * the worker or the browser may have kept a copy. The worker keeps what comes, so that a link inside the app finds it without
 * signal, also when the fan has gone on to the next page by now. A visitor whose page has just been made has nothing newer to come.
 */
export function revalidateSsrData(queryClient: QueryClient, keys: readonly QueryKey[], isVisitor: boolean): void {
  if (isVisitor && isPageNew()) return;
  for (const queryKey of keys) {
    // Nobody looked at it, so nobody knows how to ask for it.
    const isAskable = queryClient.getQueryCache().find({ queryKey })?.options.queryFn !== undefined;
    void queryClient.invalidateQueries({ queryKey, refetchType: isAskable ? 'all' : 'none' });
  }
}

/** No worker stood between. Going back or reloading may show what the browser kept. */
function isPageNew(): boolean {
  // Not `workerStart`: Firefox leaves it at 0.
  if (navigator.serviceWorker?.controller) return false;
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'navigate';
}

/** What a page starts once it answers. `seeded`: keys of the answers that came with it. */
export function startRevalidation(
  queryClient: QueryClient,
  seeded: readonly QueryKey[],
  { session, revalidation }: Pick<Services, 'session' | 'revalidation'>,
): void {
  revalidateSsrData(queryClient, seeded, session.getState().status === 'anonymous');
  revalidateStale(queryClient, revalidation);
}
