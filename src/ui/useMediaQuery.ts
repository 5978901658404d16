import { useCallback, useSyncExternalStore } from 'react';
import { MOBILE_MAX_WIDTH } from '../contract/limits.ts';

/** Does the media query hold now? Re-renders when that changes. No, while a page is taken over that the server drew: it draws for none. */
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
  return useSyncExternalStore(subscribe, read, drawnForNone);
}

const drawnForNone = () => false;

/** An em of a media query is the browser's font size, mostly 16 px. */
const MOBILE = `(max-width: ${MOBILE_MAX_WIDTH}px), (max-width: ${MOBILE_MAX_WIDTH / 16}em)`;

/** The mobile layout (LAY-01): the window is narrow, in pixels or by the size of the text. */
export const useIsMobile = (): boolean => useMediaQuery(MOBILE);
