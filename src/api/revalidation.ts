import type { EndpointName } from '../contract/endpoints.ts';

/** Whether what the screens show came from the network or, without signal, from the worker's cache (DAT-02). */
export interface RevalidationSnapshot {
  /** True while the newest answer of any call came from the cache. */
  readonly isStale: boolean;
  /** Calls whose newest answer came from the cache. */
  readonly endpoints: ReadonlySet<EndpointName>;
}

export interface Revalidation {
  getSnapshot(): RevalidationSnapshot;
  subscribe(listener: () => void): () => void;
  /** Called by the client for every answer of a GET. */
  report(endpoint: EndpointName, isStale: boolean): void;
}

/** Every page asks who has a badge, whatever it shows: an old answer to that says nothing of what is on screen. */
const BESIDE: ReadonlySet<EndpointName> = new Set(['getOfficialUser', 'getAmbassadors']);

/** Keeps one mark per endpoint; `first` stands until a call reports, a new snapshot object comes only on a change. */
export function createRevalidation(first: RevalidationSnapshot): Revalidation {
  let snapshot = first;
  const listeners = new Set<() => void>();
  return {
    getSnapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    report(endpoint, isStale) {
      if (BESIDE.has(endpoint)) return;
      if (snapshot.isStale === isStale && snapshot.endpoints.has(endpoint) === isStale) return;
      const endpoints = new Set(snapshot.endpoints);
      if (isStale) endpoints.add(endpoint);
      else endpoints.delete(endpoint);
      snapshot = { isStale, endpoints };
      for (const listener of listeners) listener();
    },
  };
}
