import { expect, test } from 'vitest';
import { nonEmpty } from '../../../tests/nonEmpty.ts';
import { type GridView, measureGrid, nextRows, partOf, type RowRange, rowsAround } from './gridRows.ts';
import { layOutPhotos } from './photoRows.ts';

const photos = Array.from({ length: 1_000 }, (_, index) => ({
  width: [3000, 2000, 4000, 1600][index % 4] ?? 1,
  height: [2000, 3000, 3000, 900][index % 4] ?? 1,
}));
const shapes = layOutPhotos(photos);
const phone = { width: 358, gap: 4, row: null };
const desktop = { width: 1100, gap: 6, row: 209 };

test.each([phone, desktop])(
  'PHO-01a PHO-09a every photo of a long list has its place in a row that fits: %o',
  (measures) => {
    const { boxes, rows, height } = measureGrid(shapes, measures);
    expect(boxes).toHaveLength(photos.length);
    expect(rows.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, i) => from + i))).toEqual(
      photos.map((_, index) => index),
    );
    for (const { from, to } of nonEmpty(rows)) {
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

test('PHO-01a the last row of a wide screen is not blown up', () => {
  const { boxes } = measureGrid(layOutPhotos(photos.slice(0, 1)), desktop);
  expect(boxes).toEqual([{ left: 0, top: 0, width: 313.5, height: 209 }]);
});

const layout = measureGrid(shapes, phone);
const screenAt = (top: number): GridView => ({ top, bottom: top + 844 });

/** Every step from these rows on, until enough have elements. */
function stepsFrom(drawn: RowRange | null, view: GridView): RowRange[] {
  const steps: RowRange[] = [];
  for (let next = nextRows(layout, drawn, view); next !== null; next = nextRows(layout, next, view)) steps.push(next);
  return steps;
}

test('PHO-09a only the photos near the screen have elements, each in its place', () => {
  const rows = stepsFrom(null, screenAt(20_000)).at(-1) as RowRange;
  const { from, to, height, boxes } = partOf(layout, rows);
  expect(to - from).toBeLessThan(40);
  expect(height).toBe(layout.height);
  const [first, last] = [boxes[from], boxes[to - 1]];
  expect(first?.top).toBeLessThanOrEqual(20_000 - 500);
  expect((last?.top ?? 0) + (last?.height ?? 0)).toBeGreaterThan(20_844 + 500);
});

test('PHO-09a a step brings one row at each end, so that no frame is late, and lets go of what is far', () => {
  const stands = stepsFrom(null, screenAt(20_000)).at(-1) as RowRange;
  const steps = stepsFrom(stands, screenAt(20_500));
  expect(steps.length).toBeGreaterThan(1);
  for (const [index, { from, to }] of nonEmpty(steps.entries())) {
    const before = steps[index - 1] ?? stands;
    expect([0, 1]).toContain(to - before.to);
    expect([0, 1]).toContain(from - before.from);
  }
  expect(steps.at(-1)?.from).toBeGreaterThan(stands.from);
});

test('PHO-09a far from what is drawn the middle of the screen comes first', () => {
  const screen = screenAt(20_000);
  const seen = rowsAround(layout, screen, 0);
  for (const drawn of [null, { from: 0, to: 9 }, { from: layout.rows.length - 9, to: layout.rows.length }]) {
    const [first] = stepsFrom(drawn, screen) as [RowRange];
    expect(first.to - first.from).toBe(1);
    expect(Math.abs(first.from - (seen.from + seen.to) / 2)).toBeLessThanOrEqual(1);
  }
});

test('PHO-09a above the list and below it there is always a row', () => {
  expect(rowsAround(layout, { top: -5_000, bottom: -3_000 }, 0)).toEqual({ from: 0, to: 1 });
  expect(rowsAround(layout, { top: 1e7, bottom: 2e7 }, 0).to).toBe(layout.rows.length);
  const empty = measureGrid([], phone);
  expect(partOf(empty, rowsAround(empty, screenAt(0), 0))).toMatchObject({ from: 0, to: 0 });
});
