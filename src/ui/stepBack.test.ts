// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stepBack } from './stepBack.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(history, 'back').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.runAllTimers();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const steps = () => vi.mocked(history.back).mock.calls.length;
const arrive = () => dispatchEvent(new PopStateEvent('popstate'));

test('OVL-01d a second press before the browser has stepped back does nothing, one after it steps again', () => {
  stepBack();
  stepBack();
  expect(steps()).toBe(1);
  arrive();
  stepBack();
  expect(steps()).toBe(2);
});

test('OVL-01d a step that never comes does not hold up the next press for long', () => {
  stepBack();
  vi.advanceTimersByTime(999);
  stepBack();
  expect(steps()).toBe(1);
  vi.advanceTimersByTime(1);
  stepBack();
  expect(steps()).toBe(2);
});

test('OVL-01d the wait of a step that came does not end that of the next one', () => {
  stepBack();
  vi.advanceTimersByTime(900);
  arrive();
  stepBack();
  vi.advanceTimersByTime(200);
  stepBack();
  expect(steps()).toBe(2);
});
