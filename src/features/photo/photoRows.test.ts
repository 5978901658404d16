import { expect, test } from 'vitest';
import { layOutPhotos } from './photoRows.ts';

const wide = { width: 3000, height: 2000 };
const tall = { width: 2000, height: 3000 };
const panorama = { width: 9000, height: 1000 };

test('PHO-01a two boxes of a phone row are equally high and fill it', () => {
  const [first, second] = layOutPhotos([wide, tall]);
  expect((first?.share ?? 0) + (second?.share ?? 0)).toBeCloseTo(1);
  expect((first?.share ?? 0) / (first?.ratio ?? 1)).toBeCloseTo((second?.share ?? 0) / (second?.ratio ?? 1));
});

test('PHO-01a a very flat or tall picture is cut to a readable box', () => {
  const [flat, high] = layOutPhotos([panorama, { width: 100, height: 4000 }]);
  expect(flat?.ratio).toBe(1.9);
  expect(high?.ratio).toBe(0.7);
});

test('PHO-01a after three pairs a wide picture stands alone; a tall one never does but at the end', () => {
  const shapes = layOutPhotos([tall, tall, wide, tall, wide, wide, wide, tall, tall]);
  expect(shapes.map(({ share }) => share === 1)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
    true,
    false,
    false,
  ]);
});

test('PHO-01a photos that follow do not move the rows above', () => {
  const photos = Array.from({ length: 61 }, (_, index) => (index % 3 === 0 ? tall : wide));
  const all = layOutPhotos(photos);
  for (const count of [30, 60]) {
    const some = layOutPhotos(photos.slice(0, count));
    expect(all.slice(0, count - 1)).toEqual(some.slice(0, count - 1));
  }
});
