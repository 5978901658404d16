import { type RefCallback, useState } from 'react';

/**
 * Tells whether an element has been in sight: on the screen, and not scrolled out of the box around it. `loading="lazy"` also loads what
 * is a screen or two away, and all of a row to scroll sideways. Where the browser cannot observe elements, each is in sight at once.
 */
export function useInSight<T extends Element>(): readonly [watch: RefCallback<T>, isInSight: boolean] {
  const [isInSight, setInSight] = useState(typeof IntersectionObserver === 'undefined');
  const [watch] = useState(() => (element: T | null) => {
    if (element === null || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      setInSight(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  });
  return [watch, isInSight];
}
