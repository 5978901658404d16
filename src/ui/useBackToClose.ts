import { useEffect, useRef } from 'react';

/**
 * The back button closes an overlay instead of leaving the page. While open, one history entry of the same address stands
 * on top; closing by any other way takes it away again.
 */
export function useBackToClose(isOpen: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (!isOpen) return;
    const mark = crypto.randomUUID();
    let isOnTop = true;
    history.pushState({ ...history.state, overlay: mark }, '');
    const handlePop = () => {
      if (history.state?.overlay === mark) return;
      isOnTop = false;
      close.current();
    };
    addEventListener('popstate', handlePop);
    return () => {
      removeEventListener('popstate', handlePop);
      if (isOnTop && history.state?.overlay === mark) history.back();
    };
  }, [isOpen]);
}
