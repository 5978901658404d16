// @vitest-environment happy-dom
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { persistReferenceData } from './persistReferenceData.ts';
import { createQueryClient } from './queryClient.ts';

const KEY = ['club', 'getSeasons', {}, {}];
const MINUTE = 60_000;
const begun = Date.parse('2026-06-10T03:00:00Z');

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers({ now: begun });
});
afterEach(() => void vi.useRealTimers());

/** A page of this window that has read the seasons. */
async function readOnce(answer: string) {
  const queryClient = createQueryClient();
  await persistReferenceData(queryClient, sessionStorage, 'shared');
  await queryClient.fetchQuery({ queryKey: KEY, queryFn: async () => answer });
  await queryClient.fetchQuery({ queryKey: ['club', 'getPublicList', {}, {}], queryFn: async () => 'photos' });
  // Written at most once a second.
  await vi.advanceTimersByTimeAsync(2_000);
}
/** The next page of this window. */
async function nextPage() {
  const queryClient = createQueryClient();
  await persistReferenceData(queryClient, sessionStorage, 'shared');
  return queryClient;
}

test('DAT-01a shared data is in session storage for five minutes: restored while fresh, forgotten after', async () => {
  await readOnce('seasons');
  expect(JSON.parse(sessionStorage.getItem('shared') ?? '{}')).toMatchObject({ buster: '2.00' });
  vi.setSystemTime(begun + 4.9 * MINUTE);
  const fresh = await nextPage();
  expect(fresh.getQueryData(KEY)).toBe('seasons');
  expect(fresh.getQueryData(['club', 'getPublicList', {}, {}])).toBeUndefined();
  vi.setSystemTime(begun + 5.2 * MINUTE);
  expect((await nextPage()).getQueryData(KEY)).toBeUndefined();
});

test('DAT-01b what was restored is shown at once and read again in the background', async () => {
  await readOnce('old');
  vi.setSystemTime(begun + MINUTE);
  const queryClient = await nextPage();
  const shown: unknown[] = [];
  const observer = new QueryObserver(queryClient, { queryKey: KEY, queryFn: async () => 'new' });
  shown.push(observer.getCurrentResult().data);
  observer.subscribe(({ data }) => shown.push(data));
  await vi.advanceTimersByTimeAsync(100);
  expect(shown[0]).toBe('old');
  expect(shown.at(-1)).toBe('new');
});

test('DAT-01a what a page has read before it keeps anything is stored, too', async () => {
  const queryClient = createQueryClient();
  queryClient.setQueryData(KEY, 'of the page');
  await persistReferenceData(queryClient, sessionStorage, 'shared');
  await vi.advanceTimersByTimeAsync(2_000);
  expect((await nextPage()).getQueryData(KEY)).toBe('of the page');
});

test('DAT-01b what came with the page is newer than what was kept, and is not read again', async () => {
  await readOnce('kept');
  const queryClient = createQueryClient();
  queryClient.setQueryData(KEY, 'of the page');
  await persistReferenceData(queryClient, sessionStorage, 'shared');
  expect([queryClient.getQueryData(KEY), queryClient.getQueryState(KEY)?.isInvalidated]).toEqual([
    'of the page',
    false,
  ]);
});

test('DAT-01a data of another version is not restored', async () => {
  await readOnce('seasons');
  const kept = JSON.parse(sessionStorage.getItem('shared') ?? '{}');
  sessionStorage.setItem('shared', JSON.stringify({ ...kept, buster: '1.99' }));
  expect((await nextPage()).getQueryData(KEY)).toBeUndefined();
});

test('DAT-01a within five minutes a window reads shared data once, later again', async () => {
  const queryClient = await nextPage();
  const read = vi.fn(async () => 'seasons');
  const look = () => new QueryObserver(queryClient, { queryKey: KEY, queryFn: read }).subscribe(() => undefined);
  look()();
  await vi.advanceTimersByTimeAsync(4.9 * MINUTE);
  look()();
  expect(read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(0.2 * MINUTE);
  look()();
  expect(read).toHaveBeenCalledTimes(2);
});
