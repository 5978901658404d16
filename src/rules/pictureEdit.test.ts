import { expect, test } from 'vitest';
import { isUnedited, noEdit, type PictureEdit, pixelBox, turnEdit, turnedSize } from './pictureEdit.ts';

test('PST-08b four quarter turns bring the picture and its cut back', () => {
  const edit: PictureEdit = { turns: 0, crop: { x: 0.1, y: 0.2, width: 0.5, height: 0.25 } };
  const turned = turnEdit(edit, 1);
  expect(turned.turns).toBe(1);
  expect(turned.crop?.x).toBeCloseTo(0.55);
  expect(turned.crop?.y).toBeCloseTo(0.1);
  expect(turned.crop?.width).toBe(0.25);
  expect(turned.crop?.height).toBe(0.5);
  for (const by of [1, -1] as const) {
    const back = [1, 2, 3, 4].reduce((now) => turnEdit(now, by), edit);
    expect(back.turns).toBe(0);
    expect(back.crop?.x).toBeCloseTo(0.1);
    expect(back.crop?.y).toBeCloseTo(0.2);
  }
  expect(turnEdit(noEdit, -1)).toEqual({ turns: 3, crop: null });
});

test('PST-08b a turned picture swaps its sides', () => {
  expect(turnedSize({ width: 4, height: 3 }, 1)).toEqual({ width: 3, height: 4 });
  expect(turnedSize({ width: 4, height: 3 }, 2)).toEqual({ width: 4, height: 3 });
});

test('PST-08b the cut lies within the picture, in whole pixels, and is never too small', () => {
  const size = { width: 1000, height: 500 };
  expect(pixelBox(size, null)).toEqual({ x: 0, y: 0, width: 1000, height: 500 });
  expect(pixelBox(size, { x: 0.1, y: 0.5, width: 0.333, height: 0.5 })).toEqual({
    x: 100,
    y: 250,
    width: 333,
    height: 250,
  });
  expect(pixelBox(size, { x: 0.99, y: -0.2, width: 0.001, height: 2 })).toEqual({
    x: 936,
    y: 0,
    width: 64,
    height: 500,
  });
  expect(pixelBox({ width: 20, height: 10 }, { x: 0, y: 0, width: 0, height: 0 })).toEqual({
    x: 0,
    y: 0,
    width: 20,
    height: 10,
  });
});

test('PST-08b an edit without turn and cut is none', () => {
  expect(isUnedited(noEdit)).toBe(true);
  expect(isUnedited({ turns: 1, crop: null })).toBe(false);
});
