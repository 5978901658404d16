import { MAX_ASPECT, PREVIEW_SIDE } from '../contract/limits.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Whether a photo of this shape is refused: its smaller pictures would have sides of a pixel or two, or none. The one rule of both ends,
 * so that nothing is published and withdrawn for its shape (PST-07h).
 */
export const isTooNarrow = ({ width, height }: Size): boolean =>
  Math.max(width, height) > MAX_ASPECT * Math.min(width, height);

/** Whether a photo of this size has a preview at all: no picture is enlarged (IMG-01). */
export const needsPreview = ({ width, height }: Size): boolean => Math.max(width, height) > PREVIEW_SIDE;

/** Whether a picture may be the preview of that photo: its longest side is a preview's, its shape the photo's up to rounding. */
export function isPreviewOf(preview: Size, photo: Size): boolean {
  const scale = PREVIEW_SIDE / Math.max(photo.width, photo.height);
  const isSide = (side: number, whole: number) => Math.abs(side - whole * scale) <= 1;
  return (
    scale < 1 &&
    Math.max(preview.width, preview.height) === PREVIEW_SIDE &&
    isSide(preview.width, photo.width) &&
    isSide(preview.height, photo.height)
  );
}
