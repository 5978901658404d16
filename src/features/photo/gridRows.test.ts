import { expect, test } from 'vitest';
import { measureGrid, partOf } from './gridRows.ts';
import { layOutPhotos } from './photoRows.ts';

const photos = Array.from({ length: 1_000 }, (_, index) => ({
  width: [3000, 2000, 4000, 1600][index % 4] ?? 1,
  height: [2000, 3000, 3000, 900][index % 4] ?? 1,
}));
const shapes = layOutPhotos(photos);
const phone = { width: 358, gap: 4, row: null };
const desktop = { width: 1100, gap: 6, row: 209 };

test.each([phone, desktop])(
  'PHO-01 PHO-09 every photo of a long list has its place in a row that fits: %o',
  (measures) => {
    const { boxes, rows, height } = measureGrid(shapes, measures);
    expect(boxes).toHaveLength(photos.length);
    expect(rows.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i))).toEqual(
      photos.map((_, index) => index),
    );
    for (const { from, to } of rows) {
      const row = boxes.slice(from, to);
      const used = row.reduce((sum, box) => sum + box.width, 0) + measures.gap * (row.length - 1);
      expect(used).toBeLessThanOrEqual(measures.width);
      if (to < photos.length) expect(used).toBeGreaterThan(measures.width - 1);
      expect(new Set(row.map((box) => box.height)).size).toBe(1);
      expect(new Set(row.map((box) => box.top)).size).toBe(1);
      const ends = row.map((box) => box.left + box.width + measures.gap);
      expect(row.map((box) => box.left)).toEqual([0, ...ends.slice(0, -1)]);
    }
    const last = rows.at(-1);
    expect(height).toBeCloseTo((last?.top ?? 0) + (last?.height ?? 0), 5);
  },
);

test('PHO-09 the last row of a wide screen is not blown up', () => {
  const { boxes } = measureGrid(layOutPhotos(photos.slice(0, 1)), desktop);
  expect(boxes).toEqual([{ left: 0, top: 0, width: 313.5, height: 209 }]);
});

test('PHO-09 only the rows near the screen have elements', () => {
  const layout = measureGrid(shapes, phone);
  const { from, to, height, boxes } = partOf(layout, 20_000, 21_500);
  expect(to - from).toBeLessThan(40);
  expect(height).toBe(layout.height);
  const [first, last] = [boxes[from], boxes[to - 1]];
  expect(first?.top).toBeLessThanOrEqual(20_000);
  expect((last?.top ?? 0) + (last?.height ?? 0) + phone.gap).toBeGreaterThan(21_500);
});

test('PHO-09 above the list and below it there is always a row', () => {
  const layout = measureGrid(shapes, phone);
  expect(partOf(layout, -5_000, -3_000)).toMatchObject({ from: 0 });
  expect(partOf(layout, -5_000, -3_000).to).toBeGreaterThan(0);
  expect(partOf(layout, 1e7, 2e7)).toMatchObject({ to: photos.length });
  expect(partOf(measureGrid([], phone), 0, 1_000)).toMatchObject({ from: 0, to: 0 });
});
