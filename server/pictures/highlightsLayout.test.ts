import { expect, test } from 'vitest';
import { HIGHLIGHTS_FORMATS, type HighlightsFormat } from '../../src/contract/highlights.ts';
import { type HighlightsLayout, layoutHighlights, TALL_PHOTOS } from './highlightsLayout.ts';

const FORMATS: readonly HighlightsFormat[] = ['wide', 'tall'];
/** Every letter is as wide as it is high. */
const widthOf = (text: string, size: number) => [...text].length * size;
const measure = { regular: widthOf, bold: widthOf };
const upright = { width: 900, height: 1200 };
const lying = { width: 1600, height: 900 };
const texts = { title: '夜'.repeat(40), event: '節'.repeat(60), date: '2026/06/10', site: '川崎フロンターレ' };
const counts = ['写真', '投稿した人', 'いいね'].map((label) => ({ label, value: '123,456', unit: '枚' }));
const layout = (format: HighlightsFormat, photos: readonly { width: number; height: number; credit: string }[]) =>
  layoutHighlights(format, { photos, texts, counts }, measure);
const credited = (count: number, shape = upright, credit = '© 公式 / さくら') =>
  Array.from({ length: count }, () => ({ ...shape, credit }));
const cases = FORMATS.flatMap((format) =>
  [1, 2, 3].flatMap((count) => [upright, lying].map((shape) => ({ format, count, shape }))),
);

/** Boxes of all texts, from their baselines. */
const boxesOf = ({ texts: placed }: HighlightsLayout) =>
  placed.map(({ text, x, y, size }) => ({ text, x, y: y - size, width: widthOf(text, size), height: size }));
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width - 1 && b.x < a.x + a.width - 1 && a.y < b.y + b.height - 1 && b.y < a.y + a.height - 1;

test.for(cases)('WAL-08a $count photos of a $format picture: nothing covers anything', ({ format, count, shape }) => {
  const placed = layout(format, credited(count, shape));
  expect(placed.photos).toHaveLength(count);
  const all: readonly Box[] = [...placed.photos, ...boxesOf(placed)];
  const { width, height } = HIGHLIGHTS_FORMATS[format];
  for (const [index, box] of all.entries()) {
    expect(box.x >= 0 && box.y >= 0, JSON.stringify(box)).toBe(true);
    expect(box.x + box.width <= width && box.y + box.height <= height, JSON.stringify(box)).toBe(true);
    for (const other of all.slice(index + 1)) expect(overlap(box, other), JSON.stringify([box, other])).toBe(false);
  }
});

test('WAL-08a each photo has its credit line below it, a long one on three lines, an empty one none', () => {
  for (const format of FORMATS) {
    const placed = layout(format, [...credited(1), ...credited(1, lying, '長'.repeat(90)), ...credited(1, lying, '')]);
    const credits = placed.texts.filter(({ isCredit }) => isCredit);
    const [first, second, third] = placed.photos;
    const below = (box: Box | undefined) =>
      credits.filter(({ x, y }) => box && x - 16 === box.x && y > box.y + box.height);
    expect(below(first)[0]?.text).toBe('© 公式 / さくら');
    expect(below(second).filter(({ text }) => text.startsWith('長'))).toHaveLength(3);
    expect(credits).toHaveLength(4);
    expect((third?.height ?? 0) > (second?.height ?? 0)).toBe(true);
  }
});

test('WAL-08a the others stand below each other beside an upright photo, else beside each other below it', () => {
  const [lead, above, below] = layout('wide', credited(3)).photos;
  expect([(lead?.x ?? 0) < (above?.x ?? 0), above?.x === below?.x]).toEqual([true, true]);
  const [top, left, right] = layout('wide', credited(3, lying)).photos;
  expect([(top?.y ?? 0) < (left?.y ?? 0), left?.y === right?.y]).toEqual([true, true]);
});

test('WAL-08a the longest title is drawn whole', () => {
  for (const format of FORMATS) {
    const { texts: placed } = layout(format, credited(3));
    const title = placed.filter(({ text }) => text.startsWith('夜')).map(({ text }) => text);
    expect(title.join('')).toBe(texts.title);
  }
});

test('WAL-08a a service’s buttons over the ends of a tall picture cover no text', () => {
  const { texts: placed } = layout('tall', credited(1));
  const ys = placed.map(({ y, size }) => [y - size, y] as const);
  expect(Math.min(...ys.map(([from]) => from))).toBeGreaterThanOrEqual(120);
  expect(Math.max(...ys.map(([, to]) => to))).toBeLessThanOrEqual(HIGHLIGHTS_FORMATS.tall.height - 220);
  expect(TALL_PHOTOS.y + TALL_PHOTOS.height).toBeLessThan(1500);
});
