import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { arrivedPath, outboxPath } from '../src/contract/workerPaths.ts';
import type { JobPhoto } from '../src/outbox/job.ts';
import type { OutboxNotification } from '../src/outbox/notifications.ts';
import { createJob } from '../src/outbox/outbox.ts';
import { createArrivalStore } from '../src/platform/storage/arrivalStore.ts';
import { createClientDatabase } from '../src/platform/storage/clientDatabase.ts';
import { CLUB } from '../tests/support/tenants.ts';
import { notify } from './notify.ts';

const shown: [string, NotificationOptions][] = [];
const matchAll = vi.fn(async (_options: object) => pages);
let pages: { visibilityState: string }[] = [];

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  [shown.length, pages] = [0, []];
  matchAll.mockClear();
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('registration', {
    showNotification: async (title: string, options: NotificationOptions) => void shown.push([title, options]),
  });
  vi.stubGlobal('clients', { matchAll });
  vi.stubGlobal('Notification', { permission: 'granted' });
  // A device that never asked takes nothing for news.
  await arrivals().claim([]);
});
afterEach(() => void vi.unstubAllGlobals());

const arrivals = () => createArrivalStore(createClientDatabase());
const photo = (name: string, step: JobPhoto['step']): JobPhoto => ({
  ...{ name, mediaUrl: '', step, fileName: '', prepared: null, error: null },
  fields: { comment: '', htag: '', player: '', photo_location: null, usepermit: true },
});
const event = { id: 'e', name: '開幕戦', seasonId: null };
const job = createJob(
  {
    userId: 'me',
    tenant: CLUB,
    event,
    teamId: null,
    photos: [photo('a', 'public'), photo('b', 'refused'), photo('c', 'public')],
  },
  0,
);
const notifications = (...kinds: OutboxNotification['kind'][]) => kinds.map((kind) => ({ kind, job }));

test('FAN-01b what arrived while no page is looked at is told once, with its photos, and leads to them', async () => {
  pages = [{ visibilityState: 'hidden' }];
  await notify(notifications('sent'));
  expect(shown.map(([title, { body, data }]) => [title, body, data])).toEqual([
    ['写真の投稿が完了しました。', '開幕戦・2枚', { url: arrivedPath(CLUB, 'e', job.id) }],
  ]);
  expect(await arrivals().claim([job.id])).toEqual([]);
  expect(matchAll.mock.calls).toEqual([[{ type: 'window', includeUncontrolled: true }]]);
});

test('QUE-04e T06 a post that is stuck leads to the queue, and does not count as arrived', async () => {
  await notify(notifications('refused', 'late'));
  expect(shown.map(([, { data }]) => data)).toEqual([{ url: outboxPath(CLUB) }, { url: outboxPath(CLUB) }]);
  expect(shown[1]?.[1].body).toContain('2枚');
  expect(await arrivals().claim([job.id])).toEqual([job.id]);
});

test('FAN-01b of a post that is stuck nothing is noted as arrived, also on a device that never asked', async () => {
  globalThis.indexedDB = new IDBFactory();
  await notify(notifications('late'));
  expect(shown).toHaveLength(1);
  expect(await createClientDatabase().run((db) => db.getAllKeys('settings'))).toEqual([]);
});

test('FAN-01b who looks at a page is told there, and where nothing is shown nothing counts as told', async () => {
  pages = [{ visibilityState: 'hidden' }, { visibilityState: 'visible' }];
  await notify(notifications('sent'));
  pages = [];
  vi.stubGlobal('Notification', { permission: 'denied' });
  await notify(notifications('sent'));
  expect(shown).toEqual([]);
  expect(await arrivals().claim([job.id])).toEqual([job.id]);
});

test('FAN-01b with no news nobody is looked for; a device that denies its storage is told all the same', async () => {
  await notify([]);
  expect(matchAll).not.toHaveBeenCalled();
  const denied = new Proxy(new IDBFactory(), {
    get: () => () => {
      throw new Error('denied');
    },
  });
  vi.stubGlobal('indexedDB', denied);
  await notify(notifications('sent'));
  expect(shown).toHaveLength(1);
});
