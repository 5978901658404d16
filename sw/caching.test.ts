import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KEPT_CACHE } from '../src/contract/kept.ts';
import { PAGE_META_TAG } from '../src/contract/pageMetaTag.ts';
import { userCacheName } from '../src/platform/storage/userCaches.ts';
import { WIPE_MESSAGE } from '../src/platform/storage/workerMessages.ts';
import { ORIGIN, offline, requestOf, type StartedWorker, startWorker, stopWorker } from '../tests/fakes/fakeWorker.ts';
import { CLUB, LEAGUE } from '../tests/support/tenants.ts';

let worker: StartedWorker;
beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  worker = await startWorker(() => import('./main.ts'));
});
afterEach(stopWorker);

const typed = (type: string, body: string, init: ResponseInit = {}) =>
  new Response(body, { ...init, headers: { 'content-type': type, ...init.headers } });
const page = (words: string, init?: ResponseInit) => typed('text/html; charset=utf-8', PAGE_META_TAG + words, init);
const portal = () => typed('text/html', '<html>log in here');
const json = (value: object, init?: ResponseInit) => typed('application/json', JSON.stringify(value), init);
const jpeg = (body = 'jpeg', init?: ResponseInit) => typed('image/jpeg', body, init);

/** What is shown of an address, once the worker has come to rest; null: nothing. `network` null: no signal. */
async function shown(request: Request, network: Response | null): Promise<string | null> {
  worker.world.network = network === null ? offline : async () => network.clone();
  const words = await worker.ask(request).then(
    (response) => response?.text() ?? null,
    () => null,
  );
  await worker.settle();
  return words;
}
const navigation = (path: string, headers: Record<string, string> = {}) =>
  requestOf(path, { mode: 'navigate', headers });
const keptIn = (name: string) => worker.caches.addressesIn(name).map((address) => address.replace(ORIGIN, ''));

test('RTE-18c a page that was seen opens without signal, whatever its headers; else the shell does', async () => {
  const path = `/${CLUB}/event-detail.html?e=1`;
  await shown(navigation(path, { accept: 'text/html' }), page('the event', { headers: { vary: 'accept' } }));
  expect(keptIn('pages-r2')).toEqual([path]);
  const answer = await worker.ask(navigation(path, { accept: '*/*' }));
  expect([await answer?.text(), answer?.headers.has('x-stale')]).toEqual([`${PAGE_META_TAG}the event`, false]);
  expect(await shown(navigation(`/${CLUB}/gallery.html`), null)).toBe('the shell');
});

test('T24 DAT-02a a portal’s page and a 404 are shown and not kept; a failing server shows what was seen', async () => {
  const path = `/${CLUB}/`;
  expect(await shown(navigation(path), portal())).toContain('log in here');
  expect(await shown(navigation(path), page('nothing here', { status: 404 }))).toContain('nothing here');
  expect(await shown(navigation(path), typed('text/plain', PAGE_META_TAG))).toBe(PAGE_META_TAG);
  const redirected = Object.defineProperty(page('elsewhere'), 'redirected', { value: true });
  Object.defineProperty(redirected, 'clone', { value: () => redirected });
  await shown(navigation(path), redirected);
  expect(keptIn('pages-r2')).toEqual([]);
  await shown(navigation(path), page('home'));
  expect(await shown(navigation(path), page('broken', { status: 500 }))).toContain('home');
  expect(await shown(navigation(path), page('gone', { status: 499 }))).toContain('gone');
});

test('RTE-18f without signal an address in other letters leads to its page; else the server decides', async () => {
  const path = '/Club/Gallery?team=t1';
  const answer = await worker.ask(navigation(path));
  expect([answer?.status, answer?.headers.get('location')]).toEqual([302, `${ORIGIN}/club/gallery.html?team=t1`]);
  expect(await shown(navigation(path), page('of the server'))).toContain('of the server');
  expect(keptIn('pages-r2')).toEqual([]);
});

test('RTE-18e a document that was seen opens without signal; one that was not by the shell', async () => {
  const path = `/${CLUB}/terms.pdf`;
  expect(await shown(navigation(path), null)).toBe('the shell');
  await shown(navigation(path), portal());
  expect(keptIn('documents')).toEqual([]);
  await shown(navigation(path), typed('application/pdf', 'terms'));
  expect(await shown(navigation(path), null)).toBe('terms');
  expect(keptIn('documents')).toEqual([path]);
});

test('DAT-03a of documents the last dozen is kept, of emblems and styles many', async () => {
  for (let at = 0; at < 13; at += 1) {
    vi.setSystemTime(Date.now() + 1_000);
    const name = String.fromCharCode(97 + at);
    await shown(navigation(`/${CLUB}/${name}.pdf`), typed('application/pdf', name));
    await shown(requestOf(`/${CLUB}/${name}.svg`), typed('image/svg+xml', name));
  }
  expect(keptIn('documents')).toEqual([...'bcdefghijklm'].map((name) => `/${CLUB}/${name}.pdf`));
  expect(keptIn('art')).toHaveLength(13);
});

test('DAT-02a the settings are those of the network, else as last read; a portal has none', async () => {
  const config = requestOf('/config.json');
  await shown(config, json({ api: '/f' }));
  expect(keptIn('config')).toEqual(['/config.json']);
  expect(await shown(config, portal())).toBe('{"api":"/f"}');
  expect(await shown(config, null)).toBe('{"api":"/f"}');
});

const tokenOf = (sub: string, more = {}) =>
  `Bearer h.${Buffer.from(JSON.stringify({ sub, ...more })).toString('base64url')}.s`;
const call = (path: string, headers: Record<string, string> = {}) =>
  requestOf(path, { headers: { 'x-api-key': 'k', 'x-api-tenant': CLUB, ...headers } });

test('T26 DAT-02c what was read without signal says so, and is that of the fan and the tenant who ask', async () => {
  const path = '/f/media/list/items?e=1';
  const mine = { 'x-api-authorization': tokenOf('fan-1') };
  await shown(call(path), json({ of: 'all' }));
  await shown(call(path, mine), json({ of: 'fan-1' }));
  expect(await shown(call(path), null)).toBe('{"of":"all"}');
  const answer = await worker.ask(call(path, mine));
  expect([await answer?.text(), answer?.headers.get('x-stale')]).toEqual(['{"of":"fan-1"}', '1']);
  expect(keptIn('answers-anonymous')).toEqual([`${path}&kept-for-tenant=${CLUB}`]);
  expect(keptIn(await userCacheName('fan-1'))).toEqual([`${path}&kept-for-tenant=${CLUB}`]);
  expect(await shown(call(path, { 'x-api-tenant': LEAGUE }), null)).toBeNull();
  expect(await shown(call(path, { 'x-api-authorization': tokenOf('fan-2') }), null)).toBeNull();
});

test('T26 a call in a name nobody can read goes to the network, and nothing of it is kept', async () => {
  const headers = { 'x-api-authorization': 'Bearer nonsense' };
  expect(await shown(call('/f/x', headers), json({ fresh: 1 }))).toBe('{"fresh":1}');
  expect(await shown(call('/f/x', headers), null)).toBeNull();
  expect(await worker.caches.storage.keys()).toEqual([]);
});

test('T24 only JSON that succeeded is kept; a refusal is shown, a portal or failing server is not', async () => {
  const ask = (answer: Response | null) => shown(call('/f/x'), answer);
  expect(await ask(json({ code: 'X' }, { status: 403 }))).toBe('{"code":"X"}');
  await ask(portal());
  await ask(json({}, { status: 503 }));
  expect(keptIn('answers-anonymous')).toEqual([]);
  await ask(typed('application/problem+json; charset=utf-8', '{"kept":1}'));
  for (const bad of [portal(), json({}, { status: 500 }), typed('text/x-application/json', '{}')])
    expect(await ask(bad)).toBe('{"kept":1}');
  expect(await ask(json({ gone: 1 }, { status: 499 }))).toBe('{"gone":1}');
});

const wipe = (userId?: string) => worker.fire('message', { data: { ...WIPE_MESSAGE, userId } });

test('SAF-15 DAT-03c a logout removes the answers of users, and all that names the fan', async () => {
  const mine = { 'x-api-authorization': tokenOf('fan-1') };
  await shown(call('/f/mine', mine), json({}));
  await shown(call('/f/user/fan-1'), json({ id: 'x' }));
  await shown(call('/f/ranking'), json({ first: 'fan-1' }));
  await shown(call('/f/events'), json({ first: 'fan-2' }));
  await shown(navigation(`/${CLUB}/`), page('fan-1 was here'));
  await shown(navigation(`/${CLUB}/gallery.html`), page('photos'));
  await shown(requestOf('/s3/photos/avatar/t/fan-1/thumbnail/abcdefghij0123456789.jpg'), jpeg());
  await shown(
    requestOf('/s3/photos/avatar/t/other/thumbnail/abcdefghij0123456789.jpg'),
    jpeg('of fan-1, but no words'),
  );
  await wipe('fan-1');
  expect(await worker.caches.storage.has(await userCacheName('fan-1'))).toBe(false);
  expect(keptIn('answers-anonymous')).toEqual([`/f/events?kept-for-tenant=${CLUB}`]);
  expect(keptIn('pages-r2')).toEqual([`/${CLUB}/gallery.html`]);
  expect(keptIn('thumbnails')).toEqual(['/s3/photos/avatar/t/other/thumbnail/abcdefghij0123456789.jpg']);
  const db = await openDB('workbox-expiration');
  const uses = (await db.getAll('cache-entries')).map(({ url }: { readonly url: string }) => url.replace(ORIGIN, ''));
  db.close();
  expect(uses.filter((url) => url.includes('fan-1') || url.includes('/f/mine'))).toEqual([]);
  expect(uses).toContain(`/${CLUB}/gallery.html`);
});

test('T26 DAT-03c an answer on its way over a logout is shown and not kept, also of a page; later ones are', async () => {
  const mine = { 'x-api-authorization': tokenOf('fan-1') };
  const own = await userCacheName('fan-1');
  for (const [request, answer, cache] of [
    [call('/f/mine', mine), json({ of: 'fan-1' }), own],
    [navigation(`/${CLUB}/`), page('hello'), 'pages-r2'],
  ] as const) {
    const network = Promise.withResolvers<Response>();
    worker.world.network = () => network.promise;
    const asked = worker.ask(request);
    await worker.untilAsked(worker.world.asked.length + 1);
    worker.tell('message', { data: WIPE_MESSAGE });
    network.resolve(answer);
    expect((await asked)?.status).toBe(200);
    await worker.settle();
    // The logout of the next one would take it away.
    expect([cache, keptIn(cache)]).toEqual([cache, []]);
  }
  await shown(call('/f/mine', mine), json({}));
  expect(keptIn(own)).toHaveLength(1);
});

test('SAF-15 after a logout nothing that names the fan is kept until the next login; of others it is', async () => {
  await wipe('fan-1');
  await shown(call('/f/user/fan-1'), json({}));
  await shown(call('/f/user/fan-2'), json({}));
  expect(keptIn('answers-anonymous')).toEqual([`/f/user/fan-2?kept-for-tenant=${CLUB}`]);
  await shown(call('/f/mine', { 'x-api-authorization': tokenOf('fan-1') }), json({}));
  await shown(call('/f/user/fan-1'), json({}));
  expect(keptIn('answers-anonymous')).toContain(`/f/user/fan-1?kept-for-tenant=${CLUB}`);
});

test('SAF-15 HLF-08c so it is for a fan whose account moved here', async () => {
  const mine = { 'x-api-authorization': tokenOf('of-the-pool', { 'custom:user_id': 'fan-1' }) };
  await shown(call('/f/mine', mine), json({}));
  await wipe('fan-1');
  await shown(call('/f/user/fan-1'), json({}));
  expect(await worker.caches.storage.keys()).toEqual([]);
  await shown(call('/f/mine', mine), json({}));
  await shown(call('/f/user/fan-1'), json({}));
  expect(keptIn('answers-anonymous')).toHaveLength(1);
});

test('SAF-15 a wipe that names nobody takes the answers of all users and leaves what is public', async () => {
  await shown(call('/f/events'), json({ first: null, at: 'undefined' }));
  for (const userId of ['', undefined, null]) {
    await shown(call('/f/mine', { 'x-api-authorization': tokenOf('fan-1') }), json({}));
    await worker.fire('message', { data: { ...WIPE_MESSAGE, userId } });
    expect([userId, await worker.caches.storage.keys()]).toEqual([userId, ['answers-anonymous']]);
  }
  expect(keptIn('answers-anonymous')).toHaveLength(1);
});

test('SAF-15 a wipe for all right after a logout does not forget who signed out', async () => {
  await wipe('fan-1');
  for (const userId of [undefined, null, '', 7]) await worker.fire('message', { data: { ...WIPE_MESSAGE, userId } });
  await shown(call('/f/user/fan-1'), json({}));
  expect(keptIn('answers-anonymous')).toEqual([]);
});

test('DAT-03a what comes in of a fan at once is written down by one walk', async () => {
  const has = vi.spyOn(worker.caches.storage, 'has');
  worker.world.network = async () => json({});
  const mine = { 'x-api-authorization': tokenOf('fan-1') };
  for (const path of ['/f/a', '/f/b', '/f/c']) await worker.ask(call(path, mine));
  await worker.settle();
  expect(keptIn(await userCacheName('fan-1'))).toHaveLength(3);
  expect(has.mock.calls).toEqual([[await userCacheName('fan-1')]]);
});

const picture = (folder: string, type = 'jpg') =>
  `https://cdn.example/ugc/${CLUB}/event/${folder}/abcdefghij0123456789.${type}`;

test.each([
  ['thumbnail', 'thumbnails'],
  ['preview', 'previews'],
  ['original', 'originals'],
])(
  'IMG-04 T30 a %s is asked for once, with CORS and no cookies, and then comes from its cache',
  async (folder, cache) => {
    const address = picture(folder);
    const request = () => requestOf(address, { mode: 'no-cors', credentials: 'include' });
    expect(await shown(request(), jpeg('whole', { headers: { vary: 'accept' } }))).toBe('whole');
    expect(worker.world.asked.map(({ mode, credentials }) => [mode, credentials])).toEqual([['cors', 'omit']]);
    expect(worker.caches.addressesIn(cache)).toEqual([address]);
    expect(await shown(requestOf(address, { headers: { accept: 'image/*' } }), null)).toBe('whole');
    expect(worker.world.asked).toHaveLength(1);
  },
);

test('T30 a picture asked for with CORS is asked for as the page did', async () => {
  await shown(requestOf(picture('thumbnail'), { headers: { 'x-mark': '1' } }), jpeg());
  expect(worker.world.asked[0]?.headers.get('x-mark')).toBe('1');
});

test('T24 T30 what is no picture, or cannot be looked into, is not kept as one', async () => {
  await shown(requestOf(picture('thumbnail')), portal());
  await shown(requestOf(picture('thumbnail')), jpeg('', { status: 404 }));
  const opaque = Object.defineProperty(jpeg(), 'type', { value: 'opaque' });
  Object.defineProperty(opaque, 'clone', { value: () => opaque });
  await shown(requestOf(picture('thumbnail')), opaque);
  expect(worker.caches.addressesIn('thumbnails')).toEqual([]);
});

test('IMG-04 without signal a picture is the one the fan keeps, else another size of it, else none', async () => {
  const kept = await worker.caches.storage.open(KEPT_CACHE);
  await kept.put(picture('preview'), jpeg('kept', { headers: { vary: 'accept' } }));
  expect(await shown(requestOf(picture('preview'), { headers: { accept: 'image/*' } }), null)).toBe('kept');
  expect(worker.world.asked).toEqual([]);
  expect(await shown(requestOf(picture('original')), null)).toBe('kept');
  await worker.caches.storage.delete(KEPT_CACHE);
  expect(await shown(requestOf(picture('original')), null)).toBeNull();
});

test('DAT-03a what nobody has seen for its time goes when more comes in, whatever its answer varies by', async () => {
  const shownAt = async (days: number) => {
    vi.setSystemTime(Date.now() + days * 24 * 3_600_000);
    await shown(
      requestOf(picture(`variant/${days}`, 'avif'), { headers: { accept: 'image/*' } }),
      jpeg('', { headers: { vary: 'accept' } }),
    );
    return worker.caches.addressesIn('thumbnails').map((address) => Number(/variant\/(\d+)/.exec(address)?.[1]));
  };
  expect([await shownAt(0), await shownAt(29), await shownAt(2)]).toEqual([[0], [0, 29], [29, 2]]);
});

test('DAT-03a where space runs out what was only seen goes, not the settings and what the fan keeps', async () => {
  await shown(requestOf('/config.json'), json({}));
  await shown(requestOf(picture('thumbnail')), jpeg());
  await shown(requestOf(`/${CLUB}/emblem.svg`), typed('image/svg+xml', ''));
  await shown(call('/f/events'), json({}));
  await worker.caches.storage.open(KEPT_CACHE);
  worker.caches.faults.put = new DOMException('full', 'QuotaExceededError');
  expect(await shown(navigation(`/${CLUB}/`), page('home'))).toContain('home');
  expect((await worker.caches.storage.keys()).sort()).toEqual(['config', KEPT_CACHE].sort());
  const db = await openDB('workbox-expiration');
  expect(await db.count('cache-entries')).toBe(0);
  db.close();
});

test('DAT-02a art comes from its cache at once and is renewed; a portal’s page is none', async () => {
  const art = () => requestOf(`/${CLUB}/emblem.svg`);
  await shown(art(), portal());
  expect(keptIn('art')).toEqual([]);
  expect(await shown(art(), typed('image/svg+xml', 'old'))).toBe('old');
  expect(await shown(art(), typed('image/svg+xml', 'new'))).toBe('old');
  expect(await shown(art(), null)).toBe('new');
});
