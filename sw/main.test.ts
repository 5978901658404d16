import 'fake-indexeddb/auto';
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
};
/** Brings the sender into the worker's scope, as its script does. */
const importScripts = vi.fn((_address: string) => void Object.assign(globalThis, sender));

beforeEach(async () => {
  vi.clearAllMocks();
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
});
