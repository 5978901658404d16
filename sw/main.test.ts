import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PAGE_META_TAG } from '../src/contract/pageMetaTag.ts';
import { CLAIM_MESSAGE, RECENTLY_USED } from '../src/platform/storage/workerMessages.ts';
import { SYNC_TAG } from '../src/platform/upload/syncTag.ts';
import { ORIGIN, offline, requestOf, type StartedWorker, startWorker, stopWorker } from '../tests/fakes/fakeWorker.ts';
import { CLUB } from '../tests/support/tenants.ts';

let worker: StartedWorker;
const sender = {
  drainOutbox: vi.fn(async () => undefined),
  receivePush: vi.fn(async () => undefined),
  renewPush: vi.fn(async () => undefined),
  receiveShare: vi.fn(async () => new Response('taken in')),
  receiveSystemFetch: vi.fn(async () => undefined),
};
/** Brings the sender into the worker's scope, as its script does. */
const importScripts = vi.fn((_address: string) => void Object.assign(globalThis, sender));

beforeEach(async () => {
  vi.clearAllMocks();
  globalThis.indexedDB = new IDBFactory();
  worker = await startWorker(() => import('./main.ts'));
  vi.stubGlobal('importScripts', importScripts);
  vi.stubGlobal('SENDER_ADDRESS', '/assets/sender.js');
});
afterEach(() => {
  for (const name of Object.keys(sender)) Reflect.deleteProperty(globalThis, name);
  stopWorker();
});

const page = () => new Response(PAGE_META_TAG, { headers: { 'content-type': 'text/html' } });
const json = () => Response.json({});
const jpeg = () => new Response('jpeg', { headers: { 'content-type': 'image/jpeg' } });
/** A network with pages, pictures and JSON, and without the addresses in `lost`. */
const networkWithout =
  (...lost: string[]) =>
  async ({ url }: Request) => {
    if (lost.includes(url.replace(ORIGIN, ''))) return offline(new Request(url));
    return url.endsWith('.jpg') ? jpeg() : /json|\/f\//.test(url) ? json() : page();
  };
const keptIn = (name: string) => worker.caches.addressesIn(name).map((address) => address.replace(ORIGIN, ''));

test('T06 QUE-02a at install the sender is brought, and the settings are kept for a start without signal', async () => {
  worker.world.network = networkWithout();
  await worker.fire('install');
  expect(importScripts.mock.calls).toEqual([['/assets/sender.js']]);
  expect(keptIn('config')).toEqual(['/config.json']);
});

test('T06 where the sender cannot be brought the settings are kept all the same', async () => {
  worker.world.network = networkWithout();
  importScripts.mockImplementationOnce(() => {
    throw new DOMException('no network', 'NetworkError');
  });
  await expect(worker.fire('install')).rejects.toThrow('no network');
  await worker.settle();
  expect(keptIn('config')).toEqual(['/config.json']);
});

test('T28 what the build lists is precached, and the lists of builds before go', () => {
  const listed = [
    { url: 'assets/app-x.js', revision: null },
    { url: 'shell.html', revision: 'r2' },
  ];
  expect(worker.precaching.precache.mock.calls).toEqual([[listed]]);
  expect(worker.precaching.cleanupOutdatedCaches).toHaveBeenCalledTimes(1);
});

test('T28 a build without a shell, as while it is developed, keeps its pages under a name of its own', async () => {
  stopWorker();
  worker = await startWorker(() => import('./main.ts'), ['assets/app-x.js']);
  worker.world.network = networkWithout();
  await worker.ask(requestOf(`/${CLUB}/`, { mode: 'navigate' }));
  await worker.settle();
  expect(await worker.caches.storage.keys()).toEqual(['pages-dev']);
});

test.each([
  ['sync', ['pushManager']],
  ['pushManager', ['sync']],
])('QUE-02a a browser with %s alone needs the sender', async (_, missing) => {
  for (const name of missing) Reflect.deleteProperty(worker.registration, name);
  await worker.fire('install');
  expect(importScripts).toHaveBeenCalledTimes(1);
});

test('QUE-02b a browser with neither is spared it: pages send', async () => {
  for (const name of ['sync', 'pushManager']) Reflect.deleteProperty(worker.registration, name);
  await worker.fire('install');
  expect(importScripts).not.toHaveBeenCalled();
});

test('T28 a new build takes the open pages over and drops the pages of builds before, and nothing else', async () => {
  for (const name of ['pages-r1', 'pages-r2', 'previews']) await worker.caches.storage.open(name);
  await worker.fire('activate');
  expect(await worker.caches.storage.keys()).toEqual(['pages-r2', 'previews']);
  expect(worker.clients.claim).toHaveBeenCalledTimes(1);
  expect(worker.registration.navigationPreload.enable).toHaveBeenCalledTimes(1);
});

test('T28 a browser without navigation preload gets its worker all the same', async () => {
  Reflect.deleteProperty(worker.registration, 'navigationPreload');
  await worker.caches.storage.open('pages-r1');
  await worker.fire('activate');
  expect(await worker.caches.storage.keys()).toEqual([]);
});

test('DAT-02a what was precached is answered from there, and from the network where it got lost', async () => {
  worker.world.network = async () => new Response('of the network');
  worker.precached.set('/assets/app-x.js', 'precached');
  const script = () => requestOf('/assets/app-x.js?v=1');
  expect(await (await worker.ask(script()))?.text()).toBe('precached');
  expect(worker.world.asked).toEqual([]);
  worker.precached.clear();
  expect(await (await worker.ask(script()))?.text()).toBe('of the network');
  vi.spyOn(worker.precached, 'get').mockImplementation(() => {
    throw new Error('broken');
  });
  expect(await (await worker.ask(script()))?.text()).toBe('of the network');
});

test.each([
  ['of another site', requestOf('https://elsewhere.example/assets/app-x.js')],
  ['that is written to', requestOf('/assets/app-x.js', { method: 'PUT', body: 'x' })],
  ['nobody precached', requestOf('/assets/other.js')],
])('DAT-02a T24 the worker keeps out of a file %s', async (_, request) => {
  worker.precached.set('/assets/app-x.js', 'precached').set('/assets/other.js', 'precached');
  expect(await worker.ask(request)).toBeUndefined();
});

test('RTE-18a the shell’s own address is no page: entered by hand, the server has the word', async () => {
  worker.world.network = async () => new Response('not found', { status: 404 });
  const answer = await worker.ask(requestOf('/shell.html', { mode: 'navigate' }));
  expect(await answer?.text()).toBe('not found');
});

const shared = (address: string, method = 'POST') => requestOf(address, { mode: 'navigate', method });

test('QUE-06a what the phone shares goes to the club it was shared to; other writes are left alone', async () => {
  const request = shared(`/${CLUB}/share`);
  expect(await (await worker.ask(request))?.text()).toBe('taken in');
  expect(sender.receiveShare.mock.calls).toEqual([[request, CLUB]]);
  expect(await worker.ask(shared(`/${CLUB}/other`))).toBeUndefined();
  expect(await worker.ask(shared(`https://elsewhere.example/${CLUB}/share`))).toBeUndefined();
  await worker.ask(shared(`/${CLUB}/share`, 'GET'));
  expect(sender.receiveShare).toHaveBeenCalledTimes(1);
  await worker.ask(request);
  expect([sender.receiveShare.mock.calls.length, importScripts.mock.calls.length]).toEqual([2, 1]);
});

test('QUE-02a T06 the browser’s sync sends what is due, and is told whether it is the last try', async () => {
  await worker.fire('sync', { tag: 'of-somebody-else', lastChance: false });
  expect(sender.drainOutbox).not.toHaveBeenCalled();
  await worker.fire('sync', { tag: SYNC_TAG, lastChance: false });
  await worker.fire('sync', { tag: SYNC_TAG, lastChance: true });
  expect(sender.drainOutbox.mock.calls).toEqual([[false], [true]]);
  expect(importScripts).toHaveBeenCalledTimes(1);
});

test('KEP-04a KEP-04c pushes and ended subscriptions go to the script that knows what to do', async () => {
  const declared = { title: 'x' };
  await worker.fire('push', { data: { text: () => 'words' } });
  await worker.fire('push', { data: null, notification: declared });
  expect(sender.receivePush.mock.calls).toEqual([[{ text: 'words', declared: null }], [{ text: null, declared }]]);
  await worker.fire('pushsubscriptionchange');
  await worker.fire('pushsubscriptionchange');
  expect(sender.renewPush).toHaveBeenCalledTimes(2);
  expect(importScripts).toHaveBeenCalledTimes(1);
  expect(worker.registration.showNotification).not.toHaveBeenCalled();
});

test('KEP-04c an ended subscription is renewed by a worker that was started for it', async () => {
  await worker.fire('pushsubscriptionchange');
  expect([importScripts.mock.calls.length, sender.renewPush.mock.calls.length]).toEqual([1, 1]);
});

test('KEP-03a KEP-03c the sender hears how a fetch of the browser ended, and of a press on its notice', async () => {
  const taken = () => sender.receiveSystemFetch.mock.calls.length;
  for (const [at, how] of ['success', 'fail', 'abort', 'click'].entries()) {
    await worker.fire(`backgroundfetch${how}`, { type: `backgroundfetch${how}` });
    expect([how, taken()]).toEqual([how, at + 1]);
    expect(sender.receiveSystemFetch).toHaveBeenLastCalledWith(
      expect.objectContaining({ type: `backgroundfetch${how}` }),
    );
  }
  expect(importScripts).toHaveBeenCalledTimes(1);
});

test('KEP-04b a click closes the notification and opens its address, if it is of this site', async () => {
  const close = vi.fn();
  await worker.fire('notificationclick', { notification: { close, data: { url: `/${CLUB}/` } } });
  await worker.fire('notificationclick', { notification: { close, data: { url: 'https://evil.example/' } } });
  expect(close).toHaveBeenCalledTimes(2);
  expect(worker.clients.openWindow.mock.calls).toEqual([[`${ORIGIN}/${CLUB}/`]]);
});

test('T28 a new build takes over when the fan agreed, and no message does more than it says', async () => {
  for (const data of [undefined, null, {}, { type: 'nothing' }]) await worker.fire('message', { data });
  expect([worker.skipWaiting, worker.clients.claim].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  await worker.fire('message', { data: { type: 'SKIP_WAITING' } });
  expect([worker.skipWaiting, worker.clients.claim].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
  await worker.fire('message', { data: CLAIM_MESSAGE });
  expect([worker.skipWaiting, worker.clients.claim].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

const PICTURE = `/s3/photos/ugc/${CLUB}/e/thumbnail/abcdefghij0123456789.jpg`;

test('DAT-02a DAT-03b what the first page used is kept: page, pictures, settings, and no calls', async () => {
  const priorities: unknown[] = [];
  class RequestOfWorker extends Request {
    constructor(input: RequestInfo | URL, init?: RequestInit) {
      super(input, init);
      if (input instanceof URL) priorities.push(init?.priority);
    }
  }
  vi.stubGlobal('Request', RequestOfWorker);
  worker.world.network = networkWithout(`/${CLUB}/lost.html`);
  const addresses = [`/${CLUB}/lost.html`, `/${CLUB}/#top`, PICTURE, '/config.json', '/f/season/items', '/idp/x'];
  await worker.fire('message', {
    data: { type: RECENTLY_USED, addresses: [...addresses, `https://else.example/${CLUB}/`] },
  });
  expect(keptIn('pages-r2')).toEqual([`/${CLUB}/`]);
  expect(keptIn('thumbnails')).toEqual([PICTURE]);
  expect(keptIn('config')).toEqual(['/config.json']);
  expect(worker.world.asked.map(({ url, mode }) => `${mode} ${url.replace(ORIGIN, '')}`)).toEqual([
    `cors /${CLUB}/lost.html`,
    `cors /${CLUB}/`,
    `cors ${PICTURE}`,
    'cors /config.json',
  ]);
  // The page the fan looks at goes first.
  expect(priorities).toEqual(['low', 'low', 'low', 'low']);
});
