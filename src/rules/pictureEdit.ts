/** Turning and cutting a picture before it is posted, as plain numbers. */

/** Shares of a picture's width and height, 0–1. */
export interface CropBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What a fan did to a picture that already stands upright: first turned, then cut. */
export interface PictureEdit {
  /** Quarter turns clockwise. */
  readonly turns: 0 | 1 | 2 | 3;
  /** Of the turned picture; null: all of it. */
  readonly crop: CropBox | null;
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Cut smaller than this on one side, nobody could tell what it shows. Pixels. */
const SMALLEST_SIDE = 64;

export const noEdit: PictureEdit = { turns: 0, crop: null };

/** An edit that changes nothing is none. */
export const isUnedited = ({ turns, crop }: PictureEdit): boolean => turns === 0 && crop === null;

/** Another quarter turn; the cut goes round with the picture. */
export function turnEdit({ turns, crop }: PictureEdit, by: 1 | -1): PictureEdit {
  const next = ((turns + by + 4) % 4) as PictureEdit['turns'];
  if (crop === null) return { turns: next, crop: null };
  const { x, y, width, height } = crop;
  const turned =
    by === 1
      ? { x: 1 - y - height, y: x, width: height, height: width }
      : { x: y, y: 1 - x - width, width: height, height: width };
  return { turns: next, crop: turned };
}

/** Size of a picture after its quarter turns. */
export const turnedSize = ({ width, height }: PictureSize, turns: PictureEdit['turns']): PictureSize =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width };

/** The cut in whole pixels of the turned picture; never outside of it, never smaller than what the picture itself allows. */
export function pixelBox(size: PictureSize, crop: CropBox | null): CropBox {
  if (crop === null) return { x: 0, y: 0, ...size };
  const [x, width] = span(crop.x, crop.width, size.width);
  const [y, height] = span(crop.y, crop.height, size.height);
  return { x, y, width, height };
}

function span(start: number, share: number, pixels: number): [number, number] {
  const length = Math.min(pixels, Math.max(Math.round(share * pixels), Math.min(SMALLEST_SIDE, pixels)));
  const from = Math.round(start * pixels);
  return [Math.min(Math.max(0, from), pixels - length), length];
}
