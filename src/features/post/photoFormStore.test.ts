import { expect, test, vi } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import type { ImagePreparer } from '../../outbox/ports.ts';
import type { PhotoDrafts } from './draftWriter.ts';
import { createPhotoForm, type PhotoForm } from './photoForm.ts';
import { createPhotoFormStore } from './photoFormStore.ts';
import type { Intake } from './photoIntake.ts';

const prepared = { width: 4, height: 3, color: '#112233', exif: null, originalBytes: 9, thumbnailBytes: 3 };
const jpeg = (name: string, type = 'image/jpeg') => new File([name], name, { type });
const max = 5;

/** Drafts in memory; a photo's content is its file's text. */
function surroundings(changes: Partial<ImagePreparer> = {}) {
  const bytes = new Map<string, ArrayBuffer>();
  const saved: PhotoForm[] = [];
  const drafts: PhotoDrafts = {
    save: async (form) => void saved.push(form),
    discard: async () => bytes.clear(),
    putSource: async (name, buffer) => void bytes.set(`${name}/source`, buffer),
    putPrepared: async (name, { original, preview, thumbnail }) => {
      bytes.delete(`${name}/source`);
      bytes.set(`${name}/original`, original).set(`${name}/thumbnail`, thumbnail);
      if (preview) bytes.set(`${name}/preview`, preview);
    },
    read: async (name, part) => bytes.get(`${name}/${part}`) ?? null,
    dropPhoto: async (name) => {
      for (const part of ['source', 'original', 'preview', 'thumbnail']) bytes.delete(`${name}/${part}`);
    },
  };
  const preparer: ImagePreparer = {
    prepare: async (buffer) => ({ original: buffer, preview: buffer, thumbnail: buffer, prepared }),
    ...changes,
  };
  let count = 0;
  const takeIn = async (file: File): Promise<Intake> => {
    const text = await file.text();
    if (text.startsWith('other'))
      return { kind: 'refused', fileName: file.name, error: 'IMAGE_NOT_JPEG', isHeic: true };
    if (text.startsWith('broken')) return { kind: 'refused', fileName: file.name, error: 'IMAGE_LOAD', isHeic: false };
    count += 1;
    return {
      kind: 'photo',
      buffer: new TextEncoder().encode(text).buffer,
      photo: {
        name: `photo${count}`,
        fileName: file.name,
        size: file.size,
        lastModified: 1,
        hash: text,
        state: 'queued',
        prepared: null,
        error: null,
        own: null,
        alt: '',
        edit: null,
      },
    };
  };
  const initial = createPhotoForm('event');
  const store = createPhotoFormStore({
    initial,
    drafts,
    preparer,
    takeIn,
    isJpeg: async (file) => !(await file.text()).startsWith('other'),
  });
  return { store, bytes, saved };
}

const states = (form: PhotoForm) => form.photos.map(({ state }) => state);

test('T02 T18 picked bytes are kept before the photo shows, prepared one by one, and the draft follows', async () => {
  const ends: (() => void)[] = [];
  const { store, bytes, saved } = surroundings({
    prepare: async (buffer) => {
      await new Promise<void>((done) => ends.push(done));
      return { original: buffer, preview: buffer, thumbnail: buffer, prepared };
    },
  });
  await store.pick([jpeg('a.jpg'), jpeg('b.jpg')], { max, isDragged: false });
  for (const begun of [1, 2]) {
    await vi.waitFor(() => expect(states(store.getSnapshot().form)).toContain('preparing'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(ends).toHaveLength(begun);
    ends[begun - 1]?.();
    await vi.waitFor(() => expect(states(store.getSnapshot().form)[begun - 1]).toBe('ready'));
  }
  expect([...bytes.keys()].sort()).toEqual([
    'photo1/original',
    'photo1/preview',
    'photo1/thumbnail',
    'photo2/original',
    'photo2/preview',
    'photo2/thumbnail',
  ]);
  await vi.waitFor(() => expect(saved.at(-1)).toEqual(store.getSnapshot().form), { timeout: 20_000 });
});

test('PST-07b a dragged non-JPEG aborts the drop; of chosen files only the wrong ones stay out, by name', async () => {
  const { store } = surroundings();
  const files = [jpeg('a.jpg'), jpeg('b.png', 'image/png')];
  await store.pick(files, { max, isDragged: true });
  expect(store.getSnapshot().form.photos).toHaveLength(0);
  expect(store.getSnapshot().notices).toEqual([{ kind: 'notJpeg', fileName: 'b.png', isDragged: true, isHeic: false }]);
  await store.pick(files, { max, isDragged: false });
  expect(store.getSnapshot().form.photos.map(({ fileName }) => fileName)).toEqual(['a.jpg']);
  expect(store.getSnapshot().notices).toEqual([
    { kind: 'notJpeg', fileName: 'b.png', isDragged: false, isHeic: false },
  ]);
});

test('PST-07b T16 a drop is also aborted by a file that only calls itself a JPEG', async () => {
  const { store } = surroundings();
  await store.pick([jpeg('a.jpg'), jpeg('other.jpg')], { max, isDragged: true });
  expect(store.getSnapshot().form.photos).toHaveLength(0);
  expect(store.getSnapshot().notices).toEqual([
    { kind: 'notJpeg', fileName: 'other.jpg', isDragged: true, isHeic: true },
  ]);
});

test('PST-07a PST-07c a broken file and a twin are named and the rest comes in; so does what fits', async () => {
  const { store } = surroundings();
  const twin = new File(['a.jpg'], 'twin.jpg', { type: 'image/jpeg' });
  const files = [jpeg('a.jpg'), twin, jpeg('broken.jpg'), jpeg('c.jpg'), jpeg('d.jpg'), jpeg('e.jpg')];
  await store.pick(files, { max: 3, isDragged: false });
  expect(store.getSnapshot().form.photos.map(({ fileName }) => fileName)).toEqual(['a.jpg', 'c.jpg', 'd.jpg']);
  expect(store.getSnapshot().notices).toEqual([
    { kind: 'duplicate', fileName: 'twin.jpg' },
    { kind: 'unusable', fileName: 'broken.jpg', error: 'IMAGE_LOAD' },
    { kind: 'leftOut', fileNames: ['e.jpg'] },
  ]);
});

test('PST-07a a preparation that cannot succeed marks its photo and the others go on', async () => {
  const { store } = surroundings({
    prepare: async (buffer, fileName) => {
      if (fileName === 'a.jpg') throw new AppError('IMAGE_LOAD', 'never');
      return { original: buffer, preview: buffer, thumbnail: buffer, prepared };
    },
  });
  await store.pick([jpeg('a.jpg'), jpeg('b.jpg')], { max, isDragged: false });
  await vi.waitFor(() => expect(states(store.getSnapshot().form)).toEqual(['refused', 'ready']), { timeout: 20_000 });
  expect(store.getSnapshot().form.photos[0]?.error).toBe('IMAGE_LOAD');
});

test('PST-08b a picture turned while it is prepared is prepared again, as turned', async () => {
  const gate = Promise.withResolvers<void>();
  const edits: unknown[] = [];
  const { store } = surroundings({
    prepare: async (buffer, _, edit) => {
      edits.push(edit);
      if (edits.length === 1) await gate.promise;
      return { original: buffer, preview: buffer, thumbnail: buffer, prepared };
    },
  });
  await store.pick([jpeg('a.jpg')], { max, isDragged: false });
  await vi.waitFor(() => expect(edits).toHaveLength(1), { timeout: 20_000 });
  const edit = { turns: 3, crop: null } as const;
  store.dispatch({ type: 'pictureEdited', photo: 'photo1', edit });
  gate.resolve();
  await vi.waitFor(() => expect(states(store.getSnapshot().form)).toEqual(['ready']), { timeout: 20_000 });
  expect(edits).toEqual([null, edit]);
});

test('QUE-05a a full device says so and keeps what fits', async () => {
  const { store, bytes } = surroundings();
  vi.spyOn(bytes, 'set').mockImplementationOnce(() => {
    throw new AppError('QUOTA_EXCEEDED', 'later');
  });
  expect(await store.pick([jpeg('a.jpg')], { max, isDragged: false })).toBe(false);
  expect(store.getSnapshot().form.photos).toHaveLength(0);
  expect(store.getSnapshot().notices).toEqual([{ kind: 'notSaved', error: 'QUOTA_EXCEEDED' }]);
});

test('QUE-06c where there is room for none of them the caller is told, but not of those beyond the room', async () => {
  const { store } = surroundings();
  const files = [jpeg('a.jpg'), jpeg('b.jpg')];
  const room = async (max: number) => [await store.pick(files, { max, isDragged: false }), store.getSnapshot().notices];
  expect(await room(0)).toEqual([false, [{ kind: 'leftOut', fileNames: ['a.jpg', 'b.jpg'] }]]);
  expect(await room(1)).toEqual([true, [{ kind: 'leftOut', fileNames: ['b.jpg'] }]]);
});

test('QUE-01a after close nothing of the form is written: the queued post owns the bytes', async () => {
  const gate = Promise.withResolvers<void>();
  const { store, bytes, saved } = surroundings({
    prepare: async (buffer) => {
      await gate.promise;
      return { original: buffer, preview: buffer, thumbnail: buffer, prepared };
    },
  });
  await store.pick([jpeg('a.jpg')], { max, isDragged: false });
  await store.close();
  const count = saved.length;
  gate.resolve();
  store.dispatch({ type: 'textTyped', photo: null, field: 'message', text: 'late' });
  // Writes come in a later task than what asks for them.
  await new Promise((resolve) => setImmediate(resolve));
  expect([...bytes.keys()]).toEqual(['photo1/source']);
  expect(saved).toHaveLength(count);
});

test('QUE-01a a photo that is still read when the form is sent is part of the post', async () => {
  const { store } = surroundings();
  void store.pick([jpeg('a.jpg'), jpeg('b.jpg')], { max, isDragged: false });
  await store.close();
  expect(store.getSnapshot().form.photos.map(({ fileName }) => fileName)).toEqual(['a.jpg', 'b.jpg']);
});

test('T18 a form that could not be sent is the draft again, and goes on preparing', async () => {
  const { store, saved } = surroundings();
  await store.pick([jpeg('a.jpg')], { max, isDragged: false });
  await store.close();
  saved.length = 0;
  store.reopen();
  await vi.waitFor(() => expect(saved.at(-1)?.photos.map(({ name }) => name)).toEqual(['photo1']));
  await vi.waitFor(() => expect(states(store.getSnapshot().form)).toEqual(['ready']));
});

test('PST-07a a preparation that failed for a moment is tried once more, and no more than that', async () => {
  for (const [failures, state] of [
    [1, 'ready'],
    [2, 'refused'],
  ] as const) {
    const prepare = vi.fn(async (buffer: ArrayBuffer) => {
      if (prepare.mock.calls.length <= failures) throw new AppError('IMAGE_LOAD', 'later');
      return { original: buffer, preview: buffer, thumbnail: buffer, prepared };
    });
    const { store } = surroundings({ prepare });
    await store.pick([jpeg('a.jpg')], { max, isDragged: false });
    await vi.waitFor(() => expect(states(store.getSnapshot().form)).toEqual([state]));
    expect([failures, prepare.mock.calls.length]).toEqual([failures, 2]);
  }
});

test('SAF-22 photos another tab posted leave the form, named, and their bytes stay with the queue', async () => {
  const { store, bytes } = surroundings();
  await store.pick([jpeg('a.jpg'), jpeg('b.jpg'), jpeg('c.jpg')], { max, isDragged: false });
  store.giveUpPosted(new Set(['photo1', 'photo2', 'of another form']));
  expect(store.getSnapshot().form.photos.map(({ name }) => name)).toEqual(['photo3']);
  expect(store.getSnapshot().notices).toEqual([{ kind: 'posted', fileNames: ['a.jpg', 'b.jpg'] }]);
  await store.close();
  expect([...bytes.keys()].some((key) => key.startsWith('photo1/'))).toBe(true);
  // What is being saved by this very tab is no other's.
  store.clearNotices();
  store.giveUpPosted(new Set(['photo3']));
  expect([store.getSnapshot().form.photos.length, store.getSnapshot().notices]).toEqual([1, []]);
});
