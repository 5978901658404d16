// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetTypedPassword, hasTypedPassword, keepTypedPassword, takeTypedPassword } from './typedPassword.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  forgetTypedPassword();
  vi.useRealTimers();
});

test('FAN-07c the typed password is given once, for its address alone, and stands in no storage', () => {
  keepTypedPassword('Fan@example.jp ', 'Stadium2026');
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])).not.toContain('Stadium2026');
  expect(hasTypedPassword('other@example.jp')).toBe(false);
  expect(takeTypedPassword('Fan@example.jp')).toBe('Stadium2026');
  expect(takeTypedPassword('Fan@example.jp')).toBeNull();
});

test('FAN-07c asked for another address it is forgotten altogether', () => {
  keepTypedPassword('fan@example.jp', 'Stadium2026');
  expect(takeTypedPassword('other@example.jp')).toBeNull();
  expect(hasTypedPassword('fan@example.jp')).toBe(false);
});

test('FAN-07c half an hour ends it, also on a device that slept, and so does leaving the page', () => {
  keepTypedPassword('fan@example.jp', 'Stadium2026');
  vi.setSystemTime(Date.now() + 31 * 60_000);
  expect(hasTypedPassword('fan@example.jp')).toBe(false);
  keepTypedPassword('fan@example.jp', 'Stadium2026');
  vi.advanceTimersByTime(30 * 60_000);
  expect(takeTypedPassword('fan@example.jp')).toBeNull();
  keepTypedPassword('fan@example.jp', 'Stadium2026');
  dispatchEvent(new Event('pagehide'));
  expect(hasTypedPassword('fan@example.jp')).toBe(false);
});
