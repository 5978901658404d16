/** A match kept by both ways at once: the browser's own, and the page's where that breaks off (KEP-03). */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeCaches } from '../../../tests/fakes/fakeCaches.ts';
import { fakeSystemFetches } from '../../../tests/fakes/fakeSystemFetches.ts';
import type { Photo } from '../../contract/entities.ts';
import { KEPT_CACHE } from '../../contract/kept.ts';
import { createKeeper, type Keeper } from './keeper.ts';
import { hasKept } from './keptMark.ts';
import { readKept, removeKept, writeList, writeRecord } from './keptStore.ts';

const ID = 'club/event/e1';
const PAGE = {
  tenant: 'club',
  kind: 'event',
  ref: 'e1',
  title: '開幕戦',
  path: '/club/event-detail.html?e=e1',
} as const;
const photoOf = (n: number) =>
  ({
    media_url: `ugc/club/e1/original/${String(n).padStart(20, '0')}.jpg`,
    has_preview: true,
    width: 1,
    height: 1,
  }) as Photo;
const photos = Array.from({ length: 12 }, (_, n) => photoOf(n));
const picture = () => new Response('bytes', { headers: { 'content-type': 'image/jpeg' } });

let caches: ReturnType<typeof fakeCaches>;
let system: ReturnType<typeof fakeSystemFetches>;
let byPage: string[];
let keeper: Keeper;
beforeEach(async () => {
  caches = fakeCaches();
  system = fakeSystemFetches();
  byPage = [];
  vi.stubGlobal('caches', caches.storage);
  vi.stubGlobal('location', { href: 'https://fans.test/club/' });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('createImageBitmap', async () => Promise.reject(new Error('no AVIF')));
  vi.stubGlobal('navigator', {
    onLine: true,
    permissions: { query: async () => ({ state: 'granted' }) },
    serviceWorker: { getRegistration: async () => ({ backgroundFetch: system.manager }) },
  });
  vi.stubGlobal('fetch', async (address: string) => {
    byPage.push(address);
    return picture();
  });
  const state = { isWanted: false, onMetered: false, failure: null, wholeAt: null, openedAt: 1 };
  await writeRecord({ ...PAGE, ...state, id: ID, checkedAt: Date.now() });
  await writeList(ID, { photos, answers: {}, own: null }, Date.now());
  keeper = await createKeeper({
    config: { api: 'https://api.test', apiKey: 'key', objects: { publicBase: 'https://cdn.test' } } as never,
    tenant: 'club',
    getFan: async () => null,
    noticeOf: ({ title }) => ({ title, icon: '/icon.png' }),
  });
  await keeper.keep(PAGE, { onMetered: true });
});
afterEach(async () => {
  await removeKept([...(await readKept()).records.keys()]);
  vi.unstubAllGlobals();
});
const begun = () => vi.waitFor(() => system.all[0] ?? expect.fail('not begun'));
const shown = () => keeper.getSnapshot().matches[0];
const untilShown = (facts: object) => vi.waitFor(() => expect(shown()).toMatchObject(facts), { timeout: 5_000 });

test('KEP-03b broken off in the midst, the page fetches what is missing and nothing else', async () => {
  const fetched = await begun();
  await untilShown({ isBySystem: true, isWanted: true });
  const came = fetched.asked.slice(0, 5);
  for (const url of came) fetched.answer(url, picture());
  await untilShown({ stored: 5 });
  await fetched.end('fetch-error');
  await untilShown({ stored: 12, isWanted: false, isBySystem: false, failure: null });
  expect(shown()?.wholeAt).not.toBeNull();
  expect(byPage.sort()).toEqual(fetched.asked.slice(5).toSorted());
  expect(caches.addressesIn(KEPT_CACHE)).toHaveLength(12);
});

test('KEP-03c paused it ends, and resumed what is missing alone is asked for', async () => {
  const fetched = await begun();
  fetched.answer(fetched.asked[0] ?? '', picture());
  await untilShown({ stored: 1 });
  await keeper.pause(ID);
  expect(fetched.failureReason).toBe('aborted');
  expect([shown()?.isWanted, shown()?.stored, byPage]).toEqual([false, 1, []]);
  await keeper.keep(PAGE, { onMetered: true });
  const again = await vi.waitFor(() => system.all[1] ?? expect.fail('not begun again'));
  expect(again.asked).toEqual(fetched.asked.slice(1));
  await keeper.remove(ID);
  expect([again.failureReason, shown(), caches.addressesIn(KEPT_CACHE)]).toEqual(['aborted', undefined, []]);
});

test('KEP-03c ended in the notification it is shown as paused, and the page does not go on', async () => {
  const fetched = await begun();
  fetched.answer(fetched.asked[0] ?? '', picture());
  await untilShown({ stored: 1 });
  await fetched.abort();
  await untilShown({ isWanted: false, failure: null, stored: 1, isBySystem: false });
  expect(byPage).toEqual([]);
});

test('KEP-03d that any match is kept is known before its first picture, and no longer once it is removed', async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
  await keeper.keep({ ...PAGE, ref: 'e2' }, { onMetered: true });
  expect(hasKept()).toBe(true);
  for (const { id } of keeper.getSnapshot().matches) await keeper.remove(id);
  expect(hasKept()).toBe(false);
});

test('KEP-03c a match that waits for its turn is paused and removed at once, and the one before it goes on', async () => {
  const fetched = await begun();
  const other = { ...PAGE, ref: 'e2', title: '第2節', path: '/club/event-detail.html?e=e2' } as const;
  const otherId = 'club/event/e2';
  const recordOfOther = () => keeper.getSnapshot().matches.find(({ id }) => id === otherId);
  const within = (task: Promise<void>) =>
    Promise.race([task.then(() => 'done'), new Promise((late) => setTimeout(late, 2_000, 'waits'))]);
  await keeper.keep(other, { onMetered: true });
  expect(await within(keeper.pause(otherId))).toBe('done');
  expect(recordOfOther()?.isWanted).toBe(false);
  await keeper.keep(other, { onMetered: true });
  expect(await within(keeper.remove(otherId))).toBe('done');
  expect(recordOfOther()).toBeUndefined();
  // Whatever was asked of the other one, this one is still at it, and nothing was begun for the other.
  for (const url of fetched.asked) fetched.answer(url, picture());
  await fetched.end();
  await untilShown({ stored: 12, isWanted: false, failure: null });
  expect(system.all).toHaveLength(1);
  expect(byPage).toEqual([]);
});
