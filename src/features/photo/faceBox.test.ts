import { expect, test } from 'vitest';
import { faceBox } from './faceBox.ts';

const face = (Left: number, Top: number, Width: number, Height: number) => ({
  name: '佐藤 翔',
  BoundingBox: { Left, Top, Width, Height },
});

test('PHO-04a a face is marked at 120 % around its middle', () => {
  const box = faceBox(face(0.4, 0.3, 0.1, 0.2));
  expect(box.left).toBeCloseTo(0.39);
  expect(box.top).toBeCloseTo(0.28);
  expect(box.width).toBeCloseTo(0.12);
  expect(box.height).toBeCloseTo(0.24);
});

test('PHO-04a a mark at the edge ends with the picture', () => {
  const box = faceBox(face(0, 0.9, 0.2, 0.1));
  expect(box.left).toBe(0);
  expect(box.width).toBeCloseTo(0.22);
  expect(box.top + box.height).toBeCloseTo(1);
});
