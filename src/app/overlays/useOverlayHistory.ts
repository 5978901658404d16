import { useEffect, useRef } from 'react';
import { runWhenIdle } from '../boot/runWhenIdle.ts';

/** Marks the history entry that stands for open overlays. */
const MARK = 'overlay';
const isMarked = () => history.state?.kind === MARK;

/**
 * The back button closes the top overlay instead of leaving the page. One entry of the same address stands on top while anything
 * is open; closing by another way takes it away. An overlay that gives way to the next keeps it. `onBack` says whether it closed:
 * one that stays open (a form that asks first) gets its entry back.
 */
export function useOverlayHistory(depth: number, onBack: () => boolean): void {
  const back = useRef(onBack);
  back.current = onBack;
  const hasEntry = useRef(false);

  useEffect(() => {
    const handlePop = () => {
      if (!hasEntry.current || isMarked()) return;
      hasEntry.current = back.current() === false;
      if (hasEntry.current) history.pushState({ kind: MARK }, '');
    };
    addEventListener('popstate', handlePop);
    return () => removeEventListener('popstate', handlePop);
  }, []);

  useEffect(() => {
    if (depth > 0 && !hasEntry.current) {
      // A page that was reloaded with an overlay open still stands on its entry.
      if (!isMarked()) history.pushState({ kind: MARK }, '');
      hasEntry.current = true;
    }
    if (depth > 0 || !hasEntry.current) return;
    // Waits a moment: what closes may open the next overlay or lead to another page.
    const timer = setTimeout(() => {
      hasEntry.current = false;
      if (isMarked()) history.back();
    });
    return () => clearTimeout(timer);
  }, [depth]);
}

/**
 * A page that was reloaded with an overlay open stands on that overlay's entry. It steps down, unless something has opened by then
 * and took the entry: the next press of back would seem to do nothing.
 */
export function useLeftEntry(hasOpened: boolean): void {
  const isTaken = useRef(hasOpened);
  isTaken.current = hasOpened;
  useEffect(() => {
    if (!isMarked()) return;
    return runWhenIdle(() => !isTaken.current && isMarked() && history.back());
  }, []);
}
