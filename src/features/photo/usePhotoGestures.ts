import { type FullGestureState, useGesture } from '@use-gesture/react';
import { type RefObject, useRef } from 'react';
import { createPull, createSwipe, type SwipeTarget } from './swipe.ts';
import { useZoomView } from './useZoomView.ts';
import { WHOLE_VIEW, zoomAt } from './zoomView.ts';

/** Two taps within this time and distance (CSS pixels) are a double tap. */
const DOUBLE_TAP = { ms: 320, px: 48 } as const;

interface PhotoGestures extends SwipeTarget {
  readonly stage: RefObject<HTMLElement | null>;
  /** The open picture. */
  readonly picture: RefObject<HTMLElement | null>;
  /** The stage is the whole screen: the one place where photos are enlarged. */
  readonly isFull: boolean;
  readonly onFull: () => void;
  readonly onLeave: () => void;
}

type DragState = FullGestureState<'drag'>;

/**
 * Pinch, double tap and Ctrl + wheel enlarge, a drag moves what is enlarged, else it turns to the next photo or, downwards, leaves the
 * whole screen. Every frame is written to the elements themselves; React learns only whether the photo is enlarged.
 */
export function usePhotoGestures(target: PhotoGestures) {
  const { stage, track, picture, hasPrevious, hasNext, onTurn, isFull, onFull, onLeave } = target;
  const { view, scale, show, fromMiddle, toggle, step } = useZoomView(stage, picture);
  const { settle, swipe } = createSwipe({ track, hasPrevious, hasNext, onTurn });
  const pull = createPull({ stage, track }, onLeave);
  /** The press was part of a gesture, not one of its own. */
  const wasGesture = useRef(false);
  const lastTap = useRef({ at: Number.NEGATIVE_INFINITY, x: 0, y: 0 });

  const turn = (direction: -1 | 1) => {
    if (direction === -1 ? !hasPrevious : !hasNext) return;
    if (view.current.scale > 1) show(WHOLE_VIEW, false);
    settle(direction, 0);
  };
  const tap = ({ event, xy }: DragState) => {
    const [x, y] = xy;
    const { at, ...place } = lastTap.current;
    const isDouble = event.timeStamp - at < DOUBLE_TAP.ms && Math.hypot(x - place.x, y - place.y) < DOUBLE_TAP.px;
    lastTap.current = { at: isDouble ? Number.NEGATIVE_INFINITY : event.timeStamp, x, y };
    const element = event.target as Element;
    if (!isDouble || !(picture.current?.contains(element) || element.hasAttribute('data-beside'))) return;
    wasGesture.current = true;
    if (isFull) toggle(xy);
  };
  const drag = (state: DragState) => {
    const { event, delta, pinching, cancel } = state;
    if (pinching) return cancel();
    if (state.tap) return tap(state);
    wasGesture.current = true;
    if (view.current.scale > 1) {
      const { scale, x, y } = view.current;
      return show({ scale, x: x + delta[0], y: y + delta[1] }, false);
    }
    if (event instanceof PointerEvent && event.pointerType === 'mouse') return;
    if (state.axis === 'y') pull(state);
    else swipe(state);
  };

  useGesture(
    {
      onPointerDown: () => {
        wasGesture.current = false;
      },
      onDrag: drag,
      onPinch: ({ origin, offset: [wished], first, last }) => {
        wasGesture.current = true;
        if (first) onFull();
        show(zoomAt(view.current, wished, fromMiddle(origin)), false);
        if (last && view.current.scale < 1.05) show(WHOLE_VIEW, true);
      },
    },
    {
      target: stage,
      eventOptions: { passive: false },
      // Arrow keys turn to other photos (usePhotoKeys); here they would drag.
      drag: { filterTaps: true, pointer: { keys: false }, ...(scale === 1 && { axis: isFull ? 'lock' : 'x' }) },
      pinch: { scaleBounds: { min: 1, max: 6 }, from: () => [view.current.scale, 0], rubberband: false },
    },
  );

  return { scale, step, turn, wasGesture };
}
