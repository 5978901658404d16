// @vitest-environment happy-dom
import { QueryObserver } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { getDefaultStore, Provider } from 'jotai';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderWith } from '../../../tests/support/render.tsx';
import type { ErrorCode } from '../../contract/errors.ts';
import { LONG_WAIT_MS } from '../../contract/limits.ts';
import { SERVER_STATUS } from '../../contract/loadLimits.ts';
import { SERVER_TROUBLES, type ServerTrouble } from '../../contract/serverStatus.ts';
import { serverTroubles } from '../../messages/jaServerTrouble.ts';
import { NOTHING_KNOWN, type OutboxSnapshot } from '../../outbox/client.ts';
import { createJob } from '../../outbox/outbox.ts';
import { createQueryClient } from '../../queries/queryClient.ts';
import { ServerTroubleBanner } from '../shell/ServerTroubleBanner.tsx';
import { serverTroubleAtom } from '../shell/serverTrouble.ts';
import { type ServerTroubleWatch, watchServerTrouble } from './watchServerTrouble.ts';

/** 9:05 in Tokyo. */
const SINCE = Date.parse('2026-06-10T00:05:00Z');
const storage: ServerTrouble = { code: 'storage', since: SINCE };
const event = { id: 'e', name: '試合', seasonId: null };
const fields = { comment: '', htag: '', player: '', photo_location: null, usepermit: true };
const photo = {
  name: 'a',
  mediaUrl: 'a',
  step: 'ready' as const,
  fileName: 'a.jpg',
  fields,
  prepared: null,
  error: null,
};
const job = createJob({ userId: 'me', tenant: 'club', event, teamId: null, photos: [photo] }, 0);

let troubles: readonly ServerTrouble[] | null;
let asked: number;
/** The server's answer comes once this is kept. */
let line: Promise<void>;
let queryClient: ReturnType<typeof createQueryClient>;
let watches: ServerTroubleWatch[];
const shown = () => getDefaultStore().get(serverTroubleAtom)?.code ?? null;
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

function watch() {
  const ask = async () => {
    asked += 1;
    await line;
    return troubles;
  };
  const made = watchServerTrouble({ queryClient, ask, clock: Date.now });
  watches.push(made);
  return made;
}
beforeEach(() => {
  vi.useFakeTimers();
  getDefaultStore().set(serverTroubleAtom, null);
  queryClient = createQueryClient();
  watches = [];
  troubles = [storage];
  asked = 0;
  line = Promise.resolve();
});
afterEach(() => {
  for (const { noteCall } of watches)
    for (const name of ['getEvents', 'getTeams', 'putReaction']) noteCall(name, false);
  vi.restoreAllMocks();
  queryClient.clear();
  vi.useRealTimers();
});

test('FAN-22c nobody asks while calls succeed; one that failed asks, and the line goes when it succeeds', async () => {
  const { noteCall } = watch();
  noteCall('getEvents', false);
  await pass(2 * SERVER_STATUS.askEveryMs);
  expect([asked, shown()]).toEqual([0, null]);
  noteCall('getEvents', true);
  await pass(0);
  expect([asked, shown()]).toEqual([1, 'storage']);
  noteCall('getTeams', false);
  expect(shown()).toBe('storage');
  noteCall('getEvents', false);
  expect(shown()).toBeNull();
  await pass(2 * SERVER_STATUS.askEveryMs);
  expect(asked).toBe(1);
});

test('FAN-22c what the server says after the calls have succeeded is not shown', async () => {
  const answer = Promise.withResolvers<void>();
  line = answer.promise;
  const { noteCall } = watch();
  noteCall('getEvents', true);
  await pass(0);
  noteCall('getEvents', false);
  answer.resolve();
  await pass(2 * SERVER_STATUS.askEveryMs);
  expect([asked, shown()]).toEqual([1, null]);
});

test('FAN-22c however much fails, it asks once in 30 seconds, and ends with the word that all is well', async () => {
  const { noteCall } = watch();
  for (const name of ['getEvents', 'getTeams', 'putReaction']) noteCall(name, true);
  await pass(SERVER_STATUS.askEveryMs - 1);
  noteCall('getEvents', true);
  await pass(0);
  expect(asked).toBe(1);
  await pass(1);
  expect([asked, shown()]).toEqual([2, 'storage']);
  troubles = [];
  await pass(SERVER_STATUS.askEveryMs);
  expect([asked, shown()]).toEqual([3, null]);
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(4 * SERVER_STATUS.askEveryMs);
  expect(asked).toBe(3);
});

test('FAN-22c without an answer it keeps what is shown, and asks again only while something is', async () => {
  troubles = null;
  const { noteCall } = watch();
  noteCall('getEvents', true);
  await pass(4 * SERVER_STATUS.askEveryMs);
  expect([asked, shown()]).toEqual([1, null]);
  troubles = [storage];
  noteCall('getEvents', true);
  await pass(0);
  troubles = null;
  await pass(SERVER_STATUS.askEveryMs);
  expect([asked, shown()]).toEqual([3, 'storage']);
});

test('FAN-22c a page that is not seen asks when it is seen again', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  watch().noteCall('getEvents', true);
  await pass(SERVER_STATUS.askEveryMs);
  expect(asked).toBe(0);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(0);
  expect([asked, shown()]).toEqual([1, 'storage']);
});

test('FAN-22c a page that takes long asks, and the line goes with what it waited for', async () => {
  watch();
  const { promise, resolve } = Promise.withResolvers<string>();
  const stop = new QueryObserver(queryClient, { queryKey: ['slow'], queryFn: () => promise }).subscribe(
    () => undefined,
  );
  await pass(LONG_WAIT_MS - 1);
  expect(asked).toBe(0);
  await pass(1);
  expect([asked, shown()]).toEqual([1, 'storage']);
  resolve('here');
  await pass(0);
  expect(shown()).toBeNull();
  stop();
});

test.each([
  ['the server’s fault', 'SlowDown', null, 1],
  ['the server’s fault, of an original', null, 'UNAVAILABLE', 1],
  ['no signal', 'NETWORK', 'NETWORK', 0],
  ['nothing', null, null, 0],
] as const)('FAN-22c a post that waits because of %s', async (_, error, original: ErrorCode | null, times) => {
  const originals = original === null ? {} : { originals: { attempts: 1, notBefore: 0, error: original } };
  let snapshot: OutboxSnapshot = { ...NOTHING_KNOWN, isLoaded: true, jobs: [{ ...job, ...originals, error }] };
  let tell: () => void = () => undefined;
  const subscribe = (listener: () => void) => {
    tell = listener;
    return () => undefined;
  };
  watch().followPosts({ subscribe, read: () => snapshot });
  await pass(0);
  expect([asked, shown()]).toEqual([times, times === 1 ? 'storage' : null]);
  snapshot = { ...snapshot, jobs: [] };
  tell();
  expect(shown()).toBeNull();
});

test.each(SERVER_TROUBLES)('FAN-22a %s is one quiet line with the time, and that photos are safe', async (code) => {
  vi.useRealTimers();
  getDefaultStore().set(serverTroubleAtom, { code, since: SINCE });
  await renderWith(
    <Provider store={getDefaultStore()}>
      <ServerTroubleBanner />
    </Provider>,
  );
  const line = screen.getByRole('status').textContent ?? '';
  expect(line).toBe(serverTroubles[code]('9:05'));
  expect(line).toContain('投稿する写真は端末に保存され、あとで自動で送信されます。');
});
