import { expect, test } from 'vitest';
import { placeOf } from './podium.ts';

const placesOf = (...ranks: number[]) => {
  const list = ranks.map((rank) => ({ rank }));
  return list.map((_, at) => placeOf(at, list) ?? null);
};

test('FAN-33a the first three have a place, also where two of them are level', () => {
  expect(placesOf(1, 2, 3, 4)).toEqual([1, 2, 3, null]);
  expect(placesOf(1, 2, 2, 4)).toEqual([1, 2, 3, null]);
  expect(placesOf(1, 1, 1)).toEqual([1, 2, 3]);
});

test('FAN-33a nobody has one in a ranking of two, or where the fourth is level with the third', () => {
  expect(placesOf(1, 2)).toEqual([null, null]);
  expect(placesOf(1, 2, 2, 2, 5)).toEqual([null, null, null, null, null]);
  expect(placesOf(1, 2, 3, 3)).toEqual([null, null, null, null]);
});
