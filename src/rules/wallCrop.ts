/** How a photo fills a place of a wall: which part is cut off, and that no tagged face is (WAL-03b). */

interface Box {
  readonly Left: number;
  readonly Top: number;
  readonly Width: number;
  readonly Height: number;
}
interface Sides {
  readonly width: number;
  readonly height: number;
}

/** Part of a photo that must stay, of those that are larger than the place: below it the photo is shown whole. */
const KEPT_AT_LEAST = 0.6;

/** Places of the photo over the place, as `object-position` takes them, in percent. */
export interface WallCrop {
  readonly x: number;
  readonly y: number;
}

/** Where a window of the length `kept` begins on a side from 0 to 1, so that it holds from `low` to `high`; null: it cannot. */
function windowOver(kept: number, low: number, high: number, margin: number): number | null {
  const inside = kept - 2 * margin;
  if (high - low > inside) return null;
  const middle = (low + high) / 2 - kept / 2;
  return Math.min(Math.max(0, middle), 1 - kept);
}

/** `object-position` of a window that begins at `start`. */
const positionOf = (start: number, kept: number): number => (kept >= 1 ? 50 : (start / (1 - kept)) * 100);

/**
 * Returns the cut by which the photo fills the place; null: it would cut a tagged face or too much, so the photo is shown whole.
 * @param place width and height of the place, in any unit
 * @param slant share of the place's width that slanted sides take away at each side
 */
export function cropToFill(
  { width, height, faces }: Sides & { readonly faces: readonly Box[] },
  place: Sides,
  { slant = 0, keepAtLeast = KEPT_AT_LEAST }: { readonly slant?: number; readonly keepAtLeast?: number } = {},
): WallCrop | null {
  const scale = Math.max(place.width / width, place.height / height);
  const kept = { x: place.width / (width * scale), y: place.height / (height * scale) };
  if (kept.x * kept.y < keepAtLeast) return null;
  if (faces.length === 0) return { x: 50, y: 50 };
  const sides = {
    left: Math.min(...faces.map(({ Left }) => Left)),
    right: Math.max(...faces.map(({ Left, Width }) => Left + Width)),
    top: Math.min(...faces.map(({ Top }) => Top)),
    bottom: Math.max(...faces.map(({ Top, Height }) => Top + Height)),
  };
  const left = windowOver(kept.x, sides.left, sides.right, kept.x * slant);
  const top = windowOver(kept.y, sides.top, sides.bottom, 0);
  if (left === null || top === null) return null;
  const isInside =
    sides.left >= left + kept.x * slant - EPSILON && sides.right <= left + kept.x * (1 - slant) + EPSILON;
  return isInside ? { x: positionOf(left, kept.x), y: positionOf(top, kept.y) } : null;
}

const EPSILON = 1e-9;

/** Number of strips of a mosaic on a screen of this shape: upright ones beside each other, or lying ones on an upright screen. */
export const stripsFor = ({ width, height }: Sides): number =>
  width >= height ? Math.min(8, Math.max(3, Math.round((width / height) * 1.9))) : 3;

/**
 * Width that a whole photo has room for in a place, so that slanted sides cut no corner of it. The photo stands in the middle.
 * @param slant share of the place's width that slanted sides take away at each side
 */
export function wholeWidth({ width, height }: Sides, place: Sides, slant: number): number {
  const slope = slant * place.width;
  const free = (place.width - slope) / (1 + (slope * height) / (place.height * width));
  return (free * height) / width <= place.height ? free : place.width - 2 * slope;
}
