/** Rows and pictures of kept matches: what counts as here, what goes with what, whose it is. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeCaches } from '../../../tests/fakes/fakeCaches.ts';
import type { Photo, PhotoPage } from '../../contract/entities.ts';
import { KEPT_CACHE } from '../../contract/kept.ts';
import { BEST_OF_EVENT } from '../../contract/limits.ts';
import { fetchMissing, LineFailure, type Missing } from './fetchMissing.ts';
import { keptAnswer } from './keptAnswers.ts';
import { answerKeyOf, openKept } from './keptDatabase.ts';
import { findKept, hasKept } from './keptMark.ts';
import { forgetFan, forgetKeptPhoto, readKept, removeKept, writeList, writePicture, writeRecord } from './keptStore.ts';
import { createKeptView } from './keptView.ts';
import { createStoring } from './storing.ts';

const FAN = 'f0000000-0000-4000-8000-00000000000f';
let caches: ReturnType<typeof fakeCaches>;
beforeEach(() => {
  caches = fakeCaches();
  vi.stubGlobal('caches', caches.storage);
});
afterEach(async () => {
  await removeKept([...(await readKept()).records.keys()]);
  vi.unstubAllGlobals();
});

const nameOf = (n: number) => `ugc/club/e1/original/${String(n).padStart(20, '0')}.jpg`;
const addressOf = (name: string) => `https://cdn.test/${name}`;
const photoOf = (n: number, facts: Partial<Photo> = {}): Photo =>
  ({
    media_url: nameOf(n),
    event_id: 'e1',
    player: '',
    htag: [],
    comment: '',
    photo_location: null,
    user_id: 'u1',
    created_at: `2026-11-20 10:00:${String(59 - n).padStart(2, '0')}`,
    reactionInfo: { reactions: [], total: 0, media_url: nameOf(n), own_reacted: false },
    ...facts,
  }) as Photo;

async function keep(ref: string, photos: readonly Photo[], own: Parameters<typeof writeList>[1]['own'] = null) {
  const id = `club/event/${ref}`;
  const page = { tenant: 'club', kind: 'event', ref, title: ref, path: `/club/event-detail.html?e=${ref}` } as const;
  const state = { isWanted: false, onMetered: false, failure: null, wholeAt: 1, checkedAt: 1, openedAt: 1 };
  await writeRecord({ ...page, ...state, id });
  const answers = {
    [answerKeyOf('getEvent', { params: { eventId: ref } })]: { event_id: ref, user_id: FAN, user_name: '私' },
  };
  await writeList(id, { photos, answers, own }, 2);
  for (const { media_url: name } of photos) await store(name);
  return id;
}
async function store(name: string) {
  await (await caches.storage.open(KEPT_CACHE)).put(addressOf(name), new Response('x'));
  await writePicture(name, { address: addressOf(name), bytes: 1 });
}
const ask = (query: Record<string, string>, userId: string | null = null) =>
  keptAnswer({ tenant: 'club', userId, name: 'getPublicList', query }, null) as Promise<PhotoPage | undefined>;
const shown = async (query: Record<string, string>, userId: string | null = null) =>
  (await ask(query, userId))?.media_list.map(({ media_url }) => media_url);

test('KEP-01d removing one leaves the pictures another has, and drops the others', async () => {
  const first = await keep('e1', [photoOf(1), photoOf(2)]);
  const second = await keep('e2', [photoOf(2)]);
  await removeKept([first]);
  expect(caches.addressesIn(KEPT_CACHE)).toEqual([addressOf(nameOf(2))]);
  await removeKept([second]);
  expect(caches.addressesIn(KEPT_CACHE)).toEqual([]);
  expect((await readKept()).pictures.size).toBe(0);
});

test('KEP-01f a photo that is gone from the list leaves the device with the next reading', async () => {
  const id = await keep('e1', [photoOf(1), photoOf(2)]);
  await writeList(id, { photos: [photoOf(2)], answers: {}, own: null }, 3);
  expect(caches.addressesIn(KEPT_CACHE)).toEqual([addressOf(nameOf(2))]);
  await forgetKeptPhoto(nameOf(2));
  expect(caches.addressesIn(KEPT_CACHE)).toEqual([]);
  expect(await shown({ e: 'e1' })).toEqual([]);
});

test('KEP-01e T26 only photos that are here are shown, and none of another club', async () => {
  await keep('e1', [photoOf(1), photoOf(2)]);
  await (await openKept()).delete('pictures', nameOf(2));
  expect(await shown({ e: 'e1' })).toEqual([nameOf(1)]);
  expect(await shown({ e: 'e3' })).toBeUndefined();
  const elsewhere = { tenant: 'other', userId: null, name: 'getPublicList', query: { e: 'e1' } } as const;
  expect(await keptAnswer(elsewhere, null)).toBeUndefined();
});

test('LST-01e a kept match has the most liked first where that is asked', async () => {
  const liked = (n: number, total: number) =>
    photoOf(n, { reactionInfo: { reactions: [], total, media_url: nameOf(n), own_reacted: false } });
  await keep('e1', [liked(1, 0), liked(2, 3), liked(3, 5), liked(4, 3)]);
  expect(await shown({ e: 'e1', sort: 'likes' })).toEqual([3, 2, 4, 1].map(nameOf));
  expect(await shown({ e: 'e1' })).toEqual([1, 2, 3, 4].map(nameOf));
});

test('FAN-18d without signal the best photos of a kept match, by the same rule; what was seen goes before', async () => {
  const photos = Array.from({ length: BEST_OF_EVENT.photosMin }, (_, n) =>
    photoOf(n, {
      user_id: `fan${n % 6}`,
      option: n === 5 ? 'best' : null,
      reactionInfo: { reactions: [], total: n < 5 ? n : 0, media_url: nameOf(n), own_reacted: false },
    }),
  );
  await keep('e1', photos);
  expect(await shown({ e: 'e1', best: 'true' })).toEqual([5, 4, 3, 2, 1].map(nameOf));
  const call = { tenant: 'club', userId: null, name: 'getPublicList', query: { e: 'e1', best: 'true' } } as const;
  expect(await keptAnswer(call, { media_list: [], cursor: null, total: null })).toBeUndefined();
  await keep('e1', photos.slice(1));
  expect(await shown({ e: 'e1', best: 'true' })).toEqual([]);
});

test('KEP-01e what was seen last goes before what was kept; each photo once, the newest first', async () => {
  await keep('e1', [photoOf(1), photoOf(2)]);
  const seen = { media_list: [photoOf(0), photoOf(1, { comment: '新しい' })], cursor: 'x', total: 9 };
  const call = { tenant: 'club', userId: null, name: 'getPublicList', query: { e: 'e1' } } as const;
  const page = (await keptAnswer(call, seen)) as PhotoPage;
  expect(page.media_list.map(({ media_url }) => media_url)).toEqual([0, 1, 2].map(nameOf));
  expect(page).toMatchObject({ cursor: null, total: 9 });
  expect(page.media_list[1]?.comment).toBe('新しい');
});

test('KEP-01g SAF-15 likes and mutes are shown to their fan alone, and go with the fan', async () => {
  const own = { userId: FAN, liked: [nameOf(1)], unseen: [nameOf(2)] };
  await keep('e1', [photoOf(1), photoOf(2), photoOf(3, { user_id: FAN })], own);
  const likes = async (userId: string | null) =>
    (await ask({ e: 'e1' }, userId))?.media_list.map(({ reactionInfo }) => reactionInfo.own_reacted);
  expect(await likes(FAN)).toEqual([true, false]);
  expect(await likes('another')).toEqual([false, false, false]);
  await forgetFan(FAN);
  expect(await likes(FAN)).toEqual([false, false]);
  expect(caches.addressesIn(KEPT_CACHE)).not.toContain(addressOf(nameOf(3)));
  const db = await openKept();
  const rows = await Promise.all([...db.objectStoreNames].map((name) => db.getAll(name)));
  expect(JSON.stringify(rows)).not.toContain(FAN);
  const event = { tenant: 'club', userId: null, name: 'getEvent', params: { eventId: 'e1' } } as const;
  expect(await keptAnswer(event, null)).toEqual({ event_id: 'e1', user_id: null, user_name: null });
});

const picture = () => new Response('bytes', { headers: { 'content-type': 'image/avif' } });
function order(answer: (address: string) => Response | Promise<Response>, names: readonly number[]) {
  const stored: string[] = [];
  const asked: string[] = [];
  const abort = new AbortController();
  const missing = names.map((n): Missing => ({ name: nameOf(n), address: addressOf(nameOf(n)) }));
  const run = fetchMissing({
    missing,
    cacheName: KEPT_CACHE,
    atOnce: 2,
    signal: abort.signal,
    onStored: async ({ name }) => void stored.push(name),
    fetch: async (address) => {
      asked.push(String(address));
      return answer(String(address));
    },
  });
  return { run, stored, asked, abort };
}

test('KEP-01c each picture is stored once whole; what is on the device already is not asked for', async () => {
  await (await caches.storage.open('previews')).put(addressOf(nameOf(1)), picture());
  const { run, stored, asked } = order(picture, [1, 2, 3]);
  expect(await run).toEqual([]);
  expect(new Set(stored)).toEqual(new Set([1, 2, 3].map(nameOf)));
  expect(asked).toEqual([2, 3].map((n) => addressOf(nameOf(n))));
});

test('KEP-01c a picture that is nowhere is left out; a failing server ends the run, what is here stays', async () => {
  const gone = order(
    (address) => (address.includes(nameOf(2)) ? new Response('', { status: 404 }) : picture()),
    [1, 2, 3],
  );
  expect(await gone.run).toEqual([{ name: nameOf(2), address: addressOf(nameOf(2)) }]);
  expect(gone.stored).toHaveLength(2);
  const failing = order(
    (address) => (address.includes(nameOf(5)) ? new Response('', { status: 503 }) : picture()),
    [4, 5, 6, 7, 8],
  );
  await expect(failing.run).rejects.toBeInstanceOf(LineFailure);
  // The one that was fetched beside it has ended, too.
  await new Promise((resolve) => setImmediate(resolve));
  expect(failing.asked.length).toBeLessThanOrEqual(4);
  expect(caches.addressesIn(KEPT_CACHE)).toContain(addressOf(nameOf(4)));
});

test.each([
  ['a portal’s page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['an empty answer', () => new Response('', { headers: { 'content-type': 'image/avif' } })],
])('KEP-01c T24 %s is no picture', async (_name, answer) => {
  const { run, stored } = order(answer, [1]);
  await expect(run).rejects.toBeInstanceOf(LineFailure);
  expect(stored).toEqual([]);
  expect(caches.addressesIn(KEPT_CACHE)).toEqual([]);
});

test('KEP-01d a full device ends the run with its own word for it', async () => {
  caches.faults.put = Object.assign(new Error('full'), { name: 'QuotaExceededError' });
  const { run, stored } = order(picture, [1, 2]);
  await expect(run).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect(stored).toEqual([]);
});

test('KEP-03d a photo that has left its list meanwhile is not noted, nor one of a match that is gone', async () => {
  const id = await keep('e1', [photoOf(1), photoOf(2), photoOf(3, { user_id: FAN })]);
  const view = createKeptView();
  await view.reload();
  const takeIn = async (n: number) => {
    await (await caches.storage.open(KEPT_CACHE)).put(addressOf(nameOf(n)), new Response('x'));
    const end = async () => undefined;
    await createStoring(view, end)(id, { name: nameOf(n), address: addressOf(nameOf(n)) }, 1);
  };
  // The view knows the list of before.
  await forgetFan(FAN);
  await takeIn(3);
  expect(caches.addressesIn(KEPT_CACHE)).toEqual([1, 2].map((n) => addressOf(nameOf(n))));
  await takeIn(2);
  expect([...(await readKept()).pictures.keys()]).toEqual([1, 2].map(nameOf));
  await removeKept([id]);
  await takeIn(1);
  expect([(await readKept()).pictures.size, caches.addressesIn(KEPT_CACHE)]).toEqual([0, []]);
});

test('KEP-03a a mark the browser lost when it was killed is found again by the pictures', async () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
  expect(await findKept()).toBe(false);
  await keep('e1', [photoOf(1)]);
  stored.clear();
  expect([await findKept(), hasKept()]).toEqual([true, true]);
});
