import { useEffect, useEffectEvent } from 'react';
import { pushBackLayer } from './backStack.ts';

/**
 * The back button closes a window inside an overlay or a page, and nothing below it. Closing by any other way takes its history entry
 * away again.
 */
export function useBackToClose(isOpen: boolean, onClose: () => void): void {
  const onBack = useEffectEvent(() => {
    onClose();
    return true;
  });
  useEffect(() => {
    if (!isOpen) return;
    return pushBackLayer({ onBack: () => onBack(), keepsState: true });
  }, [isOpen]);
}
