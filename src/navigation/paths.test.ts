import { expect, test } from 'vitest';
import { createPaths, pageOf } from './paths.ts';

test.each([
  ['RTE-01a', '/club/', 'index'],
  ['RTE-01a', '/club/index.html', 'index'],
  ['RTE-01a', '/club', 'index'],
  ['RTE-02a', '/club/gallery.html', 'gallery'],
  ['RTE-03', '/club/event-list.html', 'event-list'],
  ['RTE-04', '/club/event-detail.html', 'event-detail'],
  ['RTE-05', '/club/player-detail.html', 'player-detail'],
  ['RTE-06a', '/club/my-photo.html', 'my-photo'],
  ['RTE-07', '/club/ranking-list.html', 'ranking-list'],
  ['RTE-11', '/common/create-account.html', 'create-account'],
  ['TEN-11a', '/club/common/create-account.html', 'create-account'],
  ['RTE-16a', '/club/download.html', 'download'],
  ['RTE-18d', '/club/nothing.html', null],
  ['RTE-18d', '/club/create-account.html', null],
  ['RTE-18d', '/common/gallery.html', null],
  ['RTE-18d', '/common/', null],
  ['RTE-18d', '/club/common/create-account.html/x', null],
])('%s pageOf %s is %s', (_, pathname, page) => {
  expect(pageOf(pathname)).toBe(page);
});

test('RTE-04 RTE-05 addresses carry their parameters, percent-encoded', () => {
  const paths = createPaths('club', false);
  expect(paths.gallery()).toBe('/club/gallery.html');
  expect(paths.gallery('t1')).toBe('/club/gallery.html?team=t1');
  expect(paths.event('e 1')).toBe('/club/event-detail.html?e=e+1');
  expect(new URL(paths.player('山田 & 花子'), 'http://x').searchParams.get('p')).toBe('山田 & 花子');
  expect(paths.member('u', 'my-event')).toBe('/club/my-photo.html?u=u&mode=my-event');
});

test('TEN-11a shared pages stay in the scope of an installed app, elsewhere they name the tenant in t', () => {
  expect(createPaths('club', false).common('create-account')).toBe('/common/create-account.html?t=club');
  expect(createPaths('club', true).common('create-account')).toBe('/club/common/create-account.html');
  expect(createPaths('club', false).search({ ht: 'goal' })).toBe('/common/search-result.html?t=club&ht=goal');
});
