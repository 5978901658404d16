import { useCallback } from 'react';
import { offlineDeed } from '../messages/jaOffline.ts';
import { useToast } from '../ui/toasts.tsx';

/**
 * Runs a action that only the server can take: likes, bookmarks, follows, mutes. Without signal it is not tried, and the fan is told why
 * instead of being told of an error.
 */
export function useOnlineAction(): (action: () => void) => void {
  const toast = useToast();
  return useCallback(
    (action) => {
      if (navigator.onLine) action();
      else toast(offlineDeed);
    },
    [toast],
  );
}
