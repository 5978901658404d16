import { expect, test } from 'vitest';
import { pageOf } from '../navigation/paths.ts';
import { factsOf } from './pages.ts';

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
  expect(factsOf(pageOf(pathname)).section ?? null).toBe(section);
});

test('RTE-18d a name is a page in its own place only: nothing every object has, no common page below', () => {
  for (const file of ['constructor.html', 'toString.html', 'gallery', 'settings.html'])
    expect([file, pageOf(`/club/${file}`)]).toEqual([file, null]);
  expect(pageOf('/common/gallery.html')).toBeNull();
  expect(pageOf('/common/settings.html')).toBe('settings');
});
