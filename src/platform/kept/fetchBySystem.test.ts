/** What the browser fetches by itself: when it is asked to, what is taken in, and what ends it (KEP-03). */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeCaches } from '../../../tests/fakes/fakeCaches.ts';
import { fakeSystemFetches } from '../../../tests/fakes/fakeSystemFetches.ts';
import { KEPT_CACHE } from '../../contract/kept.ts';
import { KEPT } from '../../contract/limits.ts';
import { SYSTEM_FETCH } from '../systemFetch/systemFetch.ts';
import { SteppedAside, SystemCancelled } from '../systemFetch/watchSystemFetch.ts';
import { fetchBySystem } from './fetchBySystem.ts';
import type { Missing } from './fetchMissing.ts';
import { changeRecord, readRecord } from './keptRecords.ts';
import { forgetFan, removeKept, writeRecord } from './keptStore.ts';

const ID = 'club/event/e1';
const PAGE = {
  tenant: 'club',
  kind: 'event',
  ref: 'e1',
  title: '開幕戦',
  path: '/club/event-detail.html?e=e1',
} as const;
const STATE = { isWanted: true, onMetered: false, failure: null, wholeAt: null, checkedAt: 1, openedAt: 1 };
const nameOf = (n: number) => `ugc/club/e1/original/${String(n).padStart(20, '0')}.jpg`;
const addressOf = (n: number) => `https://cdn.test/${nameOf(n)}`;
const all = Array.from({ length: 10 }, (_, n): Missing => ({ name: nameOf(n), address: addressOf(n) }));
const picture = () => new Response('bytes', { headers: { 'content-type': 'image/avif' } });

let caches: ReturnType<typeof fakeCaches>;
let system: ReturnType<typeof fakeSystemFetches>;
let permission: string;
let freeBytes: number;
let isWaitedFor: boolean;
let navigatorStub: { onLine: boolean };
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  caches = fakeCaches();
  system = fakeSystemFetches();
  permission = 'granted';
  isWaitedFor = false;
  freeBytes = 10_000_000_000;
  const stored = new Map<string, string>();
  navigatorStub = {
    onLine: true,
    ...{
      permissions: { query: async () => ({ state: permission }) },
      storage: { estimate: async () => ({ quota: freeBytes, usage: 0 }) },
      serviceWorker: { getRegistration: async () => ({ backgroundFetch: system.manager }) },
    },
  };
  vi.stubGlobal('caches', caches.storage);
  vi.stubGlobal('navigator', navigatorStub);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
  await writeRecord({ ...PAGE, ...STATE, id: ID });
});
afterEach(async () => {
  await removeKept([ID]);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function ask(missing: readonly Missing[] = all, onStored: (one: Missing) => Promise<void> = async () => undefined) {
  const abort = new AbortController();
  const stalls: boolean[] = [];
  const run = fetchBySystem({
    ...{ missing, cacheName: KEPT_CACHE, signal: abort.signal, onStored, id: ID, title: '保存', icon: '/icon.png' },
    onBegan: async () => undefined,
    onStalled: (isStalled) => void stalls.push(isStalled),
    isWaitedFor: () => isWaitedFor,
  });
  run.catch(() => undefined);
  return { run, abort, stalls };
}
const begun = () => vi.waitFor(() => system.all[0] ?? expect.fail('not begun'));
const stored = () => caches.addressesIn(KEPT_CACHE).length;
const untilStored = (count: number) => vi.waitFor(() => expect(stored()).toBe(count));

test('KEP-03a while a page looks, each is taken in as it comes; what is on the device is not asked for', async () => {
  await (await caches.storage.open('previews')).put(addressOf(0), picture());
  const { run } = ask();
  const fetched = await begun();
  expect(fetched.asked).toEqual(all.slice(1).map(({ address }) => address));
  expect((await readRecord(ID))?.isBySystem).toBe(true);
  for (const [count, url] of fetched.asked.entries()) {
    fetched.answer(url, picture());
    await untilStored(count + 1);
  }
  await fetched.end();
  expect(await run).toBe(true);
});

test('KEP-03a a page that comes later goes on with what runs, and asks for nothing', async () => {
  ask();
  const fetched = await begun();
  const later = ask(all.slice(5));
  await vi.advanceTimersByTimeAsync(0);
  for (const url of fetched.asked) fetched.answer(url, picture());
  await fetched.end();
  expect(await later.run).toBe(true);
  expect(system.all).toHaveLength(1);
});

test.each<[string, () => void, (readonly Missing[])?]>([
  [
    'without Background Fetch',
    () => vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({}) } }),
  ],
  ['without a worker', () => vi.stubGlobal('navigator', {})],
  ['where the fan would be asked first', () => (permission = 'prompt')],
  ['where it is refused', () => (permission = 'denied')],
  [
    'where the browser refuses at the last moment',
    () => (system.faults.refuse = new DOMException('', 'NotAllowedError')),
  ],
  ['where there is no room for twice the bytes', () => (freeBytes = KEPT.spareBytes + all.length * KEPT.meanBytes)],
  ['for a few pictures', () => undefined, all.slice(0, SYSTEM_FETCH.min - 1)],
])('KEP-03b %s the page fetches', async (_, arrange, missing) => {
  arrange();
  expect(await ask(missing).run).toBe(false);
  expect(system.all).toEqual([]);
  expect((await readRecord(ID))?.isBySystem ?? false).toBe(false);
});

test('KEP-03b one that does not begin is given up, and not tried again for a while', async () => {
  const { run } = ask();
  const fetched = await begun();
  await vi.advanceTimersByTimeAsync(SYSTEM_FETCH.startMs);
  expect(await run).toBe(false);
  expect(fetched.failureReason).toBe('aborted');
  expect(await readRecord(ID)).toMatchObject({ isWanted: true, isBySystem: false });
  expect(await ask().run).toBe(false);
  expect(system.all).toHaveLength(1);
  vi.setSystemTime(Date.now() + SYSTEM_FETCH.restMs + 1);
  ask();
  await vi.waitFor(() => expect(system.all).toHaveLength(2));
});

test('KEP-03c without signal, or paused in the notification, it is told that it does not go on', async () => {
  navigatorStub.onLine = false;
  const { stalls } = ask();
  const fetched = await begun();
  await vi.advanceTimersByTimeAsync(SYSTEM_FETCH.startMs);
  expect([stalls.at(-1), fetched.result]).toEqual([true, '']);
  navigatorStub.onLine = true;
  fetched.answer(addressOf(0), picture());
  expect(stalls.at(-1)).toBe(false);
  await vi.advanceTimersByTimeAsync(SYSTEM_FETCH.stalledMs);
  expect([stalls.at(-1), fetched.result]).toEqual([true, '']);
});

test('KEP-03c one that does not go on lets another match go first, and is gone on with later', async () => {
  isWaitedFor = true;
  const { run } = ask();
  const fetched = await begun();
  fetched.answer(addressOf(0), picture());
  await untilStored(1);
  await vi.advanceTimersByTimeAsync(SYSTEM_FETCH.stalledMs);
  await expect(run).rejects.toBeInstanceOf(SteppedAside);
  expect([fetched.result, (await readRecord(ID))?.isBySystem]).toEqual(['', true]);
});

test('KEP-03c paused by the fan here it ends at once; what came stays', async () => {
  const { run, abort } = ask();
  const fetched = await begun();
  fetched.answer(addressOf(0), picture());
  await untilStored(1);
  abort.abort();
  await expect(run).rejects.toMatchObject({ name: 'AbortError' });
  expect([fetched.failureReason, stored()]).toEqual(['aborted', 1]);
  expect(await readRecord(ID)).toMatchObject({ isBySystem: false });
});

test('KEP-03c ended by the fan in the notification it is a pause', async () => {
  const { run } = ask();
  await (await begun()).abort();
  await expect(run).rejects.toBeInstanceOf(SystemCancelled);
  // The worker may have heard of it first.
  const again = ask();
  const fetched = await vi.waitFor(() => system.all[1] ?? expect.fail('not begun'));
  await changeRecord(ID, { isWanted: false, isBySystem: false });
  await fetched.abort();
  await expect(again.run).rejects.toBeInstanceOf(SystemCancelled);
});

test('KEP-03d SAF-15 a logout ends it, and it is nobody’s pause', async () => {
  const { run } = ask();
  const fetched = await begun();
  await forgetFan('f0000000-0000-4000-8000-00000000000f');
  expect(fetched.failureReason).toBe('aborted');
  expect(await run).toBe(false);
  expect((await readRecord(ID))?.isWanted).toBe(true);
});

test('KEP-03b breaking off in the midst, what is missing is left to the page', async () => {
  const { run } = ask();
  const fetched = await begun();
  fetched.answer(addressOf(0), picture());
  fetched.answer(addressOf(1), new Response('', { status: 404 }));
  fetched.answer(addressOf(2), new Response('<html>', { headers: { 'content-type': 'text/html' } }));
  await untilStored(1);
  await fetched.end('fetch-error');
  expect(await run).toBe(false);
  expect(caches.addressesIn(KEPT_CACHE)).toEqual([addressOf(0)]);
});

test('KEP-03d what cannot be stored ends it with its reason', async () => {
  const { run } = ask(all, async () => {
    throw new Error('budget');
  });
  const fetched = await begun();
  fetched.answer(addressOf(0), picture());
  await expect(run).rejects.toThrow('budget');
  expect(fetched.failureReason).toBe('aborted');
});
