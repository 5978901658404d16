/** Who wants to be told of a change. */
export interface Listeners<T extends readonly unknown[]> {
  /** `listener` is told from now on. Returns what ends that. */
  readonly subscribe: (listener: (...told: T) => void) => () => void;
  /** Tells all of them, in the order in which they came. */
  readonly tell: (...told: T) => void;
}

/** `T`: what they are told; nothing by default. */
export function createListeners<T extends readonly unknown[] = []>(): Listeners<T> {
  const listeners = new Set<(...told: T) => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell(...told) {
      for (const listener of listeners) listener(...told);
    },
  };
}
