import { useEffect, useLayoutEffect } from 'react';
import { tabStorage } from '../../platform/storage/webStorage.ts';

const PREFIX = 'scroll ';
/** A page that comes back grows to its height within this time, or not at all. */
const GROWTH_MS = 2_000;
/** Writing costs frames while the fan scrolls. */
const STORE_MS = 250;

let isFirst = true;

/**
 * Keeps where a page was scrolled to; the back button and a reload return there, a link starts at the top.
 * `key` names the page: its address without the open photo.
 */
export function useScrollMemory(key: string): void {
  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);

  useLayoutEffect(() => {
    const stored = isReturn() ? Number(tabStorage.getItem(PREFIX + key) ?? 0) : 0;
    // A window begins at the top by itself; to look where it stands would cost a layout amid its first drawing.
    const stopReturning = isFirst && stored === 0 ? () => undefined : returnTo(stored);
    isFirst = false;
    let timer = 0;
    let top = 0;
    const store = () => {
      clearTimeout(timer);
      timer = 0;
      tabStorage.setItem(PREFIX + key, String(Math.round(top)));
    };
    let frame = 0;
    const look = () => {
      frame = 0;
      top = scrollY;
      timer ||= window.setTimeout(store, STORE_MS);
    };
    // Asked for within the event, the place would cost a layout of its own.
    const handleScroll = () => {
      frame ||= requestAnimationFrame(look);
    };
    addEventListener('scroll', handleScroll, { passive: true });
    const storeNow = () => {
      if (timer !== 0) store();
    };
    addEventListener('pagehide', storeNow);
    return () => {
      stopReturning();
      cancelAnimationFrame(frame);
      // The next page is drawn already and its place is not this one's: what was seen last counts.
      storeNow();
      removeEventListener('scroll', handleScroll);
      removeEventListener('pagehide', storeNow);
    };
  }, [key]);
}

/**
 * Has this entry of the history been seen before? Entries carry a mark from their first drawing on: a link makes one without,
 * the back button and a reload come to one with it.
 */
function isReturn(): boolean {
  if (history.state?.isSeen === true) return true;
  history.replaceState({ ...history.state, isSeen: true }, '');
  return false;
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
