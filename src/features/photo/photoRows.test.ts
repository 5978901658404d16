import { expect, test } from 'vitest';
import { layOutPhotos, sizesOf } from './photoRows.ts';

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
  const all = layOutPhotos(photos, true);
  for (const count of [30, 60]) {
    const some = layOutPhotos(photos.slice(0, count), true);
    expect(all.slice(0, count - 1)).toEqual(some.slice(0, count - 1));
  }
});

test('IMG-02 a dense phone asks for the thumbnail’s pixels for half a row, and for 768 for a whole one', () => {
  /** Pixels of a screen of 390 points, three to a point. */
  const asked = (share: number) =>
    (Number(/ (\d+)vw,/.exec(sizesOf({ ratio: 1.5, share, others: 1 }, 'medium'))?.[1]) / 100) * 390 * 3;
  for (const share of [0.4, 0.5, 0.6]) {
    expect(asked(share)).toBeGreaterThan(240);
    expect(asked(share)).toBeLessThanOrEqual(480);
  }
  expect(asked(1)).toBeGreaterThan(480);
  expect(asked(1)).toBeLessThanOrEqual(768);
});
