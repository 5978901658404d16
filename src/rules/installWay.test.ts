import { expect, test } from 'vitest';
import { installWay, isAppleTouchDevice } from './installWay.ts';

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const iphone = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${WEBKIT}`;
const way = (userAgent: string, touchPoints = 5) => installWay({ userAgent, touchPoints });

test('TEN-11d Safari and the other browsers of an iPhone add to the home screen by their share menu', () => {
  expect(way(`${iphone} Version/26.0 Mobile/15E148 Safari/604.1`)).toBe('share');
  expect(way(`${iphone} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`)).toBe('share');
  expect(way(`${iphone} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`)).toBe('share');
});

test('TEN-11d an iPad calls itself a Mac; a Mac has no touch screen', () => {
  const mac = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.6 Safari/605.1.15`;
  expect(way(mac)).toBe('share');
  expect(way(mac, 0)).toBeNull();
  expect(isAppleTouchDevice({ userAgent: mac, touchPoints: 0 })).toBe(false);
});

test('TEN-11d a browser inside another app must open Safari first', () => {
  expect(way(`${iphone} Mobile/15E148 Safari Line/15.1.0`)).toBe('openSafari');
  expect(way(`${iphone} Mobile/15E148 Instagram 300.0.0.0 (iPhone14,5; iOS 18_6; ja_JP)`)).toBe('openSafari');
  expect(way(`${iphone} Mobile/22G86 [FBAN/FBIOS;FBAV/500.0;FBDV/iPhone14,5]`)).toBe('openSafari');
  expect(way(`${iphone} Mobile/15E148 Twitter for iPhone/11.0`)).toBe('openSafari');
  expect(way(`${iphone} Mobile/15E148`)).toBe('openSafari');
});

test('TEN-11d other devices need no instructions', () => {
  expect(
    way('Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36'),
  ).toBeNull();
});
