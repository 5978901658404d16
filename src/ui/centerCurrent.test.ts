// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { centerCurrent } from './centerCurrent.ts';

const box = (left: number, width: number) => () => new DOMRect(left, 0, width, 44);

test('LAY-06 a row is scrolled to its current entry, and stays where it is without one', () => {
  const row = document.createElement('nav');
  row.innerHTML = '<a></a><a></a>';
  row.getBoundingClientRect = box(0, 390);
  const last = row.lastElementChild as HTMLElement;
  last.getBoundingClientRect = box(500, 100);
  centerCurrent(row);
  expect(row.scrollLeft).toBe(0);
  last.setAttribute('aria-current', 'page');
  centerCurrent(row);
  expect(row.scrollLeft).toBe(355);
});
