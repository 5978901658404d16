// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { CLUB, LEAGUE } from '../../../tests/support/tenants.ts';
import { portraitOf, setHeadLink } from './startupImage.ts';

test('TEN-11b the picture of the start has the size of the upright screen, however the device is held', () => {
  expect(portraitOf(393, 852, 3)).toEqual({ width: 393, height: 852, scale: 3 });
  expect(portraitOf(852, 393, 3)).toEqual({ width: 393, height: 852, scale: 3 });
});

test('TEN-11b a link of its kind is replaced, not added again', () => {
  setHeadLink('apple-touch-icon', `/${CLUB}/icons/apple-touch-180.png`);
  setHeadLink('apple-touch-icon', `/${LEAGUE}/icons/apple-touch-180.png`);
  const links = [...document.head.querySelectorAll('link[rel="apple-touch-icon"]')];
  expect(links.map((link) => link.getAttribute('href'))).toEqual([`/${LEAGUE}/icons/apple-touch-180.png`]);
});
