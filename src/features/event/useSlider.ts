import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { isStill } from '../../ui/isStill.ts';

export interface Slider {
  readonly canGoBack: boolean;
  readonly canGoOn: boolean;
  readonly move: (direction: 1 | -1) => void;
  /** Arrow keys go from card to card; the browser brings the focused one into view. */
  readonly handleKey: (event: KeyboardEvent) => void;
}

/**
 * A row of cards on the browser's own scroll snapping: touch, wheel, keyboard and screen readers work without a library.
 * This adds what CSS cannot: whether there is more to either side, and steps of one card.
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

  const move = (direction: 1 | -1) => {
    const [first, second] = track.current?.children ?? [];
    if (!(first instanceof HTMLElement)) return;
    const step = second instanceof HTMLElement ? second.offsetLeft - first.offsetLeft : first.clientWidth;
    track.current?.scrollBy({ left: direction * step, behavior: isStill() ? 'auto' : 'smooth' });
  };
  const handleKey = (event: KeyboardEvent) => {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const links = [...(track.current?.querySelectorAll('a') ?? [])];
    const at = links.findIndex((link) => link.matches(':focus'));
    if (direction === undefined || at === -1) return;
    event.preventDefault();
    links[at + direction]?.focus();
  };
  return { ...ends, move, handleKey };
}
