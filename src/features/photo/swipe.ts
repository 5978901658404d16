import type { RefObject } from 'react';
import { isStill } from '../../ui/isStill.ts';
import { EASE, SETTLE_MS } from './settleMotion.ts';

/** A swipe turns to the next photo from this share of the stage's width on, or this fast (pixels a millisecond). */
const TURN = { share: 0.25, speed: 0.5 } as const;

export interface SwipeTarget {
  /** Moves sideways: the open photo with its neighbours left and right. */
  readonly track: RefObject<HTMLElement | null>;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
  readonly onTurn: (direction: -1 | 1) => void;
}

/** A drag so far: pixels, and pixels a millisecond; x first. */
interface Drag {
  readonly last: boolean;
  readonly movement: readonly [number, number];
  readonly velocity: readonly [number, number];
  readonly direction: readonly [number, number];
}

/** A pull down leaves the viewer from this share of the stage's height on, or this fast (pixels a millisecond). */
const LEAVE = { share: 0.16, speed: 0.5 } as const;

/** Moves the track down with the finger, over what shines through, and leaves the viewer or comes back (FAN-02a). */
export function createPull(
  { stage, track }: Readonly<Record<'stage' | 'track', RefObject<HTMLElement | null>>>,
  onLeave: () => void,
) {
  return ({ last, movement: [, moved], velocity: [, speed], direction: [, toward] }: Drag) => {
    const element = track.current;
    if (element === null || stage.current === null) return;
    const height = element.clientHeight;
    const shift = moved > 0 ? moved : moved / 4;
    if (!last) {
      element.style.transform = isStill() ? '' : `translateY(${shift}px)`;
      stage.current.style.backgroundColor = `rgb(0 0 0 / ${1 - Math.min(0.7, Math.max(0, moved) / height)})`;
      return;
    }
    if (moved > height * LEAVE.share || (moved > 0 && speed > LEAVE.speed && toward > 0)) return onLeave();
    element.style.transform = '';
    stage.current.style.backgroundColor = '';
    if (!isStill())
      element.animate([{ transform: `translateY(${shift}px)` }, { transform: 'none' }], {
        duration: SETTLE_MS,
        easing: EASE,
      });
  };
}

/** Moves the track with the finger, and lets it come to rest on this photo, the previous or the next. */
export function createSwipe({ track, hasPrevious, hasNext, onTurn }: SwipeTarget) {
  /** Lets the track come to rest where a swipe left it, one photo on or back in its place. */
  const settle = (direction: -1 | 0 | 1, from: number) => {
    const element = track.current;
    if (element === null) return;
    const end = -direction * element.clientWidth;
    const finish = () => {
      // Closed while the track came to rest: turning would open a photo again.
      if (!element.isConnected) return;
      element.style.transform = '';
      if (direction !== 0) onTurn(direction);
    };
    if (isStill()) return finish();
    const frames = [{ transform: `translateX(${from}px)` }, { transform: `translateX(${end}px)` }];
    element.animate(frames, { duration: SETTLE_MS, easing: EASE, fill: 'none' }).onfinish = finish;
    element.style.transform = `translateX(${end}px)`;
  };

  const swipe = ({ last, movement: [moved], velocity: [speed], direction: [toward] }: Drag) => {
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
  };

  return { settle, swipe };
}
