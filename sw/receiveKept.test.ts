/** What the worker makes of a kept match the browser fetched by itself (KEP-03). */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Photo } from '../src/contract/entities.ts';
import { KEPT_CACHE } from '../src/contract/kept.ts';
import { keptNotices } from '../src/messages/jaKeptNotices.ts';
import { systemIdOf } from '../src/platform/kept/endSystemFetch.ts';
import type { KeptRecord } from '../src/platform/kept/keptDatabase.ts';
import { readRecord } from '../src/platform/kept/keptRecords.ts';
import {
  forgetFan,
  readKept,
  removeKept,
  writeBudget,
  writeList,
  writeRecord,
} from '../src/platform/kept/keptStore.ts';
import type { SystemFetchEvent } from '../src/platform/systemFetch/systemFetch.ts';
import { fakeCaches } from '../tests/fakes/fakeCaches.ts';
import { FakeSystemFetch } from '../tests/fakes/fakeSystemFetches.ts';
import { receiveSystemFetch } from './receiveKept.ts';

const FAN = 'f0000000-0000-4000-8000-00000000000f';
const ID = 'club/event/e1';
const nameOf = (n: number) => `ugc/club/e1/original/${String(n).padStart(20, '0')}.jpg`;
const addressOf = (n: number) => `https://cdn.test/ugc/club/e1/variant/1600/${String(n).padStart(20, '0')}.avif`;
const photoOf = (n: number, user_id = 'u1') => ({ media_url: nameOf(n), user_id }) as Photo;
const picture = () => new Response('bytes', { headers: { 'content-type': 'image/avif' } });
const portal = () => new Response('<html>', { headers: { 'content-type': 'text/html' } });
const status = (code: number) => new Response('', { status: code });

let caches: ReturnType<typeof fakeCaches>;
let windows: { url: string; focus: () => Promise<void> }[];
const matchAll = vi.fn(async (_which: object) => windows);
let opened: string[];
let held: { name: string }[];
beforeEach(async () => {
  caches = fakeCaches();
  [windows, opened, held] = [[], [], []];
  vi.stubGlobal('caches', caches.storage);
  // Each event would leave a listener behind that reads the device at whatever a later test tells.
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('navigator', {
    locks: {
      request: async (_name: string, _how: object, work: () => Promise<void>) => work(),
      query: async () => ({ held }),
    },
  });
  vi.stubGlobal('self', {
    location: { origin: 'https://fans.test' },
    clients: { matchAll, openWindow: async (url: string) => void opened.push(url) },
  });
});
afterEach(async () => {
  await removeKept([...(await readKept()).records.keys()]);
  await writeBudget(500_000_000);
  vi.unstubAllGlobals();
});

async function keep(photos: readonly Photo[], facts: Partial<KeptRecord> = {}, ref = 'e1') {
  const page = {
    tenant: 'club',
    kind: 'event',
    ref,
    title: '開幕戦',
    path: `/club/event-detail.html?e=${ref}`,
  } as const;
  const state = { isWanted: true, onMetered: false, failure: null, wholeAt: null, checkedAt: 1, openedAt: 1 };
  await writeRecord({ ...page, ...state, isBySystem: true, id: `club/event/${ref}`, ...facts });
  await writeList(`club/event/${ref}`, { photos, answers: {}, own: null }, 2);
}
const told: string[] = [];
type Came = Response | Error | null;
const updateUI = async ({ title }: { readonly title: string }) => void told.push(title);
/** What the browser fetched by itself: these came, and this is how it ended. */
async function ended(answers: readonly Came[], failureReason = '', systemId = systemIdOf(ID)) {
  const registration = new FakeSystemFetch(
    systemId,
    answers.map((_, n) => addressOf(n)),
  );
  for (const [n, answer] of answers.entries()) if (answer) registration.answer(addressOf(n), answer);
  await registration.end(failureReason);
  return registration;
}
const take = (event: Pick<SystemFetchEvent, 'registration' | 'updateUI'>) =>
  receiveSystemFetch(Object.assign(event, { type: 'backgroundfetchsuccess' }) as SystemFetchEvent);
/** An event as the browser gives it. */
async function receive(answers: readonly Came[], failureReason = '', id = ID): Promise<void> {
  told.length = 0;
  await take({ registration: await ended(answers, failureReason, systemIdOf(id)), updateUI });
}
const stored = () => caches.addressesIn(KEPT_CACHE);

test('KEP-03a what came is kept, the match is whole, and the notification says so', async () => {
  await keep([0, 1, 2].map((n) => photoOf(n)));
  await receive([picture(), picture(), picture()]);
  expect(stored()).toEqual([0, 1, 2].map(addressOf));
  expect(await readRecord(ID)).toMatchObject({ isWanted: false, isBySystem: false, failure: null });
  expect((await readRecord(ID))?.wholeAt).toBeGreaterThan(1);
  expect(told).toEqual([keptNotices.done('開幕戦')]);
  expect((await readKept()).pictures.get(nameOf(1))).toEqual({ address: addressOf(1), bytes: 5 });
});

test('KEP-03b with failures what came stays, what is nowhere is no failure, and the rest is gone on with', async () => {
  await keep([0, 1, 2, 3].map((n) => photoOf(n)));
  await receive([picture(), status(404), portal(), null], 'fetch-error');
  expect(stored()).toEqual([addressOf(0)]);
  expect((await readKept()).pictures.get(nameOf(1))).toEqual({ address: '', bytes: 0 });
  expect(await readRecord(ID)).toMatchObject({ isWanted: true, isBySystem: false, failure: 'line', wholeAt: null });
  expect(told).toEqual([keptNotices.partly('開幕戦')]);
  await receive([null, null, picture(), picture()], 'bad-status');
  expect(await readRecord(ID)).toMatchObject({ isWanted: false, failure: null });
});

test('KEP-03b one that does not come stops none behind it, however the browser says so', async () => {
  await keep([0, 1, 2, 3, 4].map((n) => photoOf(n)));
  const unknown = new DOMException('lost', 'UnknownError');
  const faults = [portal(), unknown, new DOMException('ended', 'AbortError'), new TypeError('Failed to fetch')];
  await receive([...faults, picture()], 'fetch-error');
  expect(stored()).toEqual([addressOf(4)]);
  expect(await readRecord(ID)).toMatchObject({ isWanted: true, failure: 'line' });
});

test('KEP-03b of more photos than are asked for at once the rest is gone on with, and nothing has failed', async () => {
  await keep([0, 1].map((n) => photoOf(n)));
  await receive([picture()]);
  expect(await readRecord(ID)).toMatchObject({ isWanted: true, isBySystem: false, failure: null });
  expect(told).toEqual([keptNotices.partly('開幕戦')]);
});

test('KEP-03b a lock of something else, or a browser without locks, is no page that fetches', async () => {
  await keep([photoOf(0), photoOf(1)]);
  held = [{ name: 'kept-pictures' }];
  await receive([picture(), null], 'fetch-error');
  expect(await readRecord(ID)).toMatchObject({ isBySystem: false, failure: 'line' });
  await keep([photoOf(0), photoOf(1)], { failure: null });
  vi.stubGlobal('navigator', {});
  await receive([picture(), null], 'fetch-error');
  expect(await readRecord(ID)).toMatchObject({ isBySystem: false, failure: 'line' });
});

test('KEP-03b what a page has taken in already stays as it is', async () => {
  await keep([photoOf(0), photoOf(1)]);
  await receive([picture(), null], 'fetch-error');
  await receive([new Response('newer', { headers: { 'content-type': 'image/avif' } }), picture()]);
  expect(stored()).toEqual([addressOf(0), addressOf(1)]);
  expect(await (await (await caches.storage.open(KEPT_CACHE)).match(addressOf(0)))?.text()).toBe('bytes');
});

test('KEP-03b a page that fetches tells by itself what it does about the rest', async () => {
  await keep([photoOf(0), photoOf(1)]);
  held = [{ name: 'keep' }];
  await receive([picture(), status(500)], 'bad-status');
  expect(stored()).toHaveLength(1);
  expect(await readRecord(ID)).toMatchObject({ isWanted: true, failure: null, isBySystem: true });
});

test('KEP-03c ended in the notification it is paused; ended by a page, the page has the word', async () => {
  await keep([photoOf(0), photoOf(1)]);
  await receive([picture(), null], 'aborted');
  expect(await readRecord(ID)).toMatchObject({ isWanted: false, isBySystem: false, failure: null });
  expect(stored()).toEqual([addressOf(0)]);
  await keep([photoOf(0), photoOf(1)], { isBySystem: false, failure: 'metered' });
  await receive([null, null], 'aborted');
  expect(await readRecord(ID)).toMatchObject({ isWanted: true, failure: 'metered' });
});

test('KEP-03c where the browser takes no title any more, all is noted all the same', async () => {
  await keep([photoOf(0)]);
  await take({ registration: await ended([picture()]) });
  expect((await readRecord(ID))?.wholeAt).toBeGreaterThan(1);
  await keep([photoOf(0)], { wholeAt: null });
  await take({ registration: await ended([null]), updateUI: () => Promise.reject(new TypeError('ended')) });
  expect((await readRecord(ID))?.wholeAt).toBeGreaterThan(1);
});

test('KEP-03d of a match that is removed while it is taken in nothing is kept, and nothing told', async () => {
  for (const how of ['', 'aborted', 'fetch-error']) {
    told.length = 0;
    await keep([photoOf(0), photoOf(1)]);
    const registration = await ended([picture(), null], how);
    const matchAll = async () => {
      await removeKept([ID]);
      return registration.matchAll();
    };
    await take({ registration: Object.assign(Object.create(registration), { matchAll }), updateUI });
    expect([how, stored(), told, await readRecord(ID)]).toEqual([how, [], [], undefined]);
  }
});

test('KEP-03d a fetch of the browser that is of no match is left alone', async () => {
  await keep([photoOf(0)]);
  await take({ registration: await ended([picture()], '', 'of-somebody-else'), updateUI });
  expect([stored(), (await readRecord(ID))?.isBySystem]).toEqual([[], true]);
});

test('KEP-03d of a match that was removed, or a photo that left its list, nothing is kept', async () => {
  await receive([picture()]);
  expect([stored(), told]).toEqual([[], []]);
  await keep([photoOf(0), photoOf(1, FAN)]);
  await forgetFan(FAN);
  await receive([picture(), picture()], 'aborted');
  expect(stored()).toEqual([addressOf(0)]);
  expect([...(await readKept()).pictures.keys()]).toEqual([nameOf(0)]);
});

test('KEP-03d the logout of a fan while pictures are taken in lets none of the fan’s through', async () => {
  await keep([photoOf(0), photoOf(1, FAN), photoOf(2)]);
  const put = caches.storage.open;
  let isOut = false;
  caches.storage.open = async (name) => {
    if (stored().length === 1 && !isOut) {
      isOut = true;
      await forgetFan(FAN);
    }
    return put(name);
  };
  await receive([picture(), picture(), picture()]);
  expect(isOut).toBe(true);
  expect([...(await readKept()).pictures.keys()].sort()).toEqual([nameOf(0), nameOf(2)]);
  expect(stored()).toEqual([addressOf(0), addressOf(2)]);
});

test('KEP-03d the budget holds: the least recently opened goes, and what is too much alone stops it', async () => {
  await keep([photoOf(7)], { openedAt: 0 }, 'e0');
  await receive([null, null, null, null, null, null, null, picture()], '', 'club/event/e0');
  expect(stored()).toEqual([addressOf(7)]);
  await writeBudget(12);
  await keep([0, 1, 2].map((n) => photoOf(n)));
  await receive([picture(), picture(), picture()]);
  expect(await readRecord('club/event/e0')).toBeUndefined();
  expect(stored()).toEqual([addressOf(0), addressOf(1)]);
  expect(await readRecord(ID)).toMatchObject({ isWanted: false, failure: 'budget' });
  expect(told).toEqual([keptNotices.stopped('開幕戦')]);
});

test('KEP-03d what goes for another match is not fetched on: it would come back', async () => {
  const running = new FakeSystemFetch(systemIdOf('club/event/e0'), []);
  const get = async (id: string) => (id === running.id ? running : undefined);
  vi.stubGlobal('registration', { backgroundFetch: { get } });
  await keep([photoOf(7)], { openedAt: 0 }, 'e0');
  await receive([null, null, null, null, null, null, null, picture()], 'fetch-error', 'club/event/e0');
  await writeBudget(5);
  await keep([photoOf(0)]);
  await receive([picture()]);
  await vi.waitFor(() => expect(running.failureReason).toBe('aborted'));
  expect(stored()).toEqual([addressOf(0)]);
});

test('KEP-03d a device that cannot write is told as that, not as a line that failed', async () => {
  await keep([photoOf(0), photoOf(1)]);
  caches.faults.put = new DOMException('broken', 'InvalidStateError');
  await receive([picture(), picture()]);
  expect(await readRecord(ID)).toMatchObject({ isWanted: false, failure: 'storage' });
  expect(told).toEqual([keptNotices.stopped('開幕戦')]);
});

test('KEP-03d a full device is told, with what came', async () => {
  await keep([photoOf(0)]);
  caches.faults.put = Object.assign(new Error('full'), { name: 'QuotaExceededError' });
  await receive([picture()]);
  expect(await readRecord(ID)).toMatchObject({ isWanted: false, failure: 'space' });
});

test('KEP-03c the notification leads to the match, in the window that shows it', async () => {
  const click = (systemId: string) =>
    receiveSystemFetch({
      ...{ type: 'backgroundfetchclick', registration: new FakeSystemFetch(systemId, []) },
    } as Partial<SystemFetchEvent> as SystemFetchEvent);
  await keep([photoOf(0)]);
  const [focus, other] = [vi.fn(async () => undefined), vi.fn(async () => undefined)];
  windows = [{ url: 'https://fans.test/club/gallery.html', focus: other }];
  for (const systemId of [systemIdOf(ID), systemIdOf('club/event/gone'), 'of-somebody-else']) await click(systemId);
  const home = 'https://fans.test/';
  expect(opened).toEqual(['https://fans.test/club/event-detail.html?e=e1', home, home]);
  windows.push({ url: 'https://fans.test/club/event-detail.html?e=e1#x', focus });
  await click(systemIdOf(ID));
  expect([focus.mock.calls.length, other.mock.calls.length, opened.length]).toEqual([1, 0, 3]);
  expect(matchAll).toHaveBeenLastCalledWith({ type: 'window', includeUncontrolled: true });
});
