import {
  type RefObject,
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { Photo } from '../../contract/entities.ts';
import { MOBILE_MAX_WIDTH } from '../../contract/limits.ts';
import {
  areSeen,
  type GridLayout,
  type GridMeasures,
  type GridPart,
  type GridView,
  measureGrid,
  nextRows,
  type PhotoBox,
  partOf,
  type RowRange,
  rowsAround,
} from './gridRows.ts';
import type { PhotoShape } from './photoRows.ts';
import { PHOTO_SIZE_CHANGED } from './photoSizeChanged.ts';
import { onRevealPhoto } from './revealPhoto.ts';

interface VirtualGridProps {
  readonly grid: RefObject<HTMLElement | null>;
  readonly photos: readonly Photo[];
  readonly shapes: readonly PhotoShape[];
  /** Until the list is long all of its photos have elements, and only the measures are taken. */
  readonly isLong: boolean;
  readonly onChange: (part: GridPart) => void;
}

interface Standing {
  /** null: none, or none that fits the measures. */
  drawn: RowRange | null;
  /** A step is being drawn. */
  isMoving: boolean;
  /** The grid's as `drawn` was made for. null: the styles place the photos. */
  measures: GridMeasures | null;
}

/** Decides which photos of a long grid have elements: those near the screen. Draws nothing itself. */
export function VirtualGrid({ grid, photos, shapes, isLong, onChange }: VirtualGridProps) {
  const measures = useMeasures(grid);
  const layout = useLayout(shapes, measures);

  // The rows that have elements, as they stand on the screen: set together with the part.
  const [drawn, setDrawn] = useState<RowRange | null>(null);
  const standing = useRef<Standing>({ drawn, isMoving: false, measures: null });
  const moveOn = useRef(() => {});
  useLayoutEffect(() => {
    Object.assign(standing.current, { drawn, isMoving: false });
    moveOn.current();
  }, [drawn]);

  useLayoutEffect(() => {
    const element = grid.current;
    if (!isLong || layout === null || element === null) return;
    const stands = standing.current;
    const draw = (range: RowRange) => {
      setDrawn(range);
      onChange(partOf(layout, range));
    };
    let view: GridView | null = null;
    const step = (isAtOnce: boolean) => {
      // Where the fan looks at is not known before the first look: what is drawn stays.
      if (view === null || (stands.isMoving && !isAtOnce)) return;
      const next = nextRows(layout, stands.drawn, view);
      if (next === null) return;
      stands.isMoving = true;
      if (isAtOnce) draw(next);
      else startTransition(() => draw(next));
    };
    const look = () => {
      view = viewOf(element, layout);
      // Ahead of the fan there is time; a place without elements begins to fill at once.
      step(!areSeen(layout, stands.drawn, view));
    };
    const lookSoon = oncePerFrame(look);
    // A frame has one step; to look again for it would lay out the page once more.
    const moveSoon = oncePerFrame(() => step(false));
    // Until now the styles placed the first photos; in another width nothing holds of what is there.
    if (stands.measures === null) stands.drawn = rowsOf(layout, element.children.length);
    // What is looked at is drawn at once: rows that come one by one from the middle would leave the screen empty for a moment.
    else if (stands.measures !== measures) stands.drawn = rowsAround(layout, viewOf(element, layout), 0);
    stands.measures = measures;
    // More photos at the end leave all rows where they are: their space at once, their elements as the fan comes near.
    if (stands.drawn !== null) {
      draw(within(layout, stands.drawn));
      lookSoon.ask();
    } else look();
    moveOn.current = moveSoon.ask;
    // The page scrolls, or the overlay the grid is in.
    addEventListener('scroll', lookSoon.ask, { passive: true, capture: true });
    return () => {
      lookSoon.forget();
      moveSoon.forget();
      moveOn.current = () => {};
      removeEventListener('scroll', lookSoon.ask, { capture: true });
    };
  }, [grid, isLong, layout, measures, onChange]);

  useRevealed({ layout, photos }, setDrawn, onChange);
  return null;
}

/** A photo that is to be revealed gets its elements at once. */
function useRevealed(
  { layout, photos }: { readonly layout: GridLayout | null; readonly photos: readonly Photo[] },
  setDrawn: (range: RowRange) => void,
  onChange: (part: GridPart) => void,
): void {
  const reveal = useEffectEvent((mediaUrl: string) => {
    const index = photos.findIndex((photo) => photo.media_url === mediaUrl);
    const box = layout?.boxes[index];
    if (layout === null || box === undefined) return;
    // It may come to stand at either edge of the screen.
    const wished = rowsAround(layout, { top: box.top, bottom: box.top }, innerHeight);
    flushSync(() => {
      setDrawn(wished);
      onChange(partOf(layout, wished));
    });
  });
  useEffect(() => onRevealPhoto((mediaUrl) => reveal(mediaUrl)), []);
}

const EDGES = ['left', 'top', 'width', 'height'] as const;

/** The rows as numbers. A box that stays as it was stays the same object: its cell is not drawn again. */
function useLayout(shapes: readonly PhotoShape[], measures: GridMeasures | null): GridLayout | null {
  const last = useRef<readonly PhotoBox[]>([]);
  return useMemo(() => {
    if (measures === null) return null;
    const layout = measureGrid(shapes, measures);
    const boxes = layout.boxes.map((box, index) => {
      const known = last.current[index];
      return known !== undefined && EDGES.every((edge) => known[edge] === box[edge]) ? known : box;
    });
    last.current = boxes;
    return { ...layout, boxes };
  }, [shapes, measures]);
}

/** The whole rows among the first photos. */
const rowsOf = ({ rows }: GridLayout, photos: number): RowRange | null => {
  const to = rows.findLastIndex((row) => row.to <= photos) + 1;
  return to === 0 ? null : { from: 0, to };
};

/** The rows of these that are still there. */
function within({ rows }: GridLayout, { from, to }: RowRange): RowRange {
  const end = Math.min(to, rows.length);
  return { from: Math.max(0, Math.min(from, end - 1)), to: end };
}

/** The part of the grid's height that is on screen; above or below of it: its nearest edge. */
function viewOf(element: HTMLElement, { height }: GridLayout): GridView {
  const top = -element.getBoundingClientRect().top;
  const inside = (at: number) => Math.min(height, Math.max(0, at));
  return { top: inside(top), bottom: inside(top + innerHeight) };
}

/** `task` in the next frame, however often it is asked for. */
function oncePerFrame(task: () => void) {
  let frame = 0;
  const ask = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      task();
    });
  };
  return { ask, forget: () => cancelAnimationFrame(frame) };
}

function useMeasures(grid: RefObject<HTMLElement | null>): GridMeasures | null {
  const [measures, setMeasures] = useState<GridMeasures | null>(null);
  useLayoutEffect(() => {
    const element = grid.current;
    if (element === null) return;
    let width = 0;
    const remeasure = () => {
      width = 0;
      measure();
    };
    const measure = () => {
      const now = element.getBoundingClientRect().width;
      if (now === width || now === 0) return;
      width = now;
      const style = getComputedStyle(element);
      const isPhone = innerWidth <= MOBILE_MAX_WIDTH;
      setMeasures({ width, gap: Number.parseFloat(style.columnGap), row: isPhone ? null : rowOf(style) });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    addEventListener(PHOTO_SIZE_CHANGED, remeasure);
    return () => {
      observer.disconnect();
      removeEventListener(PHOTO_SIZE_CHANGED, remeasure);
    };
  }, [grid]);
  return measures;
}

/** The wished height of a row as the styles have it: `clamp(least, share of the window's width, most)`. */
function rowOf(style: CSSStyleDeclaration): number {
  const [least = 0, share = 0, most = 0] = (style.getPropertyValue('--row').match(/[\d.]+/g) ?? []).map(Number);
  return Math.min(most, Math.max(least, (share / 100) * innerWidth));
}
