import { type RefObject, useLayoutEffect, useRef } from 'react';
import { isStill } from '../../ui/isStill.ts';
import { EASE, SETTLE_MS } from './settleMotion.ts';

/**
 * The picture moves between its place in the detail and the whole screen. `translate` and `scale` leave `transform` to the fingers.
 */
export function useFullScreenFlight(
  isFull: boolean,
  { stage, track, picture }: Readonly<Record<'stage' | 'track' | 'picture', RefObject<HTMLElement | null>>>,
): void {
  const from = useRef<DOMRect | null>(null);
  const was = useRef(isFull);
  // While this draws, the elements still stand where they stood.
  if (was.current !== isFull) from.current = picture.current?.getBoundingClientRect() ?? null;
  useLayoutEffect(() => {
    if (was.current === isFull) return;
    was.current = isFull;
    track.current?.style.removeProperty('transform');
    const start = from.current;
    const element = picture.current;
    if (stage.current === null || element === null || start === null) return;
    stage.current.style.removeProperty('background-color');
    if (isStill()) return;
    const end = element.getBoundingClientRect();
    const x = start.left + start.width / 2 - end.left - end.width / 2;
    const y = start.top + start.height / 2 - end.top - end.height / 2;
    const timing = { duration: SETTLE_MS, easing: EASE };
    element.animate({ translate: [`${x}px ${y}px`, '0 0'], scale: [start.width / end.width, 1] }, timing);
    if (isFull) stage.current.animate({ backgroundColor: ['transparent', '#000'] }, timing);
  }, [isFull, stage, track, picture]);
}
