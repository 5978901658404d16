import type { EndpointName } from '../contract/endpoints.ts';
import { createListeners } from '../rules/listeners.ts';

/** Whether what the screens show came from the network or, without signal, from the worker's cache (DAT-02). */
export interface RevalidationSnapshot {
  /** True while the newest answer of some call came from the cache. */
  readonly isStale: boolean;
  /** Calls whose newest answer came from the cache. */
  readonly endpoints: ReadonlySet<EndpointName>;
}

export interface Revalidation {
  getSnapshot(): RevalidationSnapshot;
  subscribe(listener: () => void): () => void;
  /** Called by the client for every answer of a GET. */
  report(endpoint: EndpointName, isStale: boolean): void;
  /** What these answered is on the screen no more. */
  forget(endpoints: readonly EndpointName[]): void;
}

/** Every page asks who has a badge, whatever it shows: an old answer to that says nothing of what is on screen. */
const BESIDE: ReadonlySet<EndpointName> = new Set(['getOfficialUser', 'getAmbassadors']);

/** Keeps one mark per endpoint; `first` stands until a call reports, a new snapshot object comes only on a change. */
export function createRevalidation(first: RevalidationSnapshot): Revalidation {
  let snapshot = first;
  const listeners = createListeners();
  function change(apply: (endpoints: Set<EndpointName>) => void): void {
    const endpoints = new Set(snapshot.endpoints);
    apply(endpoints);
    if (endpoints.size === snapshot.endpoints.size) return;
    snapshot = { isStale: endpoints.size > 0, endpoints };
    listeners.tell();
  }
  return {
    getSnapshot: () => snapshot,
    subscribe: listeners.subscribe,
    report(endpoint, isStale) {
      if (BESIDE.has(endpoint)) return;
      change((endpoints) => void (isStale ? endpoints.add(endpoint) : endpoints.delete(endpoint)));
    },
    forget: (gone) => change((endpoints) => gone.forEach((one) => void endpoints.delete(one))),
  };
}
