import { expect, test } from 'vitest';
import {
  keyBeside,
  NOTHING_SELECTED,
  type SelectedKeys,
  selectAllOf,
  selectRange,
  toggleSelected,
  withoutKeys,
} from './photoSelection.ts';

const order = ['a', 'b', 'c', 'd', 'e', 'f'];
const bounds = { order, max: 4 };
const keysOf = ({ keys }: SelectedKeys) => [...keys].join('');
const selected = (...keys: string[]): SelectedKeys => ({ keys: new Set(keys), anchor: keys.at(-1) ?? null });

test('KEP-02a a press puts a photo in and takes it out, and no more than the bound', () => {
  const one = toggleSelected(NOTHING_SELECTED, 'b', 4);
  expect([keysOf(one), one.anchor]).toEqual(['b', 'b']);
  expect(keysOf(toggleSelected(one, 'b', 4))).toBe('');
  const full = selected('a', 'b', 'c', 'd');
  expect(keysOf(toggleSelected(full, 'e', 4))).toBe('abcd');
  expect(keysOf(toggleSelected(full, 'c', 4))).toBe('abd');
  expect(NOTHING_SELECTED.keys.size).toBe(0);
});

test('KEP-02a a range goes both ways from where it began, in or out, and leaves the rest', () => {
  const base = selected('f');
  const to = (from: string, end: string, isOn = true) => keysOf(selectRange(base, { from, to: end, isOn }, bounds));
  expect(to('b', 'd')).toBe('fbcd');
  expect(to('d', 'b')).toBe('fdcb');
  expect(to('c', 'c')).toBe('fc');
  // The bound cuts the far end, not the near one.
  expect(to('a', 'e')).toBe('fabc');
  expect(to('e', 'a')).toBe('fedc');
  expect(to('e', 'f', false)).toBe('');
  expect(selectRange(base, { from: 'gone', to: 'b', isOn: true }, bounds)).toBe(base);
  expect(selectRange(base, { from: 'b', to: 'gone', isOn: true }, bounds)).toBe(base);
});

test('KEP-02a all are those the list has, up to the bound; what is gone leaves the selection', () => {
  expect(keysOf(selectAllOf(selected('e'), bounds))).toBe('eabc');
  // Selected before the list was read anew: it stays although the list does not show it.
  expect(keysOf(selectAllOf(selected('x'), { order: ['a', 'b'], max: 9 }))).toBe('xab');
  expect(keysOf(withoutKeys(selected('a', 'b', 'c'), new Set(['b', 'z'])))).toBe('ac');
});

test('KEP-02b the keyboard goes from photo to photo and stays within the list', () => {
  expect([keyBeside(order, 'b', 1), keyBeside(order, 'b', -1), keyBeside(order, 'e', 9)]).toEqual(['c', 'a', 'f']);
  expect([keyBeside(order, 'a', -1), keyBeside(order, null, 1), keyBeside(order, 'gone', 1)]).toEqual(['a', 'a', 'a']);
  expect([keyBeside(order, 'a', 1), keyBeside(order, 'gone', 3)]).toEqual(['b', 'a']);
  expect(keyBeside([], 'a', 1)).toBeUndefined();
});
