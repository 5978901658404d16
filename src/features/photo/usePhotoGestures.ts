import { useGesture } from '@use-gesture/react';
import { type RefObject, useRef } from 'react';
import { createSwipe, type SwipeTarget } from './swipe.ts';
import { useZoomView } from './useZoomView.ts';
import { WHOLE_VIEW, zoomAt } from './zoomView.ts';

/** Two taps within this time are a double tap. */
const DOUBLE_TAP_MS = 320;

interface PhotoGestures extends SwipeTarget {
  readonly stage: RefObject<HTMLElement | null>;
  /** The open picture. */
  readonly picture: RefObject<HTMLElement | null>;
}

/**
 * Pinch, double tap and Ctrl + wheel enlarge, a drag moves what is enlarged, else it turns to the next photo. Every frame is written
 * to the elements themselves; React learns only whether the photo is enlarged.
 */
export function usePhotoGestures({ stage, track, picture, hasPrevious, hasNext, onTurn }: PhotoGestures) {
  const { view, scale, show, fromMiddle, toggle, step } = useZoomView(stage, picture);
  const { settle, swipe } = createSwipe({ track, hasPrevious, hasNext, onTurn });
  const wasDragged = useRef(false);
  const tappedAt = useRef(Number.NEGATIVE_INFINITY);

  const turn = (direction: -1 | 1) => {
    if (direction === -1 ? !hasPrevious : !hasNext) return;
    if (view.current.scale > 1) show(WHOLE_VIEW, false);
    settle(direction, 0);
  };

  useGesture(
    {
      onDrag: ({ xy, delta: [dx, dy], ...drag }) => {
        const { event, pinching, cancel, tap } = drag;
        if (pinching) return cancel();
        if (tap) {
          const isDouble = event.timeStamp - tappedAt.current < DOUBLE_TAP_MS;
          tappedAt.current = isDouble ? Number.NEGATIVE_INFINITY : event.timeStamp;
          if (isDouble && picture.current?.contains(event.target as Node)) toggle(xy);
          return;
        }
        wasDragged.current = true;
        if (view.current.scale > 1) {
          const { scale, x, y } = view.current;
          return show({ scale, x: x + dx, y: y + dy }, false);
        }
        if (event instanceof PointerEvent && event.pointerType === 'mouse') return;
        swipe(drag);
      },
      onPinch: ({ origin, offset: [wished], last }) => {
        wasDragged.current = true;
        show(zoomAt(view.current, wished, fromMiddle(origin)), false);
        if (last && view.current.scale < 1.05) show(WHOLE_VIEW, true);
      },
    },
    {
      target: stage,
      eventOptions: { passive: false },
      drag: { filterTaps: true, ...(scale > 1 ? {} : { axis: 'x' as const }) },
      pinch: { scaleBounds: { min: 1, max: 6 }, from: () => [view.current.scale, 0], rubberband: false },
    },
  );

  return { scale, step, turn, wasDragged };
}
