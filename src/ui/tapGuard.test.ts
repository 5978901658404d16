// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { guardAfterClosing, guardAfterOpening } from './tapGuard.ts';

let arrived: string[];
const target = document.body.appendChild(document.createElement('button'));
for (const type of ['pointerdown', 'click']) target.addEventListener(type, () => arrived.push(type));

/** A tap at a place; gives what of it arrived at the button. */
function tap(x: number): string[] {
  arrived = [];
  const at = { clientX: x, clientY: 100, bubbles: true, cancelable: true, detail: 1 };
  for (const type of ['pointerdown', 'click']) target.dispatchEvent(new MouseEvent(type, at));
  return arrived;
}
const BOTH = ['pointerdown', 'click'];

beforeEach(() => {
  // Somewhere else, with nothing open: no guard of the test before counts here.
  guardAfterOpening();
  guardAfterClosing();
});

test('OVL-01a the second tap of a double tap does nothing on what the first opened; a tap elsewhere does', () => {
  expect(tap(100)).toEqual(BOTH);
  guardAfterOpening();
  expect(tap(110)).toEqual([]);
  expect(tap(300)).toEqual(BOTH);
});

test('OVL-02a the second tap does nothing on what came free below a dialog that the first closed', () => {
  tap(100);
  guardAfterOpening();
  expect(tap(200)).toEqual(BOTH);
  guardAfterClosing();
  expect(tap(200)).toEqual([]);
});

test('OVL-02a a dialog closed by Escape or the back button leaves the page free at once', () => {
  tap(100);
  guardAfterOpening();
  guardAfterClosing();
  expect(tap(100)).toEqual(BOTH);
});
