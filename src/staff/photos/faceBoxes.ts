import type { Face } from '../../contract/entities.ts';

type Box = Face['BoundingBox'];
export interface FacePoint {
  readonly x: number;
  readonly y: number;
}

/** Smallest side of a face tag, as a fraction of the picture's side: a shorter drag is a tap. */
const SIDE_MIN = 0.02;
/** By how much an arrow key moves a box or changes its size. */
const STEP = 0.01;

const within = (value: number, most: number): number => Math.min(Math.max(value, 0), most);
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

const boxAt = (left: number, top: number, width: number, height: number): Box => {
  const [Left, Top] = [rounded(left), rounded(top)];
  return { Left, Top, Width: rounded(Math.min(width, 1 - Left)), Height: rounded(Math.min(height, 1 - Top)) };
};

/** A box in the middle of the picture, for whoever does not draw. */
export const middleBox = (): Box => boxAt(0.4, 0.4, 0.2, 0.2);

/** Returns the box between two points, cut at the picture's edges; null: too small, a tap. */
export function boxBetween(a: FacePoint, b: FacePoint): Box | null {
  const [left, right] = [within(Math.min(a.x, b.x), 1), within(Math.max(a.x, b.x), 1)];
  const [top, bottom] = [within(Math.min(a.y, b.y), 1), within(Math.max(a.y, b.y), 1)];
  if (right - left < SIDE_MIN || bottom - top < SIDE_MIN) return null;
  return boxAt(left, top, right - left, bottom - top);
}

const ARROWS: Readonly<Record<string, FacePoint>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

/** Returns the box that an arrow key moves, or resizes while Shift is held; it stays inside the picture. null: another key. */
export function boxByKey({ Left, Top, Width, Height }: Box, key: string, isShift: boolean): Box | null {
  const by = ARROWS[key];
  if (by === undefined) return null;
  if (!isShift) return boxAt(within(Left + by.x, 1 - Width), within(Top + by.y, 1 - Height), Width, Height);
  const grow = (length: number, step: number, most: number) => Math.min(Math.max(length + step, SIDE_MIN), most);
  return boxAt(Left, Top, grow(Width, by.x, 1 - Left), grow(Height, by.y, 1 - Top));
}
