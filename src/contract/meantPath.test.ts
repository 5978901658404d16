import { expect, test } from 'vitest';
import { CLUB, PUBLISHER } from '../../tests/support/tenants.ts';
import { meantPath } from './meantPath.ts';

test.each([
  [`/${CLUB}`, `/${CLUB}/`],
  [`/${CLUB.toUpperCase()}`, `/${CLUB}/`],
  [`/${PUBLISHER.toUpperCase()}/`, `/${PUBLISHER}/`],
  [`/${CLUB}/gallery`, `/${CLUB}/gallery.html`],
  [`/${CLUB}/gallery/`, `/${CLUB}/gallery.html`],
  [`/${CLUB.toUpperCase()}/Gallery.HTML`, `/${CLUB}/gallery.html`],
  [`/${CLUB}/INDEX`, `/${CLUB}/index.html`],
  ['/Common/create-account', '/common/create-account.html'],
  [`/${CLUB}/Common/Settings.html`, `/${CLUB}/common/settings.html`],
])('RTE-18f %s means %s', (address, page) => {
  expect(meantPath(address)).toBe(page);
});

test.each([
  // Right already.
  `/${CLUB}/`,
  `/${CLUB}/gallery.html`,
  '/common/create-account.html',
  `/${CLUB}/common/settings.html`,
  // None of ours.
  '/',
  '/common',
  `/${CLUB}/common`,
  `/${CLUB}/nothing`,
  `/${CLUB}/create-account`,
  '/common/gallery',
  `/${CLUB}/gallery.htm`,
  `/${CLUB}/gallery.html.html`,
  `/${CLUB}/gallery/x`,
  `/${CLUB}/share`,
  `/${CLUB}/Logo.svg`,
  // No other site's.
  '//evil.example',
  '//evil/gallery',
  '/\\evil/gallery',
  '/%2f/gallery',
  '/evil.example/gallery',
])('RTE-18d RTE-18f %s leads nowhere else', (address) => {
  expect(meantPath(address)).toBeNull();
});
