import { expect, test } from 'vitest';
import { limitView, MAX_ZOOM, WHOLE_VIEW, zoomAt } from './zoomView.ts';

const stage = { width: 390, height: 600 };
const picture = { width: 390, height: 260 };

test('PHO-02e what lies under the fingers stays there while a photo is enlarged', () => {
  const point = { x: 60, y: -40 };
  const view = zoomAt(WHOLE_VIEW, 3, point);
  // The spot of the picture at `point` before: point / 1. Now it is drawn at x + spot · scale.
  expect(view.x + point.x * view.scale).toBeCloseTo(point.x);
  expect(view.y + point.y * view.scale).toBeCloseTo(point.y);
});

test('PHO-02e an enlarged photo is moved to its edges and no further', () => {
  expect(limitView({ scale: 2, x: 1_000, y: -1_000 }, picture, stage)).toEqual({ scale: 2, x: 195, y: 0 });
  expect(limitView({ scale: 4, x: -1_000, y: 1_000 }, picture, stage)).toEqual({ scale: 4, x: -585, y: 220 });
});

test('PHO-02e never smaller than the stage shows it, never larger than six times', () => {
  expect(limitView({ scale: 0.3, x: 50, y: 50 }, picture, stage)).toEqual(WHOLE_VIEW);
  expect(limitView({ scale: 99, x: 0, y: 0 }, picture, stage).scale).toBe(MAX_ZOOM);
});
