import { afterEach, expect, test, vi } from 'vitest';
import { ASK_EVERY_MS, takeOver } from './takeOver.ts';

afterEach(() => vi.useRealTimers());

test('T28 a worker is asked to take over at once, and again until the page goes', () => {
  vi.useFakeTimers();
  const messageSkipWaiting = vi.fn();
  takeOver({ messageSkipWaiting });
  expect(messageSkipWaiting).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(3 * ASK_EVERY_MS);
  expect(messageSkipWaiting).toHaveBeenCalledTimes(4);
  vi.clearAllTimers();
});
