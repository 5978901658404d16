import { beforeEach, expect, test, vi } from 'vitest';
import { CLUB } from '../../../tests/support/tenants.ts';
import { AppError } from '../../contract/errors.ts';
import type { PickedJpeg } from '../../platform/images/pickedJpeg.ts';
import type { Drafts } from '../../platform/storage/drafts.ts';
import { createEventDrafts } from './eventDrafts.ts';
import { newEventForm } from './eventForm.ts';
import { createEventFormStore } from './eventFormStore.ts';

const made = { original: new ArrayBuffer(8), preview: null, thumbnail: new ArrayBuffer(2) };
const prepare = vi.fn();
const jpeg: PickedJpeg = { kind: 'jpeg', buffer: new ArrayBuffer(4) };
let kept: Map<string, unknown>;
let bytes: Map<string, ArrayBuffer>;

/** The drafts' store as a map. */
const drafts = {
  saveDraft: async (key: string, form: unknown) => void kept.set(key, structuredClone(form)),
  loadDraft: async (key: string) => (kept.has(key) ? { form: kept.get(key), savedAt: 0 } : null),
  dropDraft: async (key: string) => void kept.delete(key),
  moveDraft: async (from: string, to: string) => {
    if (!kept.has(from) || kept.has(to)) return;
    kept.set(to, kept.get(from));
    kept.delete(from);
  },
  addDraftPhoto: async (_key: string, name: string, source: ArrayBuffer) => void bytes.set(`${name}/source`, source),
  savePreparedPhoto: async (_key: string, name: string, parts: typeof made) => {
    for (const [part, buffer] of Object.entries(parts)) if (buffer) bytes.set(`${name}/${part}`, buffer);
  },
  readDraftPhoto: async ({ photoName, part }: { photoName: string; part: string }) => {
    const buffer = bytes.get(`${photoName}/${part}`);
    return buffer ? { buffer, type: 'image/jpeg' } : null;
  },
  dropDraftPhoto: async (_key: string, name: string) => {
    for (const part of ['source', 'original', 'thumbnail']) bytes.delete(`${name}/${part}`);
  },
} as unknown as Drafts;
const port = (userId: string | null = 'u1') => createEventDrafts(drafts, { tenant: CLUB, userId, eventId: null });
const open = (initial = newEventForm, read: PickedJpeg = jpeg) =>
  createEventFormStore({ initial, drafts: port(), preparer: { prepare }, readFile: async () => read });
const file = (name: string, type = 'image/jpeg') => new File(['x'], name, { type });

beforeEach(() => {
  kept = new Map();
  bytes = new Map();
  prepare.mockReset().mockResolvedValue({ ...made, prepared: {} });
});

test('EVT-01a T18 every change is kept on the device and comes back, to its fan only', async () => {
  const store = open();
  await store.dispatch({ type: 'typed', field: 'name', text: '夕焼け' });
  await store.pick('thumbnail', file('a.jpg'), false);
  const form = await port().load();
  expect(form).toMatchObject({ name: '夕焼け', picked: { thumbnail: { state: 'ready', fileName: 'a.jpg' } } });
  expect(await port('u2').load()).toBeNull();
  expect(await port().load()).toEqual(form);
  await store.discard();
  expect(await port().load()).toBeNull();
  await store.dispatch({ type: 'typed', field: 'name', text: 'late' });
  expect(kept.size).toBe(0);
});

test('T18 a picture whose preparation died with the page is prepared again', async () => {
  prepare.mockReturnValueOnce(new Promise(() => {}));
  void open().pick('thumbnail', file('a.jpg'), false);
  await vi.waitFor(async () => expect((await port().load())?.picked.thumbnail?.state).toBe('preparing'), {
    timeout: 20_000,
  });
  const again = open((await port().load()) ?? newEventForm);
  await vi.waitFor(() => expect(again.getSnapshot().form.picked.thumbnail?.state).toBe('ready'), { timeout: 20_000 });
});

test('EVT-02d JPEG only, by name and by content', async () => {
  const store = open();
  await store.pick('photo', file('a.png', 'image/png'), true);
  expect(store.getSnapshot().notices.photo).toEqual({
    kind: 'notJpeg',
    fileName: 'a.png',
    isDragged: true,
    isHeic: false,
  });
  const disguised = open(newEventForm, { kind: 'refused', error: 'IMAGE_NOT_JPEG', isHeic: true });
  await disguised.pick('photo', file('b.jpg'), false);
  expect(disguised.getSnapshot().notices.photo).toMatchObject({ kind: 'notJpeg', fileName: 'b.jpg', isHeic: true });
  const big = open(newEventForm, { kind: 'refused', error: 'IMAGE_TOO_LARGE', isHeic: false });
  await big.pick('photo', file('c.jpg'), false);
  expect(big.getSnapshot().notices.photo).toEqual({ kind: 'unusable', fileName: 'c.jpg', error: 'IMAGE_TOO_LARGE' });
  expect(big.getSnapshot().form.picked.photo).toBeNull();
});

test('EVT-01a a second picture takes the place of the first; a broken one says so; removed bytes are gone', async () => {
  const store = open();
  await store.pick('thumbnail', file('a.jpg'), false);
  const first = store.getSnapshot().form.picked.thumbnail?.name;
  prepare.mockRejectedValueOnce(new AppError('IMAGE_LOAD', 'never'));
  await store.pick('thumbnail', file('b.jpg'), false);
  expect(store.getSnapshot().form.picked.thumbnail).toMatchObject({ state: 'refused', error: 'IMAGE_LOAD' });
  expect([...bytes.keys()].filter((key) => key.startsWith(String(first)))).toEqual([]);
  store.remove('thumbnail');
  await vi.waitFor(() => expect(bytes.size).toBe(0), { timeout: 20_000 });
  expect(store.getSnapshot().form.picked.thumbnail).toBeNull();
});

test('T12 a preparation short of memory is tried once more', async () => {
  prepare.mockRejectedValueOnce(new AppError('CANVAS_CONTEXT', 'later'));
  const store = open();
  await store.pick('thumbnail', file('a.jpg'), false);
  expect(store.getSnapshot().form.picked.thumbnail?.state).toBe('ready');
  expect(prepare).toHaveBeenCalledTimes(2);
});

/** Files are read when the test says so. */
function openReading() {
  const reads = new Map<string, (read: PickedJpeg) => void>();
  const readFile = ({ name }: File) => new Promise<PickedJpeg>((done) => reads.set(name, done));
  const store = createEventFormStore({ initial: newEventForm, drafts: port(), preparer: { prepare }, readFile });
  return { store, cameIn: (name: string, read = jpeg) => reads.get(name)?.(read) };
}

test('EVT-01a of two pictures picked for one place the later one stays, also where it is read first', async () => {
  const { store, cameIn } = openReading();
  const older = store.pick('thumbnail', file('older.jpg'), false);
  const newer = store.pick('thumbnail', file('newer.jpg'), false);
  const elsewhere = store.pick('photo', file('elsewhere.jpg'), false);
  cameIn('newer.jpg');
  await newer;
  cameIn('older.jpg');
  cameIn('elsewhere.jpg');
  await Promise.all([older, elsewhere]);
  const { picked } = store.getSnapshot().form;
  expect([picked.thumbnail?.fileName, picked.photo?.fileName]).toEqual(['newer.jpg', 'elsewhere.jpg']);
  const names = [picked.thumbnail?.name, picked.photo?.name];
  expect([...bytes.keys()].filter((key) => !names.includes(key.split('/')[0]))).toEqual([]);
});

test('EVT-01a a picture that is still read when the place is emptied does not come back', async () => {
  const { store, cameIn } = openReading();
  const first = store.pick('photo', file('first.jpg'), false);
  cameIn('first.jpg');
  await first;
  const second = store.pick('photo', file('second.jpg'), false);
  store.remove('photo');
  cameIn('second.jpg');
  await second;
  expect(store.getSnapshot().form.picked.photo).toBeNull();
  await vi.waitFor(() => expect(bytes.size).toBe(0), { timeout: 20_000 });
});

test('EVT-02d a later pick that is no JPEG does not take the place of the one that is still read', async () => {
  const { store, cameIn } = openReading();
  const older = store.pick('photo', file('older.jpg'), false);
  await store.pick('photo', file('a.png', 'image/png'), false);
  cameIn('older.jpg');
  await older;
  expect(store.getSnapshot().form.picked.photo?.fileName).toBe('older.jpg');
  expect(store.getSnapshot().notices.photo).toMatchObject({ kind: 'notJpeg', fileName: 'a.png' });
});

test('OVL-02c a form that is closed keeps its draft, and touches nothing at its place any more', async () => {
  const { store, cameIn } = openReading();
  const typed = store.dispatch({ type: 'typed', field: 'name', text: '夕焼け' });
  const picked = store.pick('thumbnail', file('late.jpg'), false);
  await store.close();
  await typed;
  cameIn('late.jpg');
  await picked;
  expect(bytes.size).toBe(0);
  expect(await port('u2').load()).toBeNull();
  await port('u2').save({ ...newEventForm, name: '次の人' });
  await store.dispatch({ type: 'typed', field: 'name', text: 'late' });
  await store.discard();
  expect(await port('u2').load()).toMatchObject({ name: '次の人' });
  expect(await port().load()).toMatchObject({ name: '夕焼け' });
});

test('PST-07a a picture that is removed while its bytes are being kept leaves none of them', async () => {
  const store = open();
  const began = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const { addDraftPhoto } = drafts;
  const slow = vi.spyOn(drafts, 'addDraftPhoto').mockImplementation(async (...given) => {
    began.resolve();
    await goOn.promise;
    await addDraftPhoto(...given);
  });
  const picked = store.pick('thumbnail', file('a.jpg'), false);
  await began.promise;
  store.remove('thumbnail');
  goOn.resolve();
  await picked;
  slow.mockRestore();
  await vi.waitFor(() => expect([...bytes.keys()]).toEqual([]));
  expect(store.getSnapshot().form.picked.thumbnail).toBe(null);
});
