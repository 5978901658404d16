// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadCodeEmail, loadPendingEmail, savePendingEmail } from './pendingEmail.ts';

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => void vi.useRealTimers());

test('SAF-15 a typed address stays in the tab for half an hour, and no longer', () => {
  savePendingEmail(' aki@example.jp');
  expect(loadPendingEmail()).toBe('aki@example.jp');
  vi.advanceTimersByTime(30 * 60_000 - 1);
  expect(loadPendingEmail()).toBe('aki@example.jp');
  vi.advanceTimersByTime(1);
  expect([loadPendingEmail(), sessionStorage.length]).toEqual(['', 0]);
});

test('ACC-04f a code is asked for at the address it was mailed to alone', () => {
  savePendingEmail('aki@example.jp');
  expect(loadCodeEmail()).toBe('');
  savePendingEmail('aki@example.jp', { isCodeSent: true });
  // A login with it on the way changes nothing, another address has no code.
  savePendingEmail('aki@example.jp');
  expect(loadCodeEmail()).toBe('aki@example.jp');
  savePendingEmail('ben@example.jp');
  expect([loadPendingEmail(), loadCodeEmail()]).toEqual(['ben@example.jp', '']);
});
