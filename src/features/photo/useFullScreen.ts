import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { stepBack } from '../../ui/stepBack.ts';
import { type PhotoHistoryState, usePhotoParam } from './usePhotoParam.ts';

/** State of the history entry the viewer pushes, so that the back button leaves it first and a reload comes back to it. */
interface FullScreenState extends PhotoHistoryState {
  /** The address's `q` when it opened: that of the entry below. */
  readonly fullScreenFrom?: string;
}

export interface FullScreen {
  readonly isFull: boolean;
  /** Buttons and credit line are faded out. */
  readonly isBare: boolean;
  readonly setBare: (isBare: boolean) => void;
  readonly open: () => void;
  readonly leave: () => void;
}

/**
 * The open photo over the whole screen, as a state of the browser's history (FAN-02a).
 * @param q the photo of the address
 * @returns with `shown`, the photo to show: that of the address, but for the moment after leaving
 */
export function useFullScreen(q: string): FullScreen & { readonly shown: string } {
  const from = useSyncExternalStore(subscribe, fullScreenFrom);
  const [isBare, setBare] = useState(false);
  const shown = useLastTurned(from, q);
  const open = () => {
    if (fullScreenFrom() !== null) return;
    setBare(false);
    const state: FullScreenState = { ...history.state, fullScreenFrom: q };
    history.pushState(state, '', location.href);
  };
  return { shown, isFull: from !== null, isBare, setBare, open, leave: stepBack };
}

/**
 * Photos turned to in the viewer replaced its own history entry only. Back on the entry below, the last one is shown at once and
 * that entry takes it over: the router tells of the address before anybody else could change it.
 */
function useLastTurned(from: string | null, q: string): string {
  const { show } = usePhotoParam();
  const turned = useRef<{ readonly from: string; readonly last: string } | null>(null);
  if (from !== null) turned.current = { from, last: q };
  const shown = from === null && turned.current?.from === q ? turned.current.last : q;
  useLayoutEffect(() => {
    if (from !== null) return;
    if (shown === q) turned.current = null;
    else show(shown);
  }, [from, q, shown, show]);
  return shown;
}

const fullScreenFrom = (): string | null => (history.state as FullScreenState | null)?.fullScreenFrom ?? null;

/** The router dispatches the calls of `history` as events. */
function subscribe(listener: () => void): () => void {
  const types = ['popstate', 'pushState', 'replaceState'] as const;
  for (const type of types) addEventListener(type, listener);
  return () => {
    for (const type of types) removeEventListener(type, listener);
  };
}
