import { afterEach, expect, test, vi } from 'vitest';
import { pushAbility } from './push.ts';

afterEach(() => vi.unstubAllGlobals());

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile Safari/604.1';
const IPAD = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.6 Safari/605.1.15';
function browser(userAgent: string, maxTouchPoints: number, permission?: string) {
  const worker = permission === undefined ? {} : { serviceWorker: {} };
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints, ...worker });
  vi.stubGlobal('Notification', permission === undefined ? undefined : { permission });
  vi.stubGlobal('PushManager', permission === undefined ? undefined : class {});
  if (permission === undefined) Reflect.deleteProperty(globalThis, 'PushManager');
  return pushAbility();
}

test('SOC-08c iPhones are told of the home screen, unless the app is there already; others of theirs', () => {
  expect(browser(IPHONE, 5)).toBe('install');
  expect(browser(IPAD, 5)).toBe('install');
  expect(browser(IPAD, 0)).toBe('no');
  expect(browser(IPHONE, 5, 'default')).toBe('yes');
  expect(browser('Chrome', 0, 'granted')).toBe('yes');
  expect(browser('Chrome', 0, 'denied')).toBe('denied');
});
