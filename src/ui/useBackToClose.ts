import { useEffect, useRef } from 'react';
import { pushBackLayer } from './backStack.ts';

/**
 * The back button closes a window inside an overlay or a page, and nothing below it. Closing by any other way takes its history entry
 * away again.
 */
export function useBackToClose(isOpen: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (!isOpen) return;
    const onBack = () => {
      close.current();
      return true;
    };
    return pushBackLayer({ onBack, keepsState: true });
  }, [isOpen]);
}
