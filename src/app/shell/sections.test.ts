import { expect, test } from 'vitest';
import { pageOf } from '../../session/paths.ts';
import { sectionOf } from './sections.ts';

test.each([
  ['/club/', 'home'],
  ['/club/gallery.html', 'gallery'],
  ['/club/event-list.html', 'events'],
  ['/club/event-detail.html', 'events'],
  ['/club/ranking-list.html', 'ranking'],
  ['/common/notice-list.html', 'notices'],
  ['/club/common/notice-list.html', 'notices'],
  ['/club/my-photo.html', 'member'],
  ['/common/create-account.html', null],
  ['/club/nowhere.html', null],
])('HDR-06 at %s the section %s is marked', (pathname, section) => {
  expect(sectionOf(pageOf(pathname))).toBe(section);
});
