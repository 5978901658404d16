import { type RefObject, startTransition, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Photo } from '../../contract/entities.ts';
import { MOBILE_MAX_WIDTH } from '../../contract/limits.ts';
import { type GridLayout, type GridMeasures, type GridPart, measureGrid, type PhotoBox, partOf } from './gridRows.ts';
import type { PhotoShape } from './photoRows.ts';
import { onRevealPhoto } from './revealPhoto.ts';

/** Elements are kept this far above and below the screen, in pixels … */
const AHEAD = 900;
/** … and more come when less than this is left … */
const LEAST = 700;
/** … a row at a time, one task each, so that no frame is late. */
const STEP = 150;

interface GridWindowProps {
  readonly grid: RefObject<HTMLElement | null>;
  readonly photos: readonly Photo[];
  readonly shapes: readonly PhotoShape[];
  /** Until the list is long all of its photos have elements, and only the measures are taken. */
  readonly isLong: boolean;
  readonly onChange: (part: GridPart) => void;
}

/** A part of the grid's height. */
type Span = readonly [top: number, bottom: number];
const NOTHING: Span = [Number.NaN, Number.NaN];
interface Standing {
  drawn: Span;
  /** A step is being drawn. */
  isMoving: boolean;
  /** The grid's as `drawn` was made for. null: the styles place the photos. */
  measures: GridMeasures | null;
}
const isKnown = ([top]: Span) => !Number.isNaN(top);
const covers = ([top, bottom]: Span, [from, to]: Span) => top <= from && bottom >= to;
const clamp = (value: number, [least, most]: Span) => Math.min(most, Math.max(least, value));
const around = ([top, bottom]: Span, beyond: number, height: number): Span => [
  Math.max(0, top - beyond),
  Math.min(height, bottom + beyond),
];

/** One step from what has elements to what should have them; null: enough has. */
function stepFrom(drawn: Span, view: Span, height: number): Span | null {
  if (covers(drawn, around(view, LEAST, height))) return null;
  // Elsewhere: from the middle of the screen on.
  const middle = clamp((view[0] + view[1]) / 2, [0, height]);
  const isNear = drawn[0] <= view[1] && drawn[1] >= view[0];
  if (!isNear) return around([middle, middle], STEP / 2, height);
  const wished = around(view, AHEAD, height);
  const step = (edge: 0 | 1) => clamp(wished[edge], [drawn[edge] - STEP, drawn[edge] + STEP]);
  return [step(0), step(1)];
}

/** Decides which photos of a long grid have elements: those near the screen. Draws nothing itself. */
export function GridWindow({ grid, photos, shapes, isLong, onChange }: GridWindowProps) {
  const measures = useMeasures(grid);
  const layout = useLayout(shapes, measures);
  const known = useRef({ layout, photos });
  known.current = { layout, photos };

  // What has elements, as it stands on the screen: set together with the part.
  const [drawn, setDrawn] = useState(NOTHING);
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
    const draw = (span: Span) => {
      setDrawn(span);
      onChange(partOf(layout, ...span));
    };
    let view = NOTHING;
    const step = (isAtOnce: boolean) => {
      // Where the fan looks at is not known before the first look: what is drawn stays.
      if (!isKnown(view) || (stands.isMoving && !isAtOnce)) return;
      const next = stepFrom(stands.drawn, view, layout.height);
      if (next === null) return;
      stands.isMoving = true;
      if (isAtOnce) draw(next);
      else startTransition(() => draw(next));
    };
    const look = () => {
      view = viewOf(element, layout);
      // Ahead of the fan there is time; a place without elements begins to fill at once.
      step(!covers(stands.drawn, view));
    };
    let frame = 0;
    const lookSoon = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        look();
      });
    };
    // Until now the styles placed the first photos; in another width nothing holds of what is there.
    if (stands.measures === null) stands.drawn = spanOf(layout, element.children.length);
    else if (stands.measures !== measures) stands.drawn = NOTHING;
    stands.measures = measures;
    // More photos at the end leave all rows where they are: their space at once, their elements as the fan comes near.
    if (isKnown(stands.drawn)) {
      draw([...stands.drawn]);
      lookSoon();
    } else look();
    // The next step needs no new look: that would lay out the page between two frames.
    moveOn.current = () => step(false);
    // The page scrolls, or the overlay the grid is in.
    addEventListener('scroll', lookSoon, { passive: true, capture: true });
    return () => {
      cancelAnimationFrame(frame);
      moveOn.current = () => {};
      removeEventListener('scroll', lookSoon, { capture: true });
    };
  }, [grid, isLong, layout, measures, onChange]);

  useEffect(
    () =>
      onRevealPhoto((mediaUrl) => {
        const { layout, photos } = known.current;
        const row = layout?.rows.find(({ to }) => photos.findIndex((photo) => photo.media_url === mediaUrl) < to);
        const isHere = photos.some((photo) => photo.media_url === mediaUrl);
        if (layout == null || row === undefined || !isHere) return;
        const wished = around([row.top, row.top + innerHeight], STEP, layout.height);
        flushSync(() => {
          setDrawn(wished);
          onChange(partOf(layout, ...wished));
        });
      }),
    [onChange],
  );
  return null;
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

/** What the first photos take. */
const spanOf = ({ rows }: GridLayout, photos: number): Span => {
  const row = rows.findLast(({ to }) => to <= photos);
  return row === undefined ? NOTHING : [0, row.top + row.height];
};

/** The part of the grid's height that is on screen; above or below of it: its nearest edge. */
function viewOf(element: HTMLElement, { height }: GridLayout): Span {
  const top = -element.getBoundingClientRect().top;
  const within = (at: number) => Math.min(height, Math.max(0, at));
  return [within(top), within(top + innerHeight)];
}

function useMeasures(grid: RefObject<HTMLElement | null>): GridMeasures | null {
  const [measures, setMeasures] = useState<GridMeasures | null>(null);
  useLayoutEffect(() => {
    const element = grid.current;
    if (element === null) return;
    let width = 0;
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
    return () => observer.disconnect();
  }, [grid]);
  return measures;
}

/** The wished height of a row as the styles have it: `clamp(least, share of the window's width, most)`. */
function rowOf(style: CSSStyleDeclaration): number {
  const [least = 0, share = 0, most = 0] = (style.getPropertyValue('--row').match(/[\d.]+/g) ?? []).map(Number);
  return Math.min(most, Math.max(least, (share / 100) * innerWidth));
}
