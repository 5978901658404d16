import { useEffect } from 'react';

let open = 0;

/** Locks page scroll while at least one modal or overlay is open (OVL-01). */
export function useScrollLock(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    open += 1;
    document.documentElement.dataset.locked = '';
    return () => {
      open -= 1;
      if (open === 0) delete document.documentElement.dataset.locked;
    };
  }, [isOpen]);
}
