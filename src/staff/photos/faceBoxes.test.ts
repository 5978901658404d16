import { expect, test } from 'vitest';
import { boxBetween, boxByKey, middleBox } from './faceBoxes.ts';

test('STF-15c a box is drawn from any corner and cut at the picture’s edges; a tap draws none', () => {
  const box = { Left: 0.2, Top: 0.3, Width: 0.4, Height: 0.5 };
  expect(boxBetween({ x: 0.2, y: 0.3 }, { x: 0.6, y: 0.8 })).toEqual(box);
  expect(boxBetween({ x: 0.6, y: 0.8 }, { x: 0.2, y: 0.3 })).toEqual(box);
  expect(boxBetween({ x: -0.4, y: 0.9 }, { x: 0.5, y: 1.7 })).toEqual({ Left: 0, Top: 0.9, Width: 0.5, Height: 0.1 });
  expect(boxBetween({ x: 0.5, y: 0.5 }, { x: 0.51, y: 0.9 })).toBeNull();
});

test('STF-15c arrows move a box, with Shift they resize it; it never leaves the picture', () => {
  expect(boxByKey(middleBox(), 'ArrowLeft', false)).toEqual({ Left: 0.39, Top: 0.4, Width: 0.2, Height: 0.2 });
  expect(boxByKey(middleBox(), 'ArrowDown', true)).toEqual({ Left: 0.4, Top: 0.4, Width: 0.2, Height: 0.21 });
  const corner = { Left: 0.8, Top: 0, Width: 0.2, Height: 0.02 };
  expect(boxByKey(corner, 'ArrowRight', false)).toEqual(corner);
  expect(boxByKey(corner, 'ArrowRight', true)).toEqual(corner);
  expect(boxByKey(corner, 'ArrowUp', false)).toEqual(corner);
  expect(boxByKey(corner, 'ArrowUp', true)).toEqual(corner);
  expect(boxByKey(corner, 'Enter', false)).toBeNull();
});
