// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { fixTabletViewport, isTablet } from './viewport.ts';

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15';
const phone = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140 Mobile Safari/537.36';
const tablet = 'Mozilla/5.0 (Linux; Android 15; Pixel Tablet) Chrome/140 Safari/537.36';

test.each([
  ['an iPad that calls itself a Mac', mac, 5, 820, true],
  ['an Android tablet', tablet, 10, 800, true],
  ['a Mac', mac, 0, 900, false],
  ['an iPhone', iphone, 5, 390, false],
  ['an Android phone', phone, 5, 412, false],
  ['a Windows laptop with touch', 'Mozilla/5.0 (Windows NT 10.0)', 10, 900, false],
])('LAY-01b %s gets the tablet viewport or not', (_, userAgent, maxTouchPoints, shortestSide, expected) => {
  expect(isTablet({ userAgent, maxTouchPoints, shortestSide })).toBe(expected);
});

afterEach(() => void vi.unstubAllGlobals());

test.each([
  ['a tablet', tablet, 800, 'width=1800, viewport-fit=cover'],
  ['a phone', phone, 412, 'width=device-width'],
])('LAY-01b the viewport of %s', (_, userAgent, side, expected) => {
  document.head.innerHTML = '<meta name="viewport" content="width=device-width">';
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints: 5 });
  vi.stubGlobal('screen', { width: side, height: 2 * side });
  fixTabletViewport();
  expect(document.querySelector('meta')?.content).toBe(expected);
});
