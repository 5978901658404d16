import { type RefObject, startTransition, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Photo } from '../../contract/entities.ts';
import { MOBILE_MAX_WIDTH } from '../../contract/limits.ts';
import { type GridLayout, type GridMeasures, type GridPart, measureGrid, type PhotoBox, partOf } from './gridRows.ts';
import type { PhotoShape } from './photoRows.ts';
import { onRevealPhoto } from './revealPhoto.ts';

/** Elements are kept this far above and below the screen, in pixels … */
const AHEAD = 900;
/** … and made anew when less than this is left of it: a row or two at a time, so that no frame is late. */
const LEAST = 650;

interface GridWindowProps {
  readonly grid: RefObject<HTMLElement | null>;
  readonly photos: readonly Photo[];
  readonly shapes: readonly PhotoShape[];
  readonly onChange: (part: GridPart) => void;
}

/** A part of the grid's height. */
type Span = readonly [top: number, bottom: number];
const NOTHING: Span = [Number.NaN, Number.NaN];
const covers = ([top, bottom]: Span, view: Span, beyond: number) =>
  top <= Math.max(0, view[0] - beyond) && bottom >= view[1] + beyond;

/** Decides which photos of a long grid have elements: those near the screen. Draws nothing itself. */
export function GridWindow({ grid, photos, shapes, onChange }: GridWindowProps) {
  const measures = useMeasures(grid);
  const layout = useLayout(shapes, measures);
  const known = useRef({ layout, photos });
  known.current = { layout, photos };

  // What has elements, as it stands on the screen: set together with the part.
  const [drawn, setDrawn] = useState(NOTHING);
  const standing = useRef({ drawn, measures, height: 0 });
  useLayoutEffect(() => {
    standing.current.drawn = drawn;
  }, [drawn]);

  useLayoutEffect(() => {
    const element = grid.current;
    if (layout === null || element === null) return;
    const stands = standing.current;
    const draw = (span: Span) => {
      setDrawn(span);
      onChange(partOf(layout, ...span));
    };
    let wished = NOTHING;
    const look = () => {
      const view = viewOf(element, layout);
      if (covers(wished, view, LEAST)) return;
      const span: Span = [view[0] - AHEAD, view[1] + AHEAD];
      wished = span;
      // Ahead of the fan there is time for short steps; a place without elements is filled at once.
      if (covers(stands.drawn, view, 0)) startTransition(() => draw(span));
      else draw(span);
    };
    let frame = 0;
    const handleScroll = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        look();
      });
    };
    if (stands.measures === measures) {
      // More photos at the end leave all rows where they are: their space at once, their elements as the fan comes near.
      stands.drawn = [stands.drawn[0], Math.min(stands.drawn[1], stands.height)];
      draw(stands.drawn);
      handleScroll();
    } else {
      // Until now the grid has the first photos' elements; in another width nothing of it holds.
      stands.drawn = stands.measures === null ? spanOf(layout, element.children.length) : NOTHING;
      look();
    }
    stands.measures = measures;
    stands.height = layout.height;
    // The page scrolls, or the overlay the grid is in.
    addEventListener('scroll', handleScroll, { passive: true, capture: true });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', handleScroll, { capture: true });
    };
  }, [grid, layout, measures, onChange]);

  useEffect(
    () =>
      onRevealPhoto((mediaUrl) => {
        const { layout, photos } = known.current;
        const row = layout?.rows.find(({ to }) => photos.findIndex((photo) => photo.media_url === mediaUrl) < to);
        const isHere = photos.some((photo) => photo.media_url === mediaUrl);
        if (layout == null || row === undefined || !isHere) return;
        const wished: Span = [row.top - AHEAD, row.top + innerHeight + AHEAD];
        flushSync(() => {
          setDrawn(wished);
          onChange(partOf(layout, ...wished));
        });
      }),
    [onChange],
  );
  return null;
}

/** The rows as numbers. A box that stays as it was stays the same object: its cell is not drawn again. */
function useLayout(shapes: readonly PhotoShape[], measures: GridMeasures | null): GridLayout | null {
  const last = useRef<readonly PhotoBox[]>([]);
  return useMemo(() => {
    if (measures === null) return null;
    const layout = measureGrid(shapes, measures);
    const boxes = layout.boxes.map((box, index) => {
      const known = last.current[index];
      return known?.width === box.width && known.height === box.height ? known : box;
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
