import { useEffect, useEffectEvent } from 'react';
import type { OverlayMode } from './overlays.ts';

const guards = new Map<OverlayMode, () => boolean>();

/**
 * Asked before this overlay closes by Escape, the back button, its background or its own close control. False keeps it open;
 * it then shows its question itself.
 */
export function useCloseGuard(mode: OverlayMode, mayClose: () => boolean): void {
  const guard = useEffectEvent(mayClose);
  useEffect(() => {
    guards.set(mode, () => guard());
    return () => void guards.delete(mode);
  }, [mode]);
}

export const mayCloseOverlay = (mode: OverlayMode): boolean => guards.get(mode)?.() ?? true;
