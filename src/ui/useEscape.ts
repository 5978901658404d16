import { type RefObject, useEffect, useEffectEvent } from 'react';

/** What Escape closes, the last opened last. */
const layers: object[] = [];

/**
 * While a small part of a page or dialog is open, Escape closes this part alone, and the dialog around it stays (OVL-02e).
 * @param root contains the button that opens the part (`aria-expanded`). The button gets the focus back.
 */
export function useEscape(isOpen: boolean, root: RefObject<HTMLElement | null>, onEscape: () => void): void {
  const close = useEffectEvent(onEscape);
  useEffect(() => {
    if (!isOpen) return;
    const layer = {};
    layers.push(layer);
    const handleKey = (event: KeyboardEvent) => {
      const isOurs = event.key === 'Escape' && layers.at(-1) === layer && isReachable(root.current);
      if (!isOurs) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      close();
      root.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus({ preventScroll: true });
    };
    addEventListener('keydown', handleKey, true);
    return () => {
      removeEventListener('keydown', handleKey, true);
      layers.splice(layers.indexOf(layer), 1);
    };
  }, [isOpen, root]);
}

/** No dialog stands above it, and it is not turned off. Overlays stand in the document in the order in which they open. */
function isReachable(root: HTMLElement | null): boolean {
  if (root === null || root.closest('[inert]') !== null) return false;
  const top = [...document.querySelectorAll('dialog[open]')].at(-1);
  return top === undefined || top.contains(root);
}
