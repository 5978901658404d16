/** What the worker makes of the photos of a ZIP the browser fetched by itself (KEP-03). */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { zipNotices } from '../src/messages/jaZipNotices.ts';
import { createUnfinishedZipStore, UNFINISHED_ZIP, type ZipRecord } from '../src/platform/storage/unfinishedZip.ts';
import type { SystemFetchEvent } from '../src/platform/systemFetch/systemFetch.ts';
import { zipFetchIdOf } from '../src/platform/systemFetch/zipFetch.ts';
import { fakeCaches } from '../tests/fakes/fakeCaches.ts';
import { FakeSystemFetch } from '../tests/fakes/fakeSystemFetches.ts';
import { receiveSystemFetch } from './receiveSystemFetch.ts';

const addressOf = (n: number) => `https://cdn.test/ugc/club/e1/original/${n}.jpg`;
const RECORD: ZipRecord = {
  ...{ tenantId: 'club', userId: null, about: '開幕戦', leftOut: 0, begunAt: 5 },
  photos: [0, 1, 2].map((n) => ({ address: addressOf(n), name: `${n}.jpg`, postedAt: 0, isPreview: false })),
};
const picture = (text = 'bytes') => new Response(text, { headers: { 'content-type': 'image/jpeg' } });
const portal = () => new Response('<html>', { headers: { 'content-type': 'text/html' } });

let caches: ReturnType<typeof fakeCaches>;
let windows: { url: string; focus: () => Promise<void> }[];
const matchAll = vi.fn(async (_which: object) => windows);
let opened: string[];
let told: string[];
const store = createUnfinishedZipStore();
beforeEach(async () => {
  caches = fakeCaches();
  [windows, opened, told] = [[], [], []];
  vi.stubGlobal('caches', caches.storage);
  vi.stubGlobal('location', { href: 'https://fans.test/sw.js' });
  vi.stubGlobal('self', {
    location: { origin: 'https://fans.test' },
    clients: { matchAll, openWindow: async (url: string) => void opened.push(url) },
  });
  await store.begin(RECORD);
});
afterEach(() => vi.unstubAllGlobals());

async function ended(answers: readonly (Response | Error)[], failureReason = '', id = zipFetchIdOf(RECORD)) {
  const registration = new FakeSystemFetch(
    id,
    answers.map((_, n) => addressOf(n)),
  );
  for (const [n, answer] of answers.entries()) registration.answer(addressOf(n), answer);
  await registration.end(failureReason);
  return registration;
}
const event = (registration: FakeSystemFetch, type = 'backgroundfetchsuccess') =>
  ({
    ...{ type, registration },
    updateUI: async ({ title }: { readonly title: string }) => void told.push(title),
  }) as unknown as SystemFetchEvent;
const kept = () => caches.addressesIn(UNFINISHED_ZIP).filter((address) => address.endsWith('.jpg'));

test('KEP-03e with no page all that came is kept, and the notification says so', async () => {
  await receiveSystemFetch(event(await ended([picture(), picture(), picture()])));
  expect(kept()).toEqual([0, 1, 2].map(addressOf));
  expect(told).toEqual([zipNotices.done(3)]);
});

test('KEP-03e where the browser shows no new title what came is kept all the same', async () => {
  const { updateUI: _, ...silent } = event(await ended([picture(), picture(), picture()]));
  await receiveSystemFetch(silent as SystemFetchEvent);
  expect(kept()).toHaveLength(3);
});

test('KEP-03e what a page has taken in stays as it is', async () => {
  await store.keep(addressOf(0), new Blob(['of the page']));
  await receiveSystemFetch(event(await ended([picture('of the worker'), picture(), picture()])));
  expect(await (await store.read(addressOf(0)))?.text()).toBe('of the page');
});

test.each([
  ['a portal', portal()],
  ['no answer', new Error('line')],
])('KEP-03f %s instead of a picture leaves it unfinished', async (_, answer) => {
  await receiveSystemFetch(event(await ended([picture(), answer, picture()], 'fetch-error'), 'backgroundfetchfail'));
  expect(kept()).toEqual([addressOf(0), addressOf(2)]);
  expect(told).toEqual([zipNotices.partly]);
});

test('KEP-03f on a full device what came stays', async () => {
  caches.faults.put = new DOMException('full', 'QuotaExceededError');
  await receiveSystemFetch(event(await ended([picture(), picture(), picture()])));
  expect([kept(), told]).toEqual([[], [zipNotices.partly]]);
});

test.each<[string, () => Promise<void>, string?, string?]>([
  ['ended by the fan', async () => undefined, 'aborted'],
  ['given up before', () => store.clear()],
  ['of a ZIP before this one', async () => undefined, '', zipFetchIdOf({ ...RECORD, begunAt: 4 })],
])('KEP-03f nothing is taken in of what was %s', async (_, arrange, failureReason, id) => {
  await arrange();
  await receiveSystemFetch(event(await ended([picture(), picture(), picture()], failureReason, id)));
  expect([kept(), told]).toEqual([[], []]);
});

test('KEP-03f given up while it is taken in nothing of it stays', async () => {
  const registration = await ended([picture(), picture(), picture()]);
  const { matchAll } = registration;
  const late = Object.assign(registration, {
    matchAll: async () => {
      await store.clear();
      return matchAll();
    },
  });
  await receiveSystemFetch(event(late));
  expect([await caches.storage.has(UNFINISHED_ZIP), told]).toEqual([false, []]);
});

test('KEP-03f a press on the notification leads to a page of its tenant, one that is open if there is', async () => {
  const press = async () => receiveSystemFetch(event(await ended([]), 'backgroundfetchclick'));
  const focus = vi.fn(async () => undefined);
  windows = [{ url: 'https://fans.test/other/', focus }];
  await press();
  expect([opened, focus.mock.calls.length]).toEqual([['https://fans.test/club/'], 0]);
  windows = [{ url: 'https://fans.test/club/gallery.html', focus }];
  await press();
  expect([opened.length, focus.mock.calls.length]).toEqual([1, 1]);
  // Also those the worker does not control yet.
  expect(matchAll).toHaveBeenLastCalledWith({ type: 'window', includeUncontrolled: true });
});
