// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { NewJob } from '../../outbox/client.ts';
import type { SenderPorts } from '../../outbox/ports.ts';
import type { LineFacts } from '../../outbox/sendRules.ts';
import { createBroadcast } from '../device/broadcast.ts';
import { createArrivalStore } from '../storage/arrivalStore.ts';
import { type ClientDatabase, createClientDatabase } from '../storage/clientDatabase.ts';
import { createDrafts } from '../storage/drafts.ts';
import { createJobStore } from '../storage/jobStore.ts';
import { createLock } from '../storage/locks.ts';
import { createSendRulesStore } from '../storage/sendRulesStore.ts';
import { createPageOutbox } from './pageOutbox.ts';

let database: ClientDatabase;
let isOnline = true;
let line: LineFacts = {};
let registered: string[] = [];
let put: string[] = [];
let isPreviewFirst = false;
let originalState: 'stored' | 'missing' = 'stored';
const stops: (() => void)[] = [];
const prepared = {
  width: 4,
  height: 3,
  color: '#000000',
  exif: null,
  originalBytes: 9,
  previewBytes: 5,
  thumbnailBytes: 3,
};
const bytesOf = (length: number): ArrayBuffer => new Uint8Array(length).fill(0xff).buffer;

const sender = (): SenderPorts => ({
  objects: {
    put: async (key, bytes, { onProgress }) => {
      put.push(key);
      onProgress?.(bytes.byteLength);
      return { etag: '"e"', size: bytes.byteLength };
    },
    head: async () => null,
  },
  registry: {
    register: async (_job, photos) => {
      registered.push(...photos.map((photo) => photo.mediaUrl));
      return photos.map((photo) => photo.mediaUrl);
    },
    isMember: async () => true,
    findRegistered: async (_job, mediaUrl) => (registered.includes(mediaUrl) ? 'registered' : null),
    putOriginals: async (_job, mediaUrls) => mediaUrls.map((mediaUrl) => ({ mediaUrl, state: originalState })),
  },
  preparer: {
    prepare: async () => ({ original: bytesOf(9), preview: bytesOf(5), thumbnail: bytesOf(3), prepared }),
  },
  owner: { current: async () => ({ userId: 'fan', session: '1' }) },
  network: { probe: async () => isOnline },
  isPreviewFirst,
});

function openTab() {
  const loadSender = vi.fn(async () => sender());
  const broadcast = createBroadcast();
  const drafts = createDrafts(database, async () => ({}));
  const outbox = createPageOutbox({
    store: createJobStore(database),
    lock: createLock({ database, locks: null }),
    broadcast,
    rules: createSendRulesStore(database, () => line),
    arrivals: createArrivalStore(database),
    loadSender,
    sweepBytes: drafts.sweepBytes,
  });
  stops.push(outbox.start(), broadcast.close);
  return { outbox, drafts, loadSender };
}
async function pick(drafts: ReturnType<typeof createDrafts>, name: string): Promise<NewJob> {
  await drafts.addDraftPhoto('club', name, bytesOf(20));
  return {
    userId: 'fan',
    tenant: 'club',
    event: { id: 'event', name: '試合', seasonId: null },
    teamId: null,
    photos: [
      {
        name,
        mediaUrl: `ugc/club/event/original/${name}.jpg`,
        step: 'picked',
        fileName: 'a.jpg',
        fields: { comment: '', htag: '', player: '', photo_location: null, usepermit: true },
        prepared: null,
        error: null,
      },
    ],
  };
}

/** Name of the job a press made. */
async function queue(outbox: ReturnType<typeof openTab>['outbox'], job: NewJob): Promise<string> {
  const { jobId, posted } = await outbox.enqueue(job);
  expect(posted).toEqual([]);
  return jobId ?? expect.unreachable('nothing was stored');
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  database = createClientDatabase();
  line = {};
  isOnline = true;
  registered = [];
  put = [];
  isPreviewFirst = false;
  originalState = 'stored';
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

test('T29 only on Wi-Fi: what waits leaves by the fan’s word or when the line changes; every tab knows', async () => {
  line = { type: 'cellular' };
  const first = openTab();
  const second = openTab();
  await first.outbox.setRules({ onMetered: 'nothing' });
  const jobId = await queue(first.outbox, await pick(first.drafts, 'a'));
  await first.outbox.drain('manual');
  expect(registered).toEqual([]);
  await vi.waitFor(
    () =>
      expect(second.outbox.getSnapshot()).toMatchObject({
        hold: 'metered',
        rules: { onMetered: 'nothing', isPaused: false },
      }),
    { timeout: 20_000 },
  );
  await first.outbox.sendNow(jobId);
  await vi.waitFor(() => expect(registered).toHaveLength(1), { timeout: 20_000 });
  await first.outbox.enqueue(await pick(first.drafts, 'b'));
  await first.outbox.drain('manual');
  expect(registered).toHaveLength(1);
  line = { type: 'wifi' };
  await first.outbox.drain('online');
  expect(registered).toHaveLength(2);
});

test('T29 QUE-04b what was to be sent at once waits like the rest once the fan pauses everything', async () => {
  isOnline = false;
  const { outbox, drafts } = openTab();
  const jobId = await queue(outbox, await pick(drafts, 'a'));
  const isForced = async () => (await createJobStore(database).loadAll()).map(({ forceSend }) => forceSend === true);
  await outbox.sendNow(jobId);
  expect(await isForced()).toEqual([true]);
  await outbox.setRules({ isPaused: true });
  expect(await isForced()).toEqual([false]);
});

test('QUE-04b a pause shows in a window that was open before, with nothing waiting, and so does its end', async () => {
  const first = openTab();
  const second = openTab();
  await vi.waitFor(() => expect(second.outbox.getSnapshot()).toMatchObject({ isLoaded: true, hold: null }));
  for (const isPaused of [true, false]) {
    await first.outbox.setRules({ isPaused });
    await vi.waitFor(() => expect(second.outbox.getSnapshot().rules.isPaused).toBe(isPaused), { timeout: 20_000 });
  }
});

test('QUE-04b QUE-04c a pause of everything is kept over a restart, edits included', async () => {
  const { outbox, drafts } = openTab();
  await outbox.setRules({ isPaused: true });
  const jobId = await queue(outbox, await pick(drafts, 'a'));
  const fields = { comment: '新しい', htag: '', player: '', photo_location: null, usepermit: true };
  expect(await outbox.edit(jobId, { fields: { a: fields }, teamId: null })).toBe(true);
  const again = openTab();
  await again.outbox.drain('start');
  await vi.waitFor(() => expect(again.outbox.getSnapshot()).toMatchObject({ hold: 'paused', isLoaded: true }), {
    timeout: 20_000,
  });
  expect(again.outbox.getSnapshot().jobs[0]?.photos[0]?.fields.comment).toBe('新しい');
  expect(registered).toEqual([]);
  await again.outbox.setRules({ isPaused: false });
  await vi.waitFor(() => expect(registered).toHaveLength(1), { timeout: 20_000 });
});

test('SAF-22 T08 two tabs press one draft, and both drain: each photo is stored, sent once, and told of', async () => {
  isOnline = false;
  const first = openTab();
  const second = openTab();
  const [a, b, c] = [await pick(first.drafts, 'a'), await pick(first.drafts, 'b'), await pick(second.drafts, 'c')];
  const whole: NewJob = { ...c, photos: [...a.photos, ...b.photos, ...c.photos] };
  const results = await Promise.all([
    first.outbox.enqueue({ ...a, photos: [...a.photos, ...b.photos] }),
    second.outbox.enqueue({
      ...whole,
      photos: whole.photos.map((photo) => ({ ...photo, fields: { ...photo.fields, comment: 'あとから' } })),
    }),
  ]);
  expect(results).toEqual([
    { jobId: 'a', posted: [] },
    { jobId: 'c', posted: ['a', 'b'] },
  ]);
  await vi.waitFor(
    () =>
      expect(
        first.outbox
          .getSnapshot()
          .jobs.map(({ id }) => id)
          .sort(),
      ).toEqual(['a', 'c']),
    {
      timeout: 20_000,
    },
  );
  isOnline = true;
  await Promise.all([first.outbox.drain('online'), second.outbox.drain('online')]);
  await vi.waitFor(() => expect(registered).toHaveLength(3), { timeout: 20_000 });
  expect(new Set(registered).size).toBe(3);
});

test('PUB-02d PUB-03a posts leave a mobile line, originals wait for Wi-Fi: told, and a sync is asked for', async () => {
  isPreviewFirst = true;
  line = { type: 'cellular' };
  const register = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve({ sync: { register } }) } });
  const { outbox, drafts } = openTab();
  await outbox.setRules({ onMetered: 'posts' });
  const jobId = await queue(outbox, await pick(drafts, 'a'));
  await vi.waitFor(() => expect(outbox.getSnapshot().jobs[0]?.photos[0]?.step).toBe('public'), { timeout: 20_000 });
  expect(outbox.getSnapshot()).toMatchObject({ hold: null, holdOriginals: 'metered' });
  expect(put).toEqual([expect.stringContaining('/preview/'), expect.stringContaining('/thumbnail/')]);
  expect(await outbox.drain('manual')).toEqual({ result: 'idle', nextAt: null, held: 'metered' });
  register.mockClear();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(register).toHaveBeenCalledOnce());
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  const stages = new Set<string | undefined>();
  outbox.subscribe(() => {
    for (const { stage, photoName } of outbox.getSnapshot().progress) if (photoName === 'a') stages.add(stage);
  });
  originalState = 'missing';
  await outbox.sendNow(jobId);
  await vi.waitFor(() => expect(put.at(-1)).toContain('/original/'), { timeout: 20_000 });
  await vi.waitFor(() => expect(outbox.getSnapshot().jobs[0]?.originals?.error).toBe('OBJECT_MISSING'), {
    timeout: 20_000,
  });
  expect(stages).toEqual(new Set(['originals']));
  const kept = await outbox.readPhoto(jobId, 'a');
  expect([kept.size, kept.type]).toEqual([9, 'image/jpeg']);
  await outbox.dropOriginals(jobId);
  await vi.waitFor(() => expect(outbox.getSnapshot().jobs[0]?.state).toBe('done'), { timeout: 20_000 });
  expect(await database.run((db) => db.count('bytes'))).toBe(0);
});

test('QUE-02b a page with nothing to send loads no sender', async () => {
  const { outbox, loadSender } = openTab();
  expect(await outbox.drain('start')).toEqual({ result: 'idle', nextAt: null });
  expect(outbox.getSnapshot()).toMatchObject({ jobs: [], isLoaded: true, isDraining: false });
  expect(loadSender).not.toHaveBeenCalled();
});

test('QUE-01a enqueue shows the post at once and resolves without waiting for its sending', async () => {
  isOnline = false;
  const { outbox, drafts } = openTab();
  const jobId = await queue(outbox, await pick(drafts, 'a'));
  expect(outbox.getSnapshot().jobs.map(({ id, state }) => [id, state])).toEqual([[jobId, 'waiting']]);
  expect(registered).toEqual([]);
  const kept = await outbox.readPhoto(jobId, 'a');
  expect([kept.size, kept.type]).toEqual([20, 'image/jpeg']);
});

test('T09 the first post that is kept asks the browser to keep the storage, before anything is sent', async () => {
  isOnline = false;
  const persist = vi.fn(async () => true);
  vi.stubGlobal('navigator', { storage: { persist } });
  const { outbox, drafts } = openTab();
  expect(persist).not.toHaveBeenCalled();
  await outbox.enqueue(await pick(drafts, 'a'));
  expect(persist).toHaveBeenCalledOnce();
  expect(registered).toEqual([]);
  vi.unstubAllGlobals();
});

test('QUE-02b T07 the signal comes back: the online event sends, without a service worker', async () => {
  isOnline = false;
  const { outbox, drafts } = openTab();
  await outbox.enqueue(await pick(drafts, 'a'));
  isOnline = true;
  globalThis.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(outbox.getSnapshot().jobs[0]?.state).toBe('done'), { timeout: 20_000 });
  expect(registered).toHaveLength(1);
  await expect(outbox.readPhoto('a', 'a')).rejects.toMatchObject({ code: 'BYTES_LOST' });
});

test('QUE-02b who comes back to the page sends: visible again, or back from the browser’s memory', async () => {
  const look = (state: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  // The queue's own timer would send too, a little later.
  const { setTimeout } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, wait = 0) =>
    setTimeout(wait < 1_000 ? run : () => undefined, wait)) as typeof setTimeout);
  for (const [at, comeBack] of [
    () => look('visible'),
    () => globalThis.dispatchEvent(new Event('pageshow')),
  ].entries()) {
    isOnline = false;
    const { outbox, drafts } = openTab();
    await outbox.enqueue(await pick(drafts, `photo${at}`));
    await vi.waitFor(async () => expect(await outbox.drain('manual')).toMatchObject({ result: 'offline' }));
    isOnline = true;
    look('hidden');
    expect(registered).toHaveLength(at);
    comeBack();
    await vi.waitFor(() => expect(registered).toHaveLength(at + 1), { timeout: 5_000 });
  }
  vi.restoreAllMocks();
});

test('QUE-04f several tabs agree', async () => {
  const first = openTab();
  const second = openTab();
  await first.outbox.enqueue(await pick(first.drafts, 'a'));
  await vi.waitFor(() => expect(second.outbox.getSnapshot().jobs[0]?.state).toBe('done'), { timeout: 20_000 });
  await vi.waitFor(() => expect(second.outbox.getSnapshot().isDraining).toBe(false), { timeout: 20_000 });
  expect(registered).toHaveLength(1);
});

test('QUE-04d every change is a new snapshot, and a cancelled post leaves it', async () => {
  isOnline = false;
  const { outbox, drafts } = openTab();
  const seen = new Set<unknown>();
  outbox.subscribe(() => seen.add(outbox.getSnapshot()));
  const jobId = await queue(outbox, await pick(drafts, 'a'));
  await outbox.pause(jobId);
  await vi.waitFor(() => expect(outbox.getSnapshot().jobs[0]?.state).toBe('paused'), { timeout: 20_000 });
  await outbox.cancel(jobId);
  await vi.waitFor(() => expect(outbox.getSnapshot().jobs).toEqual([]), { timeout: 20_000 });
  expect(seen.size).toBeGreaterThanOrEqual(3);
  expect(await database.run((db) => db.count('bytes'))).toBe(0);
});
