import { keyOfCell } from './longPress.ts';
import type { SelectionMoves } from './useSelection.ts';

/** A press that goes further than this is a drag, in CSS pixels: a mouse is held still more easily than a finger. */
const SLACK = { mouse: 6, touch: 12 } as const;
/** Within this distance of the window's upper or lower edge the list scrolls along, at most so far each frame, in CSS pixels. */
const EDGE = { reach: 90, step: 18 } as const;

/** What scrolls the list: the page, or the overlay it is in. */
function scrollerOf(grid: HTMLElement): Element {
  for (let element = grid.parentElement; element !== null; element = element.parentElement) {
    const { overflowY } = getComputedStyle(element);
    if ((overflowY === 'auto' || overflowY === 'scroll') && element.scrollHeight > element.clientHeight) return element;
  }
  return document.scrollingElement ?? document.documentElement;
}

interface Drag {
  readonly from: string;
  readonly pointerId: number;
  readonly slack: number;
  readonly start: { readonly x: number; readonly y: number };
  x: number;
  y: number;
  isOn: boolean;
}

function dragFrom(from: string, { clientX: x, clientY: y, pointerId, pointerType }: PointerEvent): Drag {
  const slack = SLACK[pointerType === 'mouse' ? 'mouse' : 'touch'];
  return { from, pointerId, slack, start: { x, y }, x, y, isOn: false };
}

/** Pixels to scroll by in this frame while a drag is near the upper or lower edge of the screen. */
function stepAtEdge(y: number): number {
  const above = EDGE.reach - y;
  const below = y - (innerHeight - EDGE.reach);
  const by = Math.max(above, below);
  return by <= 0 ? 0 : Math.sign(below - above) * Math.min(EDGE.step, by / 4);
}

/** Where a press has gone: nowhere yet, across the list, or along it as one scrolls. */
function wayOf({ x, y, start, slack }: Drag): 'none' | 'across' | 'along' {
  const [across, along] = [Math.abs(x - start.x), Math.abs(y - start.y)];
  if (Math.hypot(across, along) < slack) return 'none';
  return along >= across ? 'along' : 'across';
}

/**
 * Selects the photos from where a press began to where it is, by mouse or a finger that goes sideways (up and down it scrolls: the
 * browser ends the press then).
 * @param held the photo whose holding began the selection, by a finger that may still be down
 * @returns ends it
 */
export function listenToDrag(
  grid: HTMLElement,
  moves: SelectionMoves,
  { held, onDragged }: { readonly held: string | null; readonly onDragged: () => void },
): () => void {
  let drag: Drag | null = null;
  let holding = held;
  let frame = 0;
  const reach = ({ x, y }: Drag) => {
    const element = document.elementFromPoint(x, y);
    const key = grid.contains(element) ? keyOfCell(element) : null;
    if (key !== null) moves.extendTo(key);
  };
  const scrollAlong = () => {
    frame = 0;
    if (drag === null || !drag.isOn) return;
    const top = stepAtEdge(drag.y);
    if (top === 0) return;
    scrollerOf(grid).scrollBy({ top, behavior: 'instant' });
    reach(drag);
    frame = requestAnimationFrame(scrollAlong);
  };
  const handleDown = (event: PointerEvent) => {
    holding = null;
    const from = keyOfCell(event.target);
    if (from === null || !event.isPrimary || event.button !== 0 || event.shiftKey) return;
    drag = dragFrom(from, event);
  };
  const handleMove = (event: PointerEvent) => {
    if (drag === null && holding !== null && event.pointerType === 'touch') drag = dragFrom(holding, event);
    if (drag === null || event.pointerId !== drag.pointerId) return;
    drag.x = event.clientX;
    drag.y = event.clientY;
    if (!drag.isOn) {
      const way = wayOf(drag);
      if (way === 'none') return;
      // The first moves of a finger that scrolls come here too, before the browser takes it.
      if (event.pointerType !== 'mouse' && way === 'along') return end();
      drag.isOn = true;
      onDragged();
      // What was held is selected already, and begins the range.
      if (holding === null) moves.beginRange(drag.from);
    }
    reach(drag);
    frame ||= requestAnimationFrame(scrollAlong);
  };
  const end = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    drag = null;
    holding = null;
  };
  const keep = (event: Event) => event.preventDefault();
  const listening = new AbortController();
  const { signal } = listening;
  grid.addEventListener('pointerdown', handleDown, { signal });
  grid.addEventListener('dragstart', keep, { signal });
  addEventListener('pointermove', handleMove, { signal });
  addEventListener('pointerup', end, { signal });
  addEventListener('pointercancel', end, { signal });
  return () => {
    end();
    listening.abort();
  };
}
