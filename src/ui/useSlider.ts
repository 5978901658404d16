import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { isStill } from './isStill.ts';

export interface Slider {
  readonly canGoBack: boolean;
  readonly canGoOn: boolean;
  /** By one card. */
  readonly move: (direction: 1 | -1) => void;
  /** By nearly all that is in view. */
  readonly turn: (direction: 1 | -1) => void;
  /** Arrow keys go from card to card; the browser brings the focused one into view. */
  readonly handleKey: (event: KeyboardEvent) => void;
}

/**
 * A row of cards on the browser's own scroll snapping: touch, wheel, keyboard and screen readers work without a library.
 * This adds what CSS cannot: whether there is more to either side, and steps of one card or of a whole view.
 */
export function useSlider(track: RefObject<HTMLElement | null>, count: number): Slider {
  const [ends, setEnds] = useState({ canGoBack: false, canGoOn: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another number of cards changes what is to either side
  useEffect(() => {
    const element = track.current;
    if (element === null || typeof ResizeObserver === 'undefined') return;
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element;
      setEnds({ canGoBack: scrollLeft > 4, canGoOn: scrollLeft + clientWidth < scrollWidth - 4 });
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [track, count]);

  const scrollBy = (left: number) => track.current?.scrollBy({ left, behavior: isStill() ? 'auto' : 'smooth' });
  const turn = (direction: 1 | -1) => scrollBy(direction * 0.8 * (track.current?.clientWidth ?? 0));
  const move = (direction: 1 | -1) => {
    const [first, second] = track.current?.children ?? [];
    if (!(first instanceof HTMLElement)) return;
    const step = second instanceof HTMLElement ? second.offsetLeft - first.offsetLeft : first.clientWidth;
    scrollBy(direction * step);
  };
  const handleKey = (event: KeyboardEvent) => {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const links = [...(track.current?.querySelectorAll('a') ?? [])];
    const at = links.findIndex((link) => link.matches(':focus'));
    if (direction === undefined || at === -1) return;
    event.preventDefault();
    links[at + direction]?.focus();
  };
  return { canGoBack: ends.canGoBack, canGoOn: ends.canGoOn, move, turn, handleKey };
}
