/** How a picture is looked at: enlarged `scale` times and moved, in CSS pixels, from the middle of its stage. */
export interface ZoomView {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export const WHOLE_VIEW: ZoomView = { scale: 1, x: 0, y: 0 };
export const MAX_ZOOM = 6;
/** A double tap enlarges to this. */
export const TAP_ZOOM = 2.5;

/** Keeps the picture's edges at or beyond the stage's; where it is smaller than the stage it stays in the middle. */
export function limitView({ scale, x, y }: ZoomView, picture: Size, stage: Size): ZoomView {
  const limited = Math.min(MAX_ZOOM, Math.max(1, scale));
  const limit = (value: number, length: number, room: number) => {
    const play = Math.max(0, (length * limited - room) / 2);
    return Math.min(play, Math.max(-play, value)) || 0;
  };
  return {
    scale: limited,
    x: limit(x, picture.width, stage.width),
    y: limit(y, picture.height, stage.height),
  };
}

/** Enlarges so that what is at `point` (from the stage's middle) stays there. */
export function zoomAt(view: ZoomView, scale: number, point: Point): ZoomView {
  const factor = scale / view.scale;
  return { scale, x: point.x - (point.x - view.x) * factor, y: point.y - (point.y - view.y) * factor };
}
