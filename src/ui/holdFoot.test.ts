// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { holdFoot } from './holdFoot.ts';

test('a foot is held back until nothing of its page holds it, and by nothing in a dialog', () => {
  document.body.innerHTML =
    '<div id="column"><main><i></i><i></i></main><footer></footer></div><dialog><i></i></dialog>';
  const isHeld = () => document.querySelector('#column')?.hasAttribute('data-foot-held');
  const [first, second, inDialog] = [...document.querySelectorAll<HTMLElement>('i')] as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ];
  expect(holdFoot(inDialog)).toBeUndefined();
  const releases = [holdFoot(first), holdFoot(second)];
  expect(isHeld()).toBe(true);
  releases[0]?.();
  expect(isHeld()).toBe(true);
  // React takes the element away before it calls what its ref gave.
  second.remove();
  releases[1]?.();
  expect(isHeld()).toBe(false);
});
