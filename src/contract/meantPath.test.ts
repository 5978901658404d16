import { expect, test } from 'vitest';
import { meantPath } from './meantPath.ts';

test.each([
  ['/kawasakif', '/kawasakif/'],
  ['/KawasakiF', '/kawasakif/'],
  ['/Wa-Suta/', '/wa-suta/'],
  ['/kawasakif/gallery', '/kawasakif/gallery.html'],
  ['/kawasakif/gallery/', '/kawasakif/gallery.html'],
  ['/KawasakiF/Gallery.HTML', '/kawasakif/gallery.html'],
  ['/kawasakif/INDEX', '/kawasakif/index.html'],
  ['/Common/create-account', '/common/create-account.html'],
  ['/kawasakif/Common/Settings.html', '/kawasakif/common/settings.html'],
])('RTE-18f %s means %s', (address, page) => {
  expect(meantPath(address)).toBe(page);
});

test.each([
  // Right already.
  '/kawasakif/',
  '/kawasakif/gallery.html',
  '/common/create-account.html',
  '/kawasakif/common/settings.html',
  // None of ours.
  '/',
  '/common',
  '/kawasakif/common',
  '/kawasakif/nothing',
  '/kawasakif/create-account',
  '/common/gallery',
  '/kawasakif/gallery.htm',
  '/kawasakif/gallery.html.html',
  '/kawasakif/gallery/x',
  '/kawasakif/share',
  '/kawasakif/Logo.svg',
  // No other site's.
  '//evil.example',
  '//evil/gallery',
  '/\\evil/gallery',
  '/%2f/gallery',
  '/evil.example/gallery',
])('RTE-18d RTE-18f %s leads nowhere else', (address) => {
  expect(meantPath(address)).toBeNull();
});
