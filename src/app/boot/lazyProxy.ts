import { createListeners } from '../../rules/listeners.ts';

/**
 * Fronts for parts whose code comes later: every method loads the part and passes the call on. Only methods that answer with a
 * promise may be called this way; what must be known at once is given in `now`.
 */
export function createLazyProxy<T extends object, N extends Partial<T>>(load: () => Promise<T>, now: N): T {
  return new Proxy<object>(now, {
    get: (known, name) =>
      name in known
        ? known[name as keyof typeof known]
        : async (...args: unknown[]) => {
            const part = await load();
            return (part[name as keyof T] as (...args: unknown[]) => unknown)(...args);
          },
  }) as T;
}

/** A snapshot to look at before its real source is there; then it is the source's own. */
export function createDeferredStore<S>(first: S) {
  let read = () => first;
  const listeners = createListeners();
  return {
    read: () => read(),
    subscribe: listeners.subscribe,
    attach(source: { subscribe(listener: () => void): () => void }, readSource: () => S) {
      const before = read();
      read = readSource;
      source.subscribe(listeners.tell);
      // The same thing is no news: whoever is told draws at once, in one long step.
      if (read() !== before) listeners.tell();
    },
  };
}
