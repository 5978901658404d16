import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeCaches } from '../tests/fakes/fakeCaches.ts';
import { wipeUserCaches } from './wipeUserCaches.ts';

const FAN = 'f0000000-0000-4000-8000-00000000000f';
const RECORD = 'workbox-expiration';
const at = (path: string) => `https://fans.example/${path}`;

let caches: ReturnType<typeof fakeCaches>;
beforeEach(() => {
  caches = fakeCaches();
  globalThis.indexedDB = new IDBFactory();
  vi.stubGlobal('caches', caches.storage);
});
afterEach(() => void vi.unstubAllGlobals());

const keep = async (name: string, path: string, body = '{}', init?: ResponseInit) =>
  (await caches.storage.open(name)).put(
    new Request(at(path), { headers: { accept: '*/*' } }),
    new Response(body, init),
  );
const databases = async () => (await indexedDB.databases()).map(({ name }) => name);

/** Workbox's record, as it makes it. */
const openRecord = () =>
  openDB(RECORD, 1, { upgrade: (db) => void db.createObjectStore('cache-entries', { keyPath: 'id' }) });
async function writeDown(...rows: readonly (readonly [cacheName: string, path: string])[]): Promise<void> {
  const db = await openRecord();
  for (const [cacheName, path] of rows)
    await db.put('cache-entries', { id: `${cacheName}|${at(path)}`, cacheName, url: at(path), timestamp: 1 });
  db.close();
}
async function writtenDown(): Promise<string[]> {
  const db = await openRecord();
  const rows = (await db.getAll('cache-entries')) as { readonly url: string }[];
  db.close();
  return rows.map(({ url }) => url);
}

test('SAF-15 what names the fan goes by address or words, whatever it varies by; pictures by address', async () => {
  await keep('answers-anonymous', `user/${FAN}`, '{}', { headers: { vary: 'accept' } });
  await keep('answers-anonymous', 'ranking', `{"first":"${FAN}"}`, { headers: { vary: 'accept' } });
  await keep('answers-anonymous', 'events');
  await keep('pages-r1', 'club/', `<p>${FAN}`);
  await keep('thumbnails', `avatar/${FAN}/a.jpg`);
  await keep('thumbnails', 'ugc/b.jpg', FAN);
  await wipeUserCaches(FAN);
  expect(caches.addressesIn('answers-anonymous')).toEqual([at('events')]);
  expect(caches.addressesIn('pages-r1')).toEqual([]);
  expect(caches.addressesIn('thumbnails')).toEqual([at('ugc/b.jpg')]);
});

test('SAF-15 an entry that expires while a logout looks through them does not end it', async () => {
  await keep('answers-anonymous', 'gone');
  await keep('answers-anonymous', `user/${FAN}`);
  const cache = await caches.storage.open('answers-anonymous');
  vi.spyOn(caches.storage, 'open').mockResolvedValue({
    ...cache,
    match: async (request, options) => {
      await cache.delete(at('gone'), { ignoreVary: true });
      return cache.match(request, options);
    },
  });
  await wipeUserCaches(FAN);
  expect(caches.addressesIn('answers-anonymous')).toEqual([]);
});

test('SAF-15 in the record of uses nothing is left that names the fan, nor of a cache that is gone', async () => {
  await keep('pages-r1', 'club/');
  await writeDown(['pages-r1', 'club/'], ['pages-r1', `club/my-photo.html?u=${FAN}`], ['answers-user-1', 'mine']);
  await wipeUserCaches(FAN);
  expect(await writtenDown()).toEqual([at('club/')]);
});

test('SAF-15 the record is let go: workbox may change its tables', async () => {
  await writeDown(['pages-r1', 'club/']);
  await wipeUserCaches(FAN);
  const blocked = vi.fn();
  await new Promise((done) => {
    const request = indexedDB.deleteDatabase(RECORD);
    request.onblocked = blocked;
    request.onsuccess = done;
  });
  expect(blocked).not.toHaveBeenCalled();
});

test('SAF-15 a device without a record gets none, which workbox would take for its own', async () => {
  await wipeUserCaches(FAN);
  (await openDB('another', 1)).close();
  await wipeUserCaches(FAN);
  expect(await databases()).toEqual(['another']);
});

test('SAF-15 a browser that cannot list its databases wipes its caches all the same', async () => {
  await keep('pages-r1', 'club/', FAN);
  Object.defineProperty(indexedDB, 'databases', { configurable: true, value: undefined });
  await wipeUserCaches(FAN);
  expect(caches.addressesIn('pages-r1')).toEqual([]);
  Reflect.deleteProperty(indexedDB, 'databases');
  expect(await databases()).toEqual([]);
});

test('SAF-15 a record without its table is no reason to fail', async () => {
  (await openDB(RECORD, 1)).close();
  await expect(wipeUserCaches(FAN)).resolves.toBeUndefined();
});
