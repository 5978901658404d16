/** What the worker makes of a kept match the browser fetched by itself (KEP-03). */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Photo } from '../src/contract/entities.ts';
import { KEPT_CACHE } from '../src/contract/kept.ts';
import { keptNotices } from '../src/messages/jaKeptNotices.ts';
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
import { systemIdOf } from '../src/platform/kept/systemFetch.ts';
import { fakeCaches } from '../tests/fakes/fakeCaches.ts';
import { FakeSystemFetch } from '../tests/fakes/fakeSystemFetches.ts';
import { openKeptPage, receiveKept, type SystemFetchEvent } from './receiveKept.ts';

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
let opened: string[];
let held: { name: string }[];
beforeEach(async () => {
  caches = fakeCaches();
  [windows, opened, held] = [[], [], []];
  vi.stubGlobal('caches', caches.storage);
  vi.stubGlobal('navigator', {
    locks: {
      request: async (_name: string, _how: object, work: () => Promise<void>) => work(),
      query: async () => ({ held }),
    },
  });
  vi.stubGlobal('self', {
    location: { origin: 'https://fans.test' },
    clients: { matchAll: async () => windows, openWindow: async (url: string) => void opened.push(url) },
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
/** An event as the browser gives it: these came, and this is how it ended. */
async function receive(answers: readonly (Response | null)[], failureReason = '', id = ID): Promise<void> {
  told.length = 0;
  const registration = new FakeSystemFetch(
    systemIdOf(id),
    answers.map((_, n) => addressOf(n)),
  );
  for (const [n, answer] of answers.entries()) if (answer) registration.answer(addressOf(n), answer);
  await registration.end(failureReason);
  const updateUI = async ({ title }: { readonly title: string }) => void told.push(title);
  const event: Pick<SystemFetchEvent, 'registration' | 'updateUI'> = { registration, updateUI };
  await receiveKept(event as SystemFetchEvent);
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

test('KEP-03d a full device is told, with what came', async () => {
  await keep([photoOf(0)]);
  caches.faults.put = Object.assign(new Error('full'), { name: 'QuotaExceededError' });
  await receive([picture()]);
  expect(await readRecord(ID)).toMatchObject({ isWanted: false, failure: 'space' });
});

test('KEP-03c the notification leads to the match, in the window that shows it', async () => {
  const click = (id: string) =>
    openKeptPage({
      registration: new FakeSystemFetch(systemIdOf(id), []),
    } as Partial<SystemFetchEvent> as SystemFetchEvent);
  await keep([photoOf(0)]);
  await click(ID);
  await click('club/event/gone');
  expect(opened).toEqual(['https://fans.test/club/event-detail.html?e=e1', 'https://fans.test/']);
  const focus = vi.fn(async () => undefined);
  windows = [{ url: 'https://fans.test/club/event-detail.html?e=e1#x', focus }];
  await click(ID);
  expect(focus).toHaveBeenCalledOnce();
  expect(opened).toHaveLength(2);
});
