import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** What the browser believes. False is true; true may be wrong (T24). */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
