// @vitest-environment happy-dom
import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../contract/errors.ts';
import { createQueryClient, retryDelayMs } from './queryClient.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A part of a page that looks at an answer; gives the end of its looking. */
const look = (queryClient: QueryClient, name: string, queryFn: (signal: AbortSignal) => Promise<unknown>) =>
  new QueryObserver(queryClient, {
    queryKey: ['club', name],
    queryFn: ({ signal }) => queryFn(signal),
  }).subscribe(() => undefined);

test('T29 on a dead link a page asks three times with growing pauses, and then leaves it alone', async () => {
  const queryClient = createQueryClient();
  const asked: number[] = [];
  const began = Date.now();
  for (let part = 0; part < 12; part += 1)
    look(queryClient, `part${part}`, async () => {
      asked.push(Date.now() - began);
      throw new AppError('NETWORK', 'later');
    });
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  const times = [...new Set(asked)];
  expect(asked).toHaveLength(12 * 3);
  expect(times).toHaveLength(3);
  const [first = 0, second = 0, third = 0] = times;
  expect(second - first).toBeGreaterThanOrEqual(1_000);
  expect(third - second).toBeGreaterThanOrEqual(2 * (second - first));
});

test('DAT-02b where the browser knows of no signal, what was not kept is said at once', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const ask = vi.fn(async () => Promise.reject(new AppError('NETWORK', 'later')));
  look(createQueryClient(), 'getEvent', ask);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(1);
  vi.restoreAllMocks();
});

test('DAT-02b what will not change is not asked for again', async () => {
  const queryClient = createQueryClient();
  const ask = vi.fn(async () => Promise.reject(new AppError('EVENT_NOT_FOUND', 'never')));
  look(queryClient, 'getEvent', ask);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('requests of a page that was left are aborted', async () => {
  const queryClient = createQueryClient();
  const signals: AbortSignal[] = [];
  const leave = look(queryClient, 'getPublicList', (signal) => {
    signals.push(signal);
    return new Promise((_resolve, fail) =>
      signal.addEventListener('abort', () => fail(new AppError('ABORTED', 'later'))),
    );
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  leave();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});

test('HLF-16b a query waits as long as the server asks for, within half a minute', () => {
  const asked = (retryAfterMs?: number) => new AppError('OVERLOADED', 'later', { retryAfterMs });
  expect([retryDelayMs(0, asked(8_000), 0), retryDelayMs(0, asked(8_000), 0.5)]).toEqual([8_000, 12_000]);
  expect([retryDelayMs(1, asked()), retryDelayMs(0, asked(90_000), 0)]).toEqual([2_000, 30_000]);
});

test('HLF-16b a part of a page asks again when the server said, not sooner', async () => {
  const queryClient = createQueryClient();
  let asked = 0;
  look(queryClient, 'busy', async () => {
    asked += 1;
    throw new AppError('OVERLOADED', 'later', { retryAfterMs: 10_000 });
  });
  await vi.advanceTimersByTimeAsync(9_900);
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(10_200);
  expect(asked).toBe(2);
});
