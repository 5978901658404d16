/** What the browser fetches by itself for a ZIP: when it is asked to, what is kept of it, and what ends it (KEP-03). */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeCaches } from '../../../tests/fakes/fakeCaches.ts';
import { fakeSystemFetches } from '../../../tests/fakes/fakeSystemFetches.ts';
import { ORIGINAL_MEAN_BYTES } from '../../contract/limits.ts';
import { endSystemFetches } from '../kept/endSystemFetch.ts';
import { createUnfinishedZipStore, UNFINISHED_ZIP, type ZipRecord } from '../storage/unfinishedZip.ts';
import { fetchZipBySystem, isFetchingZip } from './fetchZipBySystem.ts';
import { SYSTEM_FETCH } from './systemFetch.ts';
import { SystemCancelled } from './watchSystemFetch.ts';
import { endZipFetches } from './zipFetch.ts';

const addressOf = (n: number) => `https://cdn.test/ugc/club/e1/original/${n}.jpg`;
const recordOf = (count: number, begunAt = 1): ZipRecord => ({
  tenantId: 'club',
  userId: null,
  about: '開幕戦',
  leftOut: 0,
  begunAt,
  photos: Array.from({ length: count }, (_, n) => ({
    address: addressOf(n),
    name: `${n}.jpg`,
    postedAt: 0,
    isPreview: false,
  })),
});
const picture = (headers: Record<string, string> = {}) =>
  new Response('bytes', { headers: { 'content-type': 'image/jpeg', ...headers } });

let caches: ReturnType<typeof fakeCaches>;
let system: ReturnType<typeof fakeSystemFetches>;
let permission: string;
let freeBytes: number;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  caches = fakeCaches();
  system = fakeSystemFetches();
  permission = 'granted';
  freeBytes = 100_000_000_000;
  const stored = new Map<string, string>();
  vi.stubGlobal('caches', caches.storage);
  vi.stubGlobal('location', { href: 'https://fans.test/club/' });
  vi.stubGlobal('navigator', {
    onLine: true,
    permissions: { query: async () => ({ state: permission }) },
    storage: { estimate: async () => ({ quota: freeBytes, usage: 0 }) },
    serviceWorker: { getRegistration: async () => ({ backgroundFetch: system.manager }) },
  });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function ask(record = recordOf(10)) {
  const abort = new AbortController();
  const counts: number[] = [];
  const stalls: boolean[] = [];
  const run = fetchZipBySystem({
    record,
    store: createUnfinishedZipStore(),
    title: '取得',
    icon: '/icon.png',
    signal: abort.signal,
    onKept: (count) => void counts.push(count),
    onStalled: (isStalled) => void stalls.push(isStalled),
  });
  run.catch(() => undefined);
  return { run, abort, counts, stalls };
}
const begun = (at = 0) => vi.waitFor(() => system.all[at] ?? expect.fail('not begun'));
const kept = () => caches.addressesIn(UNFINISHED_ZIP).filter((address) => address.endsWith('.jpg')).length;
const untilKept = (count: number) => vi.waitFor(() => expect(kept()).toBe(count));

test('KEP-03e each is kept as it comes; what is kept is not asked for', async () => {
  await createUnfinishedZipStore().keep(addressOf(0), new Blob(['kept']));
  const { run, counts } = ask();
  const fetched = await begun();
  expect(fetched.asked).toEqual(
    recordOf(10)
      .photos.slice(1)
      .map(({ address }) => address),
  );
  for (const [count, url] of fetched.asked.entries()) {
    fetched.answer(url, picture());
    await untilKept(count + 2);
  }
  await fetched.end();
  await run;
  expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(system.all).toHaveLength(1);
});

test('KEP-03e more than it may be asked for at once come one fetch after the other', async () => {
  const { run } = ask(recordOf(SYSTEM_FETCH.max + SYSTEM_FETCH.min));
  for (const [at, count] of [SYSTEM_FETCH.max, SYSTEM_FETCH.min].entries()) {
    const fetched = await begun(at);
    expect(fetched.asked).toHaveLength(count);
    for (const url of fetched.asked) fetched.answer(url, picture());
    await fetched.end();
  }
  await run;
  expect(kept()).toBe(SYSTEM_FETCH.max + SYSTEM_FETCH.min);
});

test('KEP-03e a page that comes later goes on with what runs for this ZIP, and with no other', async () => {
  ask();
  const fetched = await begun();
  expect([await isFetchingZip(recordOf(10)), await isFetchingZip(recordOf(10, 2))]).toEqual([true, false]);
  const later = ask();
  await vi.advanceTimersByTimeAsync(0);
  for (const url of fetched.asked) fetched.answer(url, picture());
  await fetched.end();
  await later.run;
  expect([system.all.length, kept()]).toEqual([1, 10]);
});

test.each<[string, () => void, number?]>([
  ['there is none', () => vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({}) } })],
  [
    'the fan would be asked first',
    () => {
      permission = 'prompt';
    },
  ],
  [
    'the fan has refused it',
    () => {
      permission = 'denied';
    },
  ],
  [
    'the browser refuses',
    () => {
      system.faults.refuse = new Error('NotAllowedError');
    },
  ],
  [
    'there is no room for all of them twice',
    () => {
      freeBytes = 2 * 10 * ORIGINAL_MEAN_BYTES;
    },
  ],
  ['it is not worth it', () => undefined, SYSTEM_FETCH.min - 1],
])('KEP-03f the page is left to fetch where %s', async (_, arrange, count = 10) => {
  arrange();
  await ask(recordOf(count)).run;
  expect(system.all).toEqual([]);
});

test('KEP-03f what begins nothing is given up, and not tried again today', async () => {
  const { run } = ask();
  const fetched = await begun();
  await vi.advanceTimersByTimeAsync(SYSTEM_FETCH.startMs);
  await run;
  expect(fetched.failureReason).toBe('aborted');
  await ask().run;
  expect(system.all).toHaveLength(1);
});

test('KEP-03f what does not go on is told, until it does', async () => {
  const { stalls } = ask();
  const fetched = await begun();
  fetched.answer(addressOf(0), picture());
  await untilKept(1);
  await vi.advanceTimersByTimeAsync(SYSTEM_FETCH.stalledMs);
  expect(stalls.at(-1)).toBe(true);
  fetched.answer(addressOf(1), picture());
  await vi.waitFor(() => expect(stalls.at(-1)).toBe(false));
});

test.each<[string, Response | Error]>([
  ['an error page', new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['a part of it', picture({ 'content-length': '9' })],
  ['an error', new Response('', { status: 500, headers: { 'content-type': 'image/jpeg' } })],
  ['no answer', new Error('line')],
])('KEP-03f %s instead of a picture is not kept; the page asks again', async (_, answer) => {
  const { run } = ask();
  const fetched = await begun();
  for (const url of fetched.asked.slice(1)) fetched.answer(url, picture());
  fetched.answer(addressOf(0), answer);
  await untilKept(9);
  await fetched.end();
  await run;
  expect([kept(), system.all.length]).toEqual([9, 1]);
});

test('KEP-03f on a full device it ends, and what came stays', async () => {
  const { run } = ask();
  const fetched = await begun();
  fetched.answer(addressOf(0), picture());
  await untilKept(1);
  caches.faults.put = new DOMException('full', 'QuotaExceededError');
  fetched.answer(addressOf(1), picture());
  await run;
  expect([fetched.failureReason, kept()]).toEqual(['aborted', 1]);
});

test('KEP-03f given up by the page it ends; ended in the notification the page hears of it', async () => {
  const { run, abort } = ask();
  const fetched = await begun();
  abort.abort(new Error('given up'));
  await expect(run).rejects.toThrow('given up');
  expect(fetched.failureReason).toBe('aborted');
  const again = ask();
  await (await begun(1)).abort();
  await expect(again.run).rejects.toThrow(SystemCancelled);
});

test('KEP-03d KEP-03f a logout ends what the browser fetches, whatever it is for', async () => {
  ask();
  const zip = await begun();
  await endSystemFetches();
  expect(zip.failureReason).toBe('aborted');
});

test('KEP-03f what runs for ZIPs is ended, and nothing else', async () => {
  ask();
  const zip = await begun();
  const match = await system.manager.fetch('kept:club/event/e1', []);
  await endZipFetches();
  expect([zip.failureReason, match.failureReason]).toEqual(['aborted', '']);
});
