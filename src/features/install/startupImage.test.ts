// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { CLUB, LEAGUE } from '../../../tests/support/tenants.ts';
import { setHeadLink, startScreens } from './startupImage.ts';

beforeEach(() => document.head.replaceChildren());

test('TEN-11e the pictures of the start have the size of the screen, held upright and on its side', () => {
  const both = [
    { orientation: 'portrait', width: 1179, height: 2556 },
    { orientation: 'landscape', width: 2556, height: 1179 },
  ];
  expect(startScreens({ width: 393, height: 852, scale: 3 })).toEqual(both);
  expect(startScreens({ width: 852, height: 393, scale: 3 })).toEqual(both);
});

test('TEN-11e a link of its kind and medium is replaced, not added again', () => {
  const links = () =>
    [...document.head.querySelectorAll('link')].map((link) => `${link.getAttribute('href')} ${link.media}`);
  for (const id of [CLUB, LEAGUE])
    for (const media of ['(orientation: portrait)', '(orientation: landscape)'])
      setHeadLink('apple-touch-startup-image', `/${id}/start.png`, media);
  expect(links()).toEqual([
    `/${LEAGUE}/start.png (orientation: portrait)`,
    `/${LEAGUE}/start.png (orientation: landscape)`,
  ]);
});
