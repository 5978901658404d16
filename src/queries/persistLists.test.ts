// @vitest-environment happy-dom
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { persistLists } from './persistLists.ts';

const KEY = ['club', 'getPublicList', { publicListId: 'all' }, {}];
const list = (pages: number) => ({
  pages: Array.from({ length: pages }, (_, page) => ({ media_list: [], cursor: `c${page}`, total: 90 })),
  pageParams: Array.from({ length: pages }, (_, page) => (page === 0 ? null : `c${page - 1}`)),
});

/** A page that shows this list, left by a reload. */
function leave(data: unknown, key: readonly unknown[] = KEY, isInvalidated = false) {
  const queryClient = new QueryClient();
  persistLists(queryClient, sessionStorage);
  queryClient.setQueryData(key, data);
  const observer = new QueryObserver(queryClient, { queryKey: key, staleTime: Number.POSITIVE_INFINITY });
  const stop = observer.subscribe(() => undefined);
  if (isInvalidated) void queryClient.invalidateQueries({ refetchType: 'none' });
  dispatchEvent(new Event('pagehide'));
  stop();
}
function comeBack() {
  const queryClient = new QueryClient();
  persistLists(queryClient, sessionStorage);
  return queryClient.getQueryData(KEY);
}
const visit = (address: string, state: object | null) => history.replaceState(state, '', address);

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  visit('/club/gallery.html', { isSeen: true });
});

test('PHO-09a RTE-18a a reload finds the whole list again, also with a photo open over it', () => {
  leave(list(3));
  visit('/club/gallery.html?q=photo', { isSeen: true });
  expect(comeBack()).toEqual(list(3));
});

test('it comes back once: a page that was left meanwhile starts anew', () => {
  leave(list(3));
  comeBack();
  expect(comeBack()).toBeUndefined();
});

test.each([
  ['a new entry of the history', () => visit('/club/gallery.html', null)],
  ['another page', () => visit('/club/gallery.html?team=t1', { isSeen: true })],
  ['another fan (T26)', () => localStorage.setItem('USER_ID', 'aki')],
])('%s has nothing of it', (_what, change) => {
  leave(list(3));
  change();
  expect(comeBack()).toBeUndefined();
  expect(sessionStorage.getItem('kept-lists')).toBeNull();
});

test('PHO-09a half an hour later the list starts anew', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  leave(list(3));
  vi.advanceTimersByTime(30 * 60_000 - 1);
  expect(comeBack()).toEqual(list(3));
  leave(list(3));
  vi.advanceTimersByTime(30 * 60_000);
  expect(comeBack()).toBeUndefined();
  vi.useRealTimers();
});

test.each([
  ['a short list', list(1), KEY, false],
  ['one of a fan who has gone', list(3), KEY, true],
  ['another answer', list(3), ['club', 'getFavoritePhotos', {}, {}], false],
] as const)('%s is not kept', (_, data, key, isInvalidated) => {
  leave(data, key, isInvalidated);
  expect(sessionStorage.getItem('kept-lists')).toBeNull();
});

test('what is no list of ours is thrown away', () => {
  sessionStorage.setItem('kept-lists', '{');
  expect(comeBack()).toBeUndefined();
  expect(sessionStorage.getItem('kept-lists')).toBeNull();
});
