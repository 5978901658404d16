import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

// Workbox looks at the worker's global scope while it is loaded.
vi.hoisted(() => Object.assign(globalThis, { self: globalThis, __WB_DISABLE_DEV_LOGS: true }));
const { deferredExpiration } = await import('./deferredExpiration.ts');
const { CacheExpiration } = await import('workbox-expiration');
const { executeQuotaErrorCallbacks } = await import('workbox-core/_private/executeQuotaErrorCallbacks.js');
const { hasSignedIn, rememberSignedOut } = await import('./signedOut.ts');

const kept = new Map<string, Set<string>>();
const opened = vi.fn();
const counted = vi.fn();
const event = { waitUntil: vi.fn() };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
  kept.clear();
  globalThis.indexedDB = new IDBFactory();
  vi.clearAllMocks();
  vi.stubGlobal('registration', { scope: 'https://fan.example/' });
  vi.stubGlobal('location', new URL('https://fan.example/sw.js'));
  vi.stubGlobal('caches', {
    has: async (name: string) => kept.has(name),
    delete: async (name: string) => kept.delete(name),
    open: async (name: string) => {
      opened(name);
      return {
        delete: async (given: string | Request) => kept.get(name)?.delete(given instanceof Request ? given.url : given),
        keys: async () => [...(kept.get(name) ?? [])].map((url) => new Request(url)),
        matchAll: async () => {
          counted(name);
          return [...(kept.get(name) ?? [])].map(bodyOf);
        },
      };
    },
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** As large as the number at its address's end says; without one nobody knows. */
function bodyOf(url: string): Response {
  const size = /(\d+)$/.exec(url)?.[1];
  return new Response('', { headers: size === undefined ? {} : { 'content-length': size } });
}

/** A cache as the strategies use it; every act is a moment after the one before. */
function open(name: string, bounds: { maxEntries: number; maxBytes?: number } = { maxEntries: 2 }) {
  const expiration = deferredExpiration(name, { ...bounds, maxAgeSeconds: 3600 });
  const facts = (url: string) => ({ cacheName: name, request: new Request(url), event: event as never, state: {} });
  kept.set(name, kept.get(name) ?? new Set());
  return {
    async add(url: string) {
      vi.setSystemTime(Date.now() + 10);
      kept.get(name)?.add(url);
      await expiration.cacheDidUpdate?.({ ...facts(url), oldResponse: null, newResponse: bodyOf(url) });
    },
    async use(url: string) {
      vi.setSystemTime(Date.now() + 10);
      const cachedResponse = new Response('kept');
      expect(await expiration.cachedResponseWillBeUsed?.({ ...facts(url), cachedResponse })).toBe(cachedResponse);
    },
    miss: async (url: string) => expiration.cachedResponseWillBeUsed?.({ ...facts(url), cachedResponse: undefined }),
    urls: () => [...(kept.get(name) ?? [])].map((url) => url.slice(-1)).join(''),
  };
}
const address = (name: string) => `https://fan.example/${name}`;

async function settled() {
  await vi.advanceTimersByTimeAsync(3_000);
  for (const [promise] of event.waitUntil.mock.calls) await promise;
}

test('DAT-03a the least recently seen goes first, once it is quiet; the worker is kept alive until then', async () => {
  const cache = open('thumbnails');
  await cache.add(address('a'));
  await cache.add(address('b'));
  await settled();
  await cache.use(address('a'));
  await settled();
  await cache.add(address('c'));
  expect(cache.urls()).toBe('abc');
  expect(event.waitUntil).toHaveBeenCalled();
  await settled();
  expect(cache.urls()).toBe('ac');
});

test('DAT-03a a start that only looks at what is kept walks through no record', async () => {
  const cache = open('looked-at');
  for (const name of 'abc') await cache.use(address(name));
  await settled();
  expect(opened).not.toHaveBeenCalled();
  expect(event.waitUntil).toHaveBeenCalledTimes(3);
  await cache.add(address('d'));
  await settled();
  expect(opened).toHaveBeenCalledTimes(1);
  await cache.use(address('d'));
  await settled();
  expect(opened).toHaveBeenCalledTimes(1);
});

test('DAT-03a each use is written down once, as of its time: what was seen before it goes first', async () => {
  const cache = open('uses');
  for (const name of 'ab') await cache.add(address(name));
  await settled();
  for (const name of 'ba') {
    await cache.use(address(name));
    await settled();
  }
  await cache.add(address('c'));
  await settled();
  expect(cache.urls()).toBe('ac');
});

test('DAT-03a of what is not kept no use is written down', async () => {
  const cache = open('misses');
  expect(await cache.miss(address('a'))).toBeNull();
  expect(event.waitUntil).not.toHaveBeenCalled();
});

test('DAT-03a what nobody has seen for longer than its age goes with the next that comes in', async () => {
  const cache = open('old');
  await cache.add(address('a'));
  await settled();
  vi.setSystemTime(Date.now() + 3_600_001);
  await cache.add(address('b'));
  await settled();
  expect(cache.urls()).toBe('b');
});

test('IMG-04 bytes are bounded, not pictures: many small ones stay, large ones push the oldest out', async () => {
  const cache = open('by-bytes', { maxEntries: 100, maxBytes: 1000 });
  for (let at = 0; at < 10; at += 1) await cache.add(address(`${at}-100`));
  await settled();
  expect(kept.get('by-bytes')?.size).toBe(10);
  await cache.use(address('0-100'));
  await settled();
  await cache.add(address('large-600'));
  await settled();
  const left = [...(kept.get('by-bytes') ?? [])].map((url) => url.split('/').at(-1));
  expect(left).toContain('0-100');
  expect(left).toContain('large-600');
  expect(left.length).toBeGreaterThan(2);
  expect(left.reduce((sum, name) => sum + Number(name?.split('-')[1]), 0)).toBeLessThanOrEqual(1000);
});

test('IMG-04 a picture of unknown size counts as a large one', async () => {
  const cache = open('unknown', { maxEntries: 100, maxBytes: 300 * 1024 });
  for (const name of 'abcd') await cache.add(address(name));
  await settled();
  expect(kept.get('unknown')?.size).toBe(2);
});

test('IMG-04 while all is known to fit, bytes are not counted again', async () => {
  const cache = open('known', { maxEntries: 100, maxBytes: 1000 });
  await cache.add(address('a-500'));
  await settled();
  await cache.add(address('b-500'));
  await settled();
  expect(counted).toHaveBeenCalledTimes(1);
  await cache.add(address('c-1'));
  await settled();
  expect(counted.mock.calls.length).toBeGreaterThan(1);
});

test('IMG-04 one larger than all may be stays until the next takes its place', async () => {
  const cache = open('too-large', { maxEntries: 100, maxBytes: 1000 });
  await cache.add(address('a-3000'));
  await settled();
  expect([...(kept.get('too-large') ?? [])]).toEqual([address('a-3000')]);
  await cache.add(address('b-100'));
  await settled();
  expect([...(kept.get('too-large') ?? [])]).toEqual([address('b-100')]);
});

test('IMG-04 what a worker kept and could not write down any more does not keep the next one counting', async () => {
  const cache = open('unrecorded', { maxEntries: 100, maxBytes: 1000 });
  for (const name of ['lost-1-100', 'lost-2-100']) kept.get('unrecorded')?.add(address(name));
  for (let at = 0; at < 9; at += 1) await cache.add(address(`${at}-100`));
  await settled();
  expect([...(kept.get('unrecorded') ?? [])]).toEqual(Array.from({ length: 9 }, (_, at) => address(`${at}-100`)));
});

test('DAT-03a where space runs out each cache goes, also where the device writes nothing any more', async () => {
  const [first, second] = [open('full-1'), open('full-2')];
  await first.add(address('a'));
  await second.add(address('b'));
  const full = vi
    .spyOn(CacheExpiration.prototype, 'delete')
    .mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
  await executeQuotaErrorCallbacks();
  full.mockRestore();
  expect([...kept.keys()]).toEqual([]);
});

test("T26 a fan's cache that went meanwhile does not come back", async () => {
  const cache = open('answers-user-1');
  await cache.add(address('a'));
  kept.delete('answers-user-1');
  await settled();
  expect(opened).not.toHaveBeenCalled();
});

test('SAF-15 what a fan used right before the logout is not written down after it', async () => {
  const cache = open('answers-anonymous');
  await cache.add(address('fan-1'));
  await cache.add(address('b'));
  await settled();
  await cache.use(address('fan-1'));
  await cache.use(address('b'));
  rememberSignedOut('fan-1');
  const { openDB } = await import('idb');
  const db = await openDB('workbox-expiration');
  await db.clear('cache-entries');
  await settled();
  const urls = (await db.getAll('cache-entries')).map(({ url }: { readonly url: string }) => url);
  db.close();
  expect(urls).toEqual([address('b')]);
  hasSignedIn('fan-1');
});
