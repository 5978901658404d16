import { type RefObject, useCallback } from 'react';

/**
 * Keeps an element where it stands on the screen while the address changes: a new address begins at the top (`useScrollMemory`).
 * @returns to be called before the change, such as at the press of a link
 */
export function useKeptPlace(element: RefObject<HTMLElement | null>): () => void {
  return useCallback(() => {
    const before = element.current?.getBoundingClientRect().top;
    if (before === undefined) return;
    // The page is drawn and scrolled within the event's own turn; before the next frame nobody has seen it.
    requestAnimationFrame(() => {
      const after = element.current?.getBoundingClientRect().top;
      if (after !== undefined) scrollBy(0, after - before);
    });
  }, [element]);
}
