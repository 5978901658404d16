import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { keyBeside } from '../../../rules/photoSelection.ts';
import { revealPhoto } from '../revealPhoto.ts';
import { listenToDrag } from './dragOver.ts';
import { keyOfCell } from './longPress.ts';
import { cellAcross, markCells, unmarkCells } from './markCells.ts';
import type { SelectionMoves } from './useSelection.ts';

interface InputProps {
  readonly grid: HTMLElement;
  readonly keys: ReadonlySet<string>;
  readonly order: readonly string[];
  readonly moves: SelectionMoves;
  readonly held: string | null;
  readonly onLeave: () => void;
}

/** Presses, drags and keys in the list while photos are selected; its cards are checkboxes as long. */
export function useSelectionInput({ grid, keys, order, moves, held, onLeave }: InputProps): void {
  const [current, setCurrent] = useState<string | null>(held);
  const latest = useRef({ order, onLeave });
  latest.current = { order, onLeave };
  useMarks(grid, keys, current);

  useEffect(() => {
    let isDragged = false;
    const handleDown = () => {
      isDragged = false;
    };
    const handleClick = (event: MouseEvent) => {
      const key = keyOfCell(event.target);
      if (key === null) return;
      event.preventDefault();
      event.stopPropagation();
      if (isDragged) return;
      setCurrent(key);
      if (event.shiftKey) moves.extendTo(key);
      else moves.toggle(key);
    };
    const handleFocus = ({ target }: FocusEvent) => setCurrent((known) => keyOfCell(target) ?? known);
    const ends = [
      listenToDrag(grid, moves, {
        held,
        onDragged: () => {
          isDragged = true;
        },
      }),
      listenToKeys(grid, { moves, latest, setCurrent }),
    ];
    grid.addEventListener('pointerdown', handleDown);
    grid.addEventListener('focusin', handleFocus);
    // Before the card's own code: a press selects and opens nothing.
    grid.addEventListener('click', handleClick, { capture: true });
    return () => {
      for (const end of ends) end();
      grid.removeEventListener('pointerdown', handleDown);
      grid.removeEventListener('focusin', handleFocus);
      grid.removeEventListener('click', handleClick, { capture: true });
    };
  }, [grid, moves, held]);
}

/** The marks stand on cards that come while the list scrolls, too. */
function useMarks(grid: HTMLElement, keys: ReadonlySet<string>, current: string | null): void {
  useLayoutEffect(() => {
    const mark = () => markCells(grid, keys, current);
    mark();
    const observer = new MutationObserver(mark);
    observer.observe(grid, { childList: true });
    return () => observer.disconnect();
  }, [grid, keys, current]);
  useLayoutEffect(() => {
    grid.dataset.selecting = '';
    return () => {
      delete grid.dataset.selecting;
      unmarkCells(grid);
    };
  }, [grid]);
}

interface KeyDeps {
  readonly moves: SelectionMoves;
  readonly latest: RefObject<Pick<InputProps, 'order' | 'onLeave'>>;
  readonly setCurrent: (key: string) => void;
}

/** Where a key leads from a photo; null: it leads nowhere. */
function targetOf(grid: HTMLElement, order: readonly string[], key: string, pressed: string): string | null {
  switch (pressed) {
    case 'ArrowRight':
      return keyBeside(order, key, 1) ?? null;
    case 'ArrowLeft':
      return keyBeside(order, key, -1) ?? null;
    case 'ArrowDown':
      return cellAcross(grid, key, 1);
    case 'ArrowUp':
      return cellAcross(grid, key, -1);
    case 'Home':
      return order[0] ?? null;
    case 'End':
      return order.at(-1) ?? null;
    default:
      return null;
  }
}

/** A dialog over the list, such as a question, has the keys. */
const isCovered = (grid: HTMLElement): boolean =>
  [...document.querySelectorAll('dialog[open]')].some((dialog) => !dialog.contains(grid));

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');

function listenToKeys(grid: HTMLElement, { moves, latest, setCurrent }: KeyDeps): () => void {
  const handleKey = (event: KeyboardEvent) => {
    const key = keyOfCell(event.target);
    if (key === null || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === ' ') {
      event.preventDefault();
      moves.toggle(key);
      return;
    }
    const to = targetOf(grid, latest.current.order, key, event.key);
    const isKnown = /^(?:Arrow|Home|End)/.test(event.key);
    if (isKnown) event.preventDefault();
    if (to === null) return;
    if (event.shiftKey) moves.extendTo(to);
    setCurrent(to);
    focusPhoto(grid, to);
  };
  const handleAnyKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || isCovered(grid) || isTyping(event.target)) return;
    const isAll = event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && !event.altKey;
    if (!isAll && event.key !== 'Escape') return;
    // The browser would select all text, or close the overlay the list is in.
    event.preventDefault();
    event.stopPropagation();
    if (isAll) moves.selectAll();
    else latest.current.onLeave();
  };
  grid.addEventListener('keydown', handleKey);
  addEventListener('keydown', handleAnyKey, { capture: true });
  return () => {
    grid.removeEventListener('keydown', handleKey);
    removeEventListener('keydown', handleAnyKey, { capture: true });
  };
}

/** The keyboard goes to a photo's card, also where the list has to make its elements first. */
function focusPhoto(grid: HTMLElement, key: string): void {
  const find = () => grid.querySelector<HTMLElement>(`:scope > li[data-photo="${CSS.escape(key)}"] > a`);
  if (find() === null) revealPhoto(key);
  const link = find();
  link?.focus({ preventScroll: true });
  link?.closest('li')?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}
