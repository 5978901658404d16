import { useEffect, useLayoutEffect, useRef } from 'react';

const PREFIX = 'scroll ';
/** A page that comes back grows to its height within this time, or not at all. */
const GROWTH_MS = 2_000;

function attempt<T>(run: () => T): T | null {
  try {
    return run();
  } catch {
    return null; // storage may be denied
  }
}

/**
 * Keeps where a page was scrolled to; the back button and a reload return there, a link starts at the top.
 * `key` names the page: its address without the open photo.
 */
export function useScrollMemory(key: string): void {
  const isBack = useRef(true); // a reload is a way back too; a first visit has nothing stored
  useEffect(() => {
    history.scrollRestoration = 'manual';
    const handlePop = () => {
      isBack.current = true;
    };
    // Captured: the router's own listener draws the page at once.
    addEventListener('popstate', handlePop, { capture: true });
    return () => removeEventListener('popstate', handlePop, { capture: true });
  }, []);

  useLayoutEffect(() => {
    const stored = isBack.current ? Number(attempt(() => sessionStorage.getItem(PREFIX + key)) ?? 0) : 0;
    isBack.current = false;
    const stopReturning = returnTo(stored);
    let frame = 0;
    const store = () => {
      frame = 0;
      attempt(() => sessionStorage.setItem(PREFIX + key, String(Math.round(scrollY))));
    };
    const handleScroll = () => {
      frame ||= requestAnimationFrame(store);
    };
    addEventListener('scroll', handleScroll, { passive: true });
    return () => {
      stopReturning();
      cancelAnimationFrame(frame);
      removeEventListener('scroll', handleScroll);
    };
  }, [key]);
}

/** Scrolls there as soon as the page is high enough; the fan's own scrolling ends the wait. */
function returnTo(top: number): () => void {
  scrollTo(0, top);
  if (Math.abs(scrollY - top) < 2) return () => undefined;
  const observer = new ResizeObserver(() => {
    scrollTo(0, top);
    if (Math.abs(scrollY - top) < 2) stop();
  });
  const stop = () => {
    observer.disconnect();
    removeEventListener('wheel', stop);
    removeEventListener('touchstart', stop);
    removeEventListener('keydown', stop);
  };
  observer.observe(document.body);
  for (const kind of ['wheel', 'touchstart', 'keydown']) addEventListener(kind, stop, { passive: true });
  setTimeout(stop, GROWTH_MS);
  return stop;
}
