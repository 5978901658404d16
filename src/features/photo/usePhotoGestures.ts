import { useGesture } from '@use-gesture/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { limitView, type Point, TAP_ZOOM, WHOLE_VIEW, type ZoomView, zoomAt } from './zoomView.ts';

/** A swipe turns to the next photo from this share of the stage's width on, or this fast (pixels a millisecond). */
const TURN = { share: 0.25, speed: 0.5 } as const;
const SETTLE_MS = 220;
const EASE = 'cubic-bezier(0.2, 0.8, 0.2, 1)';
const KEY_STEP = 1.5;
/** Two taps within this time are a double tap. */
const DOUBLE_TAP_MS = 320;

interface PhotoGestures {
  readonly stage: RefObject<HTMLElement | null>;
  /** Moves sideways: the open photo with its neighbours left and right. */
  readonly track: RefObject<HTMLElement | null>;
  /** The open picture. */
  readonly picture: RefObject<HTMLElement | null>;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  readonly onTurn: (direction: -1 | 1) => void;
}

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Pinch, double tap and Ctrl + wheel enlarge, a drag moves what is enlarged, else it turns to the next photo. Every frame is written
 * to the elements themselves; React learns only whether the photo is enlarged.
 */
export function usePhotoGestures({ stage, track, picture, hasPrevious, hasNext, onTurn }: PhotoGestures) {
  const view = useRef<ZoomView>(WHOLE_VIEW);
  const [scale, setScale] = useState(1);
  const wasDragged = useRef(false);
  const tappedAt = useRef(Number.NEGATIVE_INFINITY);

  const show = (wished: ZoomView, isSmooth: boolean) => {
    const element = picture.current;
    const box = stage.current?.getBoundingClientRect();
    if (element === null || box === undefined) return;
    view.current = limitView(wished, { width: element.offsetWidth, height: element.offsetHeight }, box);
    const { scale, x, y } = view.current;
    element.style.transition = isSmooth && !isStill() ? `transform ${SETTLE_MS}ms ${EASE}` : 'none';
    element.style.transform = scale === 1 ? '' : `translate(${x}px, ${y}px) scale(${scale})`;
    element.style.setProperty('--zoom', String(scale));
    setScale(scale);
  };
  const fromMiddle = ([clientX, clientY]: readonly [number, number]): Point => {
    const box = stage.current?.getBoundingClientRect();
    return box ? { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 } : { x: 0, y: 0 };
  };
  const toggle = (at: readonly [number, number]) =>
    show(view.current.scale > 1 ? WHOLE_VIEW : zoomAt(view.current, TAP_ZOOM, fromMiddle(at)), true);
  const step = (direction: -1 | 0 | 1) =>
    show(
      direction === 0 ? WHOLE_VIEW : zoomAt(view.current, view.current.scale * KEY_STEP ** direction, { x: 0, y: 0 }),
      direction !== 0,
    );

  /** Lets the track come to rest where a swipe left it, one photo on or back in its place. */
  const settle = (direction: -1 | 0 | 1, from: number) => {
    const element = track.current;
    if (element === null) return;
    const end = -direction * element.clientWidth;
    const finish = () => {
      element.style.transform = '';
      if (direction !== 0) onTurn(direction);
    };
    if (isStill()) return finish();
    const frames = [{ transform: `translateX(${from}px)` }, { transform: `translateX(${end}px)` }];
    element.animate(frames, { duration: SETTLE_MS, easing: EASE, fill: 'none' }).onfinish = finish;
    element.style.transform = `translateX(${end}px)`;
  };
  const turn = (direction: -1 | 1) => {
    if (direction === -1 ? !hasPrevious : !hasNext) return;
    if (view.current.scale > 1) show(WHOLE_VIEW, false);
    settle(direction, 0);
  };

  useGesture(
    {
      onDrag: ({ last, xy, movement: [moved], delta: [dx, dy], velocity: [speed], direction: [toward], ...drag }) => {
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
        const element = track.current;
        if (element === null) return;
        const isFree = moved > 0 ? hasPrevious : hasNext;
        const shift = isFree ? moved : moved / 4;
        if (!last) {
          element.style.transform = isStill() ? '' : `translateX(${shift}px)`;
          return;
        }
        const isFar = Math.abs(moved) > element.clientWidth * TURN.share;
        const isFast = speed > TURN.speed && Math.sign(toward) === Math.sign(moved);
        settle(isFree && (isFar || isFast) ? (moved > 0 ? -1 : 1) : 0, shift);
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

  // A turned phone or window: the moved picture stays within its new stage.
  useEffect(() => {
    const element = stage.current;
    if (element === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => view.current.scale > 1 && show(view.current, false));
    observer.observe(element);
    return () => observer.disconnect();
  });
  return { scale, step, turn, wasDragged };
}
