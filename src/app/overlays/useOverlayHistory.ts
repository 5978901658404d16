import { useEffect, useEffectEvent } from 'react';
import { addEntries, entryLevel, hasOpenLayer, pushBackLayer } from '../../ui/backStack.ts';
import type { OverlayEntry } from '../../ui/overlays.ts';
import { runWhenIdle } from '../boot/runWhenIdle.ts';

/**
 * The back button closes the top overlay instead of leaving the page. All overlays are one layer of `backStack.ts`, with one history
 * entry while anything is open; closing by another way takes it away. An overlay that gives way to the next keeps it. `onBack` says
 * whether it closed: one that stays open (a form that asks first) gets its entry back.
 */
export function useOverlayHistory(stack: readonly OverlayEntry[], onBack: () => boolean): void {
  const back = useEffectEvent(onBack);
  const isOpen = stack.length > 0;

  useEffect(() => {
    if (!isOpen) return;
    return pushBackLayer({ onBack: () => back(), keepsState: false });
  }, [isOpen]);

  // The overlay below the one that back closed, or the one that took its place, needs the entry again.
  useEffect(() => {
    if (stack.length > 0) addEntries();
  }, [stack]);
}

/**
 * A page that was reloaded with an overlay open stands on that overlay's entry. It steps down, unless something has opened by then
 * and took the entry: the next press of back would seem to do nothing.
 */
export function useLeftEntry(hasOpened: boolean): void {
  // A window that opened before this code had come stands on its own entry.
  const isLeft = useEffectEvent(() => !hasOpened && !hasOpenLayer() && entryLevel() > 0);
  useEffect(() => {
    if (isLeft()) return runWhenIdle(() => isLeft() && history.back());
  }, []);
}
