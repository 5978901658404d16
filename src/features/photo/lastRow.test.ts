import { expect, test } from 'vitest';
import { nonEmpty } from '../../../tests/nonEmpty.ts';
import { type GridMeasures, MOST_STRETCH, measureGrid, type PhotoRow } from './gridRows.ts';
import { layOutPhotos, type PhotoShape } from './photoRows.ts';

/** Numbers of 0–1, the same in every run (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Lists of 1 to 40 photos: uprights, squares, landscapes, panoramas. */
const lists = Array.from({ length: 300 }, (_, seed) => {
  const random = randomOf(seed);
  return Array.from({ length: 1 + Math.floor(random() * 40) }, () => ({
    width: Math.round(400 + random() * 2_000),
    height: 1_000,
  }));
});
const phones: GridMeasures[] = [288, 343, 358, 398, 736].map((width) => ({ width, gap: 4, row: null }));
const wides: GridMeasures[] = [
  { width: 533, gap: 6, row: 140 },
  { width: 533, gap: 6, row: 210 },
  { width: 584, gap: 6, row: 140 },
  { width: 1100, gap: 6, row: 209 },
  { width: 1500, gap: 6, row: 330 },
  { width: 1500, gap: 6, row: 96 },
];
const boxRatio = ({ width, height }: { width: number; height: number }) => Math.min(1.9, Math.max(0.7, width / height));
const widthOf = (shapes: readonly PhotoShape[], row: PhotoRow, gap: number) =>
  shapes.slice(row.from, row.to).reduce((sum, { ratio }) => sum + ratio * row.height + gap, -gap);

test('FAN-16a on a phone every row is full, also the last one, and no photo is cut for it', () => {
  for (const photos of nonEmpty(lists)) {
    const shapes = layOutPhotos(photos);
    expect(shapes.map(({ ratio }) => ratio)).toEqual(photos.map(boxRatio));
    for (const measures of nonEmpty(phones)) {
      const { rows } = measureGrid(shapes, measures);
      for (const row of nonEmpty(rows)) {
        expect(widthOf(shapes, row, measures.gap)).toBeGreaterThan(measures.width - 1);
        expect(row.height).toBeGreaterThan(measures.width / 4);
      }
      const last = rows.at(-1) as PhotoRow;
      if (photos.length > 1) expect(last.height).toBeLessThanOrEqual(measures.width);
    }
  }
});

test('FAN-16a on a phone the styles have the same rows as the numbers', () => {
  for (const photos of nonEmpty(lists)) {
    const shapes = layOutPhotos(photos);
    const { rows } = measureGrid(shapes, phones[2] as GridMeasures);
    for (const { from, to } of nonEmpty(rows)) {
      const row = shapes.slice(from, to);
      expect(row.map(({ others }) => others)).toEqual(row.map(() => to - from - 1));
      const whole = row.reduce((sum, { share }) => sum + share, 0);
      expect(whole).toBeLessThanOrEqual(1 + 1e-9);
      expect(whole).toBeGreaterThan(0.999);
    }
  }
});

test('FAN-16a FAN-16b on a wide screen the last row has two photos at least, and no row is too high', () => {
  let pulled = 0;
  for (const photos of nonEmpty(lists)) {
    const shapes = layOutPhotos(photos);
    for (const measures of nonEmpty(wides)) {
      const row = measures.row ?? 0;
      const { rows } = measureGrid(shapes, measures);
      const last = rows.at(-1) as PhotoRow;
      expect(last.to - last.from).toBeGreaterThanOrEqual(Math.min(2, photos.length));
      expect(Math.max(...rows.map(({ height }) => height))).toBeLessThanOrEqual(row * MOST_STRETCH);
      const widest = Math.max(...rows.map((one) => widthOf(shapes, one, measures.gap)));
      expect(widest).toBeLessThanOrEqual(measures.width);
      for (const one of photos.length > 1 ? rows : rows.slice(0, -1))
        expect(
          widthOf(shapes, one, measures.gap) > measures.width - 1 || one.height > row * MOST_STRETCH - 1,
          `${photos.length} photos in ${measures.width} px`,
        ).toBe(true);
      const open = measureGrid(layOutPhotos(photos, true), measures).rows.at(-1) as PhotoRow;
      if (open.to - open.from === 1 && photos.length > 1) pulled += 1;
    }
  }
  expect(pulled, 'rows that would have had one photo').toBeGreaterThan(150);
});

test('FAN-16b photos that come later, and the end of the list, move no row but the last three', () => {
  for (const photos of nonEmpty(lists)) {
    const first = Math.ceil(photos.length * 0.6);
    for (const measures of nonEmpty([...phones, ...wides])) {
      const before = measureGrid(layOutPhotos(photos.slice(0, first), true), measures);
      const kept = before.rows.at(-3)?.from ?? 0;
      for (const isOpen of [true, false]) {
        if (first === photos.length) continue;
        const after = measureGrid(layOutPhotos(photos, isOpen), measures);
        expect(after.boxes.slice(0, kept)).toEqual(before.boxes.slice(0, kept));
      }
    }
  }
});
