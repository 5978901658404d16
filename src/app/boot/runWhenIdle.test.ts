// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runWhenIdle } from './runWhenIdle.ts';

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = '<div id="root"></div>';
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

test('what waits for an idle browser runs once', () => {
  const run = vi.fn();
  runWhenIdle(run);
  vi.runAllTimers();
  expect(run).toHaveBeenCalledTimes(1);
});

test('what is cancelled never runs, also when its page is gone', () => {
  const run = vi.fn();
  const cancel = runWhenIdle(run);
  cancel();
  document.body.replaceChildren();
  vi.runAllTimers();
  expect(run).not.toHaveBeenCalled();
});
