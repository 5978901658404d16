import { useCallback, useSyncExternalStore } from 'react';
import { MOBILE_MAX_WIDTH } from '../contract/limits.ts';

/** Does the media query hold now? Re-renders when that changes. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  const read = () => matchMedia(query).matches;
  return useSyncExternalStore(subscribe, read, read);
}

/** The mobile layout (LAY-01). */
export const useIsMobile = (): boolean => useMediaQuery(`(max-width: ${MOBILE_MAX_WIDTH}px)`);
