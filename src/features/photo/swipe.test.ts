// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSwipe } from './swipe.ts';

beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: false })));
afterEach(() => vi.unstubAllGlobals());

/** Turns to the next photo; `rest` ends the motion. */
function turnToNext() {
  const motion = { onfinish: () => {} };
  const element = document.body.appendChild(document.createElement('div'));
  element.animate = () => motion as unknown as Animation;
  const onTurn = vi.fn();
  createSwipe({ track: { current: element }, hasPrevious: true, hasNext: true, onTurn }).settle(1, 0);
  return { element, onTurn, rest: () => motion.onfinish() };
}

test('PHO-02e PHO-02c a swipe turns the photo when it comes to rest, and not once the photo was closed', () => {
  const open = turnToNext();
  expect(open.onTurn).not.toHaveBeenCalled();
  open.rest();
  expect(open.onTurn).toHaveBeenCalledExactlyOnceWith(1);
  open.element.remove();

  const closed = turnToNext();
  closed.element.remove();
  closed.rest();
  expect(closed.onTurn).not.toHaveBeenCalled();
});
