import type { Face } from '../../contract/entities.ts';
import { FACE_BOX_SCALE } from '../../contract/limits.ts';

/** Where a face is marked: 120 % of what was detected, around the same middle, inside the picture. Parts of the picture, 0–1. */
export function faceBox({ BoundingBox: { Left, Top, Width, Height } }: Face) {
  const grow = (start: number, length: number) => {
    const from = start - (length * (FACE_BOX_SCALE - 1)) / 2;
    return [Math.max(0, from), Math.min(1, from + length * FACE_BOX_SCALE)] as const;
  };
  const [left, right] = grow(Left, Width);
  const [top, bottom] = grow(Top, Height);
  return { left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}
