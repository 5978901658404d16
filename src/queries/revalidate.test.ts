// @vitest-environment happy-dom
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRevalidation } from '../api/revalidation.ts';
import { AppError } from '../contract/errors.ts';
import { NEW_ANSWERS } from '../services/services.tsx';
import { revalidateSsrData, revalidateStale } from './revalidate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function setUp() {
  const queryClient = new QueryClient();
  const revalidation = createRevalidation(NEW_ANSWERS);
  const asked: string[] = [];
  const leaving = new Map<string, () => void>();
  for (const name of ['getTeams', 'getSeasons']) {
    const observer = new QueryObserver(queryClient, {
      queryKey: ['club', name],
      queryFn: () => asked.push(name),
      staleTime: Number.POSITIVE_INFINITY,
      initialData: 0,
    });
    leaving.set(
      name,
      observer.subscribe(() => undefined),
    );
  }
  revalidateStale(queryClient, revalidation);
  return { revalidation, asked, leave: (name: string) => leaving.get(name)?.() };
}

test('DAT-02c a page that was opened without signal asks for everything once there is signal', async () => {
  const { asked } = setUp();
  dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual(['getTeams', 'getSeasons']);
});

test('DAT-02c on a line that was only slow, what is old is asked for again until it is new', async () => {
  const { revalidation, asked } = setUp();
  revalidation.report('getTeams', true);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(asked, 'soon once: the signal may have come while the page started').toEqual(['getTeams']);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(asked).toEqual(['getTeams', 'getTeams']);
  revalidation.report('getTeams', false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual(['getTeams', 'getTeams']);
});

test('DAT-02c nothing is asked for while nobody looks at the page, and soon when somebody does', async () => {
  const { revalidation, asked } = setUp();
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  revalidation.report('getTeams', true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([]);
  hidden.mockReturnValue(false);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(asked).toEqual(['getTeams']);
});

test('DAT-02c a new answer of another call does not end the wait for what is old, nor its banner', async () => {
  const { revalidation, asked } = setUp();
  revalidation.report('getTeams', true);
  revalidation.report('getSeasons', false);
  expect(revalidation.getSnapshot().isStale).toBe(true);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(asked).toEqual(['getTeams']);
});

test('DAT-02c what was old and is looked at no more does not call the next page old', async () => {
  const { revalidation, leave } = setUp();
  revalidation.report('getTeams', true);
  revalidation.report('getSeasons', true);
  leave('getTeams');
  expect([...revalidation.getSnapshot().endpoints]).toEqual(['getSeasons']);
  leave('getSeasons');
  expect(revalidation.getSnapshot().isStale).toBe(false);
  revalidation.report('getPersons', true);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(revalidation.getSnapshot().isStale, 'loaded ahead, never shown').toBe(false);
});

test('DAT-02b T29 what is missing is asked for when a probe says there is signal, and not before', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  let hasSignal = false;
  const ask = vi.fn(async () => (hasSignal ? 'here' : Promise.reject(new AppError('NETWORK', 'later'))));
  const broken = vi.fn(() => Promise.reject(new AppError('INTERNAL', 'later')));
  const states: string[] = [];
  new QueryObserver(queryClient, { queryKey: ['club', 'getEvent'], queryFn: ask }).subscribe(({ status }) =>
    states.push(status),
  );
  new QueryObserver(queryClient, { queryKey: ['club', 'getTeams'], queryFn: broken }).subscribe(() => undefined);
  const probe = vi.fn(async () => hasSignal);
  revalidateStale(queryClient, createRevalidation(NEW_ANSWERS), probe);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(probe.mock.calls.length).toBeGreaterThan(2);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(states.at(-1)).toBe('error');
  hasSignal = true;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(queryClient.getQueryData(['club', 'getEvent'])).toBe('here');
  probe.mockClear();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(probe, 'all is there').not.toHaveBeenCalled();
  expect(broken, 'a failing server is asked when the fan says so').toHaveBeenCalledTimes(1);
});

test.each([
  ['a fan', false, 'navigate', null, true],
  ['a visitor', true, 'navigate', null, false],
  ['a visitor whose page may be the copy of a worker', true, 'navigate', {}, true],
  ['a visitor who comes back to it', true, 'back_forward', null, true],
])('DAT-02c the answers in the page are asked for again: %s', (_, isVisitor, type, controller, isAsked) => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceNavigationTiming]);
  vi.stubGlobal('navigator', { serviceWorker: { controller } });
  const queryClient = new QueryClient();
  queryClient.setQueryData(['club', 'getPublicList'], { pages: [] });
  revalidateSsrData(queryClient, [['club', 'getPublicList']], isVisitor);
  expect(queryClient.getQueryState(['club', 'getPublicList'])?.isInvalidated).toBe(isAsked);
});

test('DAT-02c the answers of a page the fan has left are asked for, too: the worker is to keep them', async () => {
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } });
  const queryClient = new QueryClient();
  for (const name of ['getEvents', 'getPhotocons']) queryClient.setQueryData(['club', name], 'from the page');
  const ask = vi.fn(async () => 'from the worker');
  const leave = new QueryObserver(queryClient, {
    queryKey: ['club', 'getEvents'],
    queryFn: ask,
    staleTime: Number.POSITIVE_INFINITY,
  }).subscribe(() => undefined);
  leave();
  const keys = [
    ['club', 'getEvents'],
    ['club', 'getPhotocons'],
  ];
  revalidateSsrData(queryClient, keys, true);
  await vi.advanceTimersByTimeAsync(0);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(keys.map((key) => queryClient.getQueryState(key)?.status)).toEqual(['success', 'success']);
  expect(queryClient.getQueryData(['club', 'getPhotocons']), 'nobody looked at it').toBe('from the page');
});
