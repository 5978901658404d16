import { type PointerEvent, useRef, useState } from 'react';

/** From so many CSS pixels on a stroke counts. */
const FAR_PX = 90;

/**
 * Strokes to the left and right over an element by finger or mouse. `dx`: how far the present stroke has come, in CSS pixels. A stroke
 * up or down scrolls the page (`touch-action: pan-y`).
 */
export function useSwipe(onSwipe: (direction: 'left' | 'right') => void) {
  // Not state: a quick stroke has no time for a new drawing between its events.
  const from = useRef<number | null>(null);
  const [dx, setDx] = useState(0);
  const end = () => {
    from.current = null;
    setDx(0);
  };
  return {
    dx,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (!event.isPrimary || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = event.clientX;
      },
      onPointerMove({ clientX }: PointerEvent<HTMLElement>) {
        if (from.current !== null) setDx(clientX - from.current);
      },
      onPointerUp({ clientX }: PointerEvent<HTMLElement>) {
        const way = from.current === null ? 0 : clientX - from.current;
        end();
        if (Math.abs(way) >= FAR_PX) onSwipe(way > 0 ? 'right' : 'left');
      },
      onPointerCancel: end,
    },
  };
}
