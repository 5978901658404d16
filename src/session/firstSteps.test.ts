// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { beginFirstSteps, endFirstSteps, isInFirstSteps } from './firstSteps.ts';

afterEach(() => vi.unstubAllGlobals());

test('MOD-04 who just activated an account is new until the tutorial is over, once', () => {
  expect(endFirstSteps()).toBe(false);
  beginFirstSteps();
  expect(isInFirstSteps()).toBe(true);
  expect(endFirstSteps()).toBe(true);
  expect(isInFirstSteps()).toBe(false);
  expect(endFirstSteps()).toBe(false);
});

test('MOD-04 where storage is denied nobody is new and nothing breaks', () => {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: denied, setItem: denied, removeItem: denied });
  beginFirstSteps();
  expect(endFirstSteps()).toBe(false);
});
