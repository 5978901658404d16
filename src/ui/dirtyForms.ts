import { useEffect, useSyncExternalStore } from 'react';

let count = 0;
const listeners = new Set<() => void>();
const add = (change: number) => {
  count += change;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Marks a form as holding what was not sent or saved yet, while it does: an update of the app waits for it (T28). */
export function useDirtyForm(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    add(1);
    return () => add(-1);
  }, [isDirty]);
}

export const hasDirtyForm = (): boolean => count > 0;
export const useHasDirtyForm = (): boolean => useSyncExternalStore(subscribe, hasDirtyForm);
