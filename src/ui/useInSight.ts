import { type RefCallback, useState } from 'react';

/** What each watched element does once it is in sight. */
const waiting = new WeakMap<Element, () => void>();
/** One for all elements: a list may have hundreds. */
let observer: IntersectionObserver | undefined;

const notify = (entries: readonly IntersectionObserverEntry[]): void => {
  for (const { isIntersecting, target } of entries) {
    if (isIntersecting) waiting.get(target)?.();
  }
};

/**
 * Tells whether an element has been in sight: on the screen, and not scrolled out of the box around it. `loading="lazy"` also loads what
 * is a screen or two away, and all of a row to scroll sideways. Where the browser cannot observe elements, each is in sight at once.
 */
export function useInSight<T extends Element>(): readonly [watch: RefCallback<T>, isInSight: boolean] {
  const [isInSight, setInSight] = useState(typeof IntersectionObserver === 'undefined');
  const [watch] = useState(() => (element: T | null) => {
    if (element === null || typeof IntersectionObserver === 'undefined') return;
    observer ??= new IntersectionObserver(notify);
    const watching = observer;
    waiting.set(element, () => {
      watching.unobserve(element);
      setInSight(true);
    });
    watching.observe(element);
    return () => watching.unobserve(element);
  });
  return [watch, isInSight];
}
