import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LONG_WAIT_MS } from '../contract/limits.ts';
import { retryFirstLoads, watchLongWaits } from './longWaits.ts';
import { createQueryClient } from './queryClient.ts';

let client: QueryClient;
let told: boolean[];
let stop: () => void;
let shown: (() => void)[];
beforeEach(() => {
  vi.useFakeTimers();
  client = createQueryClient();
  told = [];
  shown = [];
  stop = watchLongWaits(client, (isLong) => told.push(isLong));
});
afterEach(() => {
  for (const unsubscribe of shown) unsubscribe();
  stop();
  client.clear();
  vi.useRealTimers();
});

/** Somebody looks at a query; its answers are given in turn. */
function show(key: string, answers: Promise<string>[], isOld = false) {
  if (isOld) client.setQueryData([key], 'old', { updatedAt: 1 });
  let asked = 0;
  const queryFn = () => answers[asked++] ?? Promise.reject(new Error('asked once more'));
  shown.push(new QueryObserver(client, { queryKey: [key], queryFn, staleTime: 0 }).subscribe(() => undefined));
}
const never = () => new Promise<string>(() => undefined);

test('DAT-04a what does not come for ten seconds is told, once, and no more when it has come', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  show('slow', [promise]);
  await vi.advanceTimersByTimeAsync(LONG_WAIT_MS - 1);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(told).toEqual([true]);
  resolve('here');
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toEqual([true, false]);
});

test('DAT-04a nothing is told of what is there already, comes in time, is looked at by nobody, or was left', async () => {
  show('old', [never()], true);
  show('quick', [Promise.resolve('here')]);
  void client.prefetchQuery({ queryKey: ['ahead'], queryFn: never });
  show('left', [never()]);
  shown.pop()?.();
  await vi.advanceTimersByTimeAsync(3 * LONG_WAIT_MS);
  expect(told).toEqual([]);
});

test('DAT-04b a try anew gives the old one up, and waits ten seconds more', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  show('slow', [never(), promise]);
  await vi.advanceTimersByTimeAsync(LONG_WAIT_MS);
  void retryFirstLoads(client);
  await vi.advanceTimersByTimeAsync(LONG_WAIT_MS - 1);
  expect(told).toEqual([true, false]);
  resolve('here');
  await vi.advanceTimersByTimeAsync(0);
  expect(client.getQueryData(['slow'])).toBe('here');
  await vi.advanceTimersByTimeAsync(2 * LONG_WAIT_MS);
  expect(told).toEqual([true, false]);
});
