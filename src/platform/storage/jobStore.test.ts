import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import { type Job, type JobPhoto, QUEUE_VERSION } from '../../outbox/job.ts';
import { createJob } from '../../outbox/outbox.ts';
import { type JobEvent, updateFor } from '../../outbox/transition.ts';
import { type ClientDatabase, createClientDatabase } from './clientDatabase.ts';
import { createDrafts } from './drafts.ts';
import { createJobStore } from './jobStore.ts';

let database: ClientDatabase;
const bytesOf = (length: number): ArrayBuffer => new Uint8Array(length).fill(0xff).buffer;
const roomy = async () => ({ quota: 10 ** 12, usage: 0 });
const drafts = () => createDrafts(database, roomy);
const store = () => createJobStore(database);
const prepared = { width: 4, height: 3, color: '#000000', exif: null, originalBytes: 9, thumbnailBytes: 3 };

const photo = (name: string, changes: Partial<JobPhoto> = {}): JobPhoto => ({
  name,
  mediaUrl: `ugc/club/event/original/${name}.jpg`,
  step: 'picked',
  fileName: `${name}.jpg`,
  fields: { comment: '', htag: '', player: '', photo_location: null, usepermit: true },
  prepared: null,
  error: null,
  ...changes,
});
const job = (...photos: JobPhoto[]): Job =>
  createJob(
    { userId: 'fan', tenant: 'club', event: { id: 'event', name: '試合', seasonId: null }, teamId: null, photos },
    1_000,
  );
const urlsOf = ({ photos }: Job): string[] => photos.map(({ mediaUrl }) => mediaUrl);
const keys = () => database.run((db) => db.getAllKeys('bytes'));

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  database = createClientDatabase();
});

test('T18 T02 form and picked bytes come back after a restart', async () => {
  await drafts().saveDraft('club', { message: '応援' });
  await drafts().addDraftPhoto('club', 'a', bytesOf(5));
  database.close();
  database = createClientDatabase();
  expect(await drafts().loadDraft('club')).toMatchObject({ form: { message: '応援' } });
  expect((await drafts().readDraftPhoto({ photoName: 'a', part: 'source' }))?.buffer.byteLength).toBe(5);
  expect(await drafts().loadDraft('league')).toBeNull();
});

test('QUE-05d T18 a draft is put aside with its photos, and never over another', async () => {
  await drafts().saveDraft('club', { of: 'a' });
  await drafts().addDraftPhoto('club', 'a', bytesOf(5));
  await drafts().moveDraft('club', 'club/of/a');
  expect(await drafts().loadDraft('club')).toBeNull();
  await drafts().saveDraft('club', { of: 'b' });
  await drafts().moveDraft('club/of/a', 'club');
  expect(await drafts().loadDraft('club')).toMatchObject({ form: { of: 'b' } });
  expect(await drafts().sweepBytes()).toBe(0);
  await drafts().dropDraft('club');
  await drafts().moveDraft('club/of/a', 'club');
  expect(await drafts().loadDraft('club')).toMatchObject({ form: { of: 'a' } });
  await drafts().dropDraftPhoto('club', 'a');
  expect(await keys()).toEqual([]);
});

test('QUE-01a a post goes in and its draft goes out together; the bytes stay', async () => {
  await drafts().saveDraft('club', { message: '' });
  await drafts().addDraftPhoto('club', 'a', bytesOf(5));
  await store().insert(job(photo('a')));
  expect(await drafts().loadDraft('club')).toBeNull();
  expect((await store().loadAll()).map(({ id }) => id)).toEqual(['a']);
  expect(await drafts().sweepBytes()).toBe(0);
  expect(await keys()).toEqual(['a/source']);
});

test('T03 what cannot be read back is not called saved, and the form keeps its photos', async () => {
  await drafts().saveDraft('club', { message: '' });
  await drafts().addDraftPhoto('club', 'a', bytesOf(5));
  const lost = job(photo('a'), photo('b'));
  await expect(store().insert(lost)).rejects.toMatchObject({ code: 'BYTES_LOST' });
  const short = job(photo('a', { step: 'ready', prepared }));
  await drafts().savePreparedPhoto('club', 'a', { original: bytesOf(8), preview: bytesOf(4), thumbnail: bytesOf(3) });
  await expect(store().insert(short)).rejects.toMatchObject({ code: 'BYTES_LOST' });
  expect(await store().loadAll()).toEqual([]);
  expect(await drafts().loadDraft('club')).not.toBeNull();
  expect(await drafts().sweepBytes()).toBe(0);
});

test('T18 a page killed between preparing and saving can prepare again; queued, the picked bytes go', async () => {
  await drafts().addDraftPhoto('club', 'a', bytesOf(20));
  await drafts().savePreparedPhoto('club', 'a', { original: bytesOf(9), preview: bytesOf(4), thumbnail: bytesOf(3) });
  expect(await keys()).toEqual(['a/original', 'a/preview', 'a/source', 'a/thumbnail']);
  await store().insert(job(photo('a', { step: 'ready', prepared })));
  expect(await keys()).toEqual(['a/original', 'a/preview', 'a/thumbnail']);
});

test('IMG-01 T10 cut smaller than a preview, a picture keeps none of before; public, its original only', async () => {
  await drafts().addDraftPhoto('club', 'a', bytesOf(20));
  const made = { original: bytesOf(9), preview: bytesOf(4), thumbnail: bytesOf(3) };
  await drafts().savePreparedPhoto('club', 'a', made);
  await drafts().savePreparedPhoto('club', 'a', { ...made, preview: null });
  expect(await keys()).toEqual(['a/original', 'a/source', 'a/thumbnail']);
  await drafts().savePreparedPhoto('club', 'a', made);
  await store().insert(job(photo('a', { step: 'ready', prepared: { ...prepared, previewBytes: 4 } })));
  const apply = (event: JobEvent) => store().update('a', (present) => updateFor(present, event));
  await apply({ kind: 'stored', photoName: 'a', mediaUrl: photo('a').mediaUrl, original: 'later' });
  expect(await keys()).toEqual(['a/original', 'a/preview', 'a/thumbnail']);
  const mediaUrls = [photo('a').mediaUrl];
  await apply({ kind: 'registered', mediaUrls, later: mediaUrls, at: 1 });
  expect(await keys()).toEqual(['a/original']);
  expect(await drafts().sweepBytes()).toBe(0);
  await apply({ kind: 'originalsProven', mediaUrls, at: 2 });
  expect(await keys()).toEqual([]);
});

test('T31 inserting twice keeps the first, however far it has come', async () => {
  await drafts().addDraftPhoto('club', 'a', bytesOf(5));
  const post = job(photo('a'));
  await store().insert(post);
  await store().update('a', (present) => updateFor(present, { kind: 'paused' }));
  await store().insert(post);
  expect((await store().loadAll())[0]?.state).toBe('paused');
});

const worded = (name: string, comment: string): JobPhoto => {
  const plain = photo(name);
  return { ...plain, fields: { ...plain.fields, comment } };
};
const pickAll = async (...names: string[]) => {
  for (const name of names) await drafts().addDraftPhoto('club', name, bytesOf(5));
};

test('SAF-22 what a second tab adds to a posted draft is stored whole, and what was posted before is told', async () => {
  await pickAll('a', 'b', 'c');
  expect(await store().insert(job(worded('a', 'first'), worded('b', 'first')))).toEqual({ jobId: 'a', posted: [] });
  const second = job(worded('a', 'second'), worded('b', 'first'), worded('c', 'second'));
  expect(await store().insert(second)).toEqual({ jobId: 'c', posted: ['a'] });
  const kept = (await store().loadAll()).map(({ id, photos }) => [id, ...photos.map(({ fields }) => fields.comment)]);
  expect(kept).toEqual([
    ['a', 'first', 'first'],
    ['c', 'second'],
  ]);
  // Pressed once more after a lost answer: the same post, whose photos another press must not store again.
  expect(await store().insert(second)).toEqual({ jobId: 'c', posted: ['a'] });
  expect(await store().loadAll()).toHaveLength(2);
  expect(await drafts().sweepBytes()).toBe(0);
});

test('SAF-22 other words for photos that are posted store nothing, say so, and leave the form alone', async () => {
  await pickAll('a', 'b', 'c');
  await store().insert(job(worded('c', 'first'), worded('a', 'first'), worded('b', 'first')));
  await store().update('c', (present) =>
    updateFor(present, { kind: 'registered', mediaUrls: urlsOf(present), later: [], at: 1 }),
  );
  await drafts().saveDraft('club', { message: 'second' });
  const other = job(worded('a', 'second'), worded('b', 'second'));
  expect(await store().insert(other)).toEqual({ jobId: null, posted: ['a', 'b'] });
  expect(await drafts().loadDraft('club')).toMatchObject({ form: { message: 'second' } });
  // The very same content, whatever its first photo is: the post of the other tab.
  const same = job(worded('a', 'first'), worded('b', 'first'));
  expect(await store().insert(same)).toEqual({ jobId: 'c', posted: [] });
  expect((await store().loadAll()).map(({ id }) => id)).toEqual(['c']);
});

test('SAF-22 T18 a tab killed after another tab posted the draft finds its own photo and words again', async () => {
  await pickAll('a', 'b');
  await drafts().saveDraft('club', { message: 'second' });
  await store().insert(job(photo('a')));
  expect(await drafts().loadDraft('club')).toMatchObject({ form: { message: 'second' }, photoNames: ['b'] });
  expect(await drafts().sweepBytes()).toBe(0);
});

test('SAF-22 T28 a post of a newer build is never written over', async () => {
  const newer = { ...job(photo('a')), version: QUEUE_VERSION + 1 };
  await database.run((db) => db.put('jobs', newer));
  await pickAll('a', 'b');
  expect(await store().insert(job(photo('a'), photo('b')))).toEqual({ jobId: 'b', posted: ['a'] });
  expect(await database.run((db) => db.get('jobs', 'a'))).toEqual(newer);
});

test('T03 an update writes job and bytes together, or nothing at all', async () => {
  await drafts().addDraftPhoto('club', 'a', bytesOf(5));
  await store().insert(job(photo('a')));
  const put = [{ photoName: 'a', part: 'original' as const, buffer: bytesOf(9), type: 'image/jpeg' }];
  await expect(
    store().update('a', (present) => ({
      // A function cannot be stored: the transaction fails after the bytes were asked for.
      job: { ...present, broken: () => undefined } as Job,
      putBytes: put,
      dropBytes: [{ photoName: 'a', part: 'source' }],
    })),
  ).rejects.toBeInstanceOf(AppError);
  expect(await keys()).toEqual(['a/source']);
  const next = await store().update('a', (present) => {
    const update = updateFor(present, { kind: 'prepared', photoName: 'a', prepared });
    return update && { ...update, putBytes: put };
  });
  expect(next?.photos[0]?.step).toBe('ready');
  expect(await keys()).toEqual(['a/original']);
});

test('an update of a job that is gone says so and writes nothing', async () => {
  const change = vi.fn(() => null);
  expect(await store().update('nobody', change)).toBeNull();
  expect(change).not.toHaveBeenCalled();
});

test('T10 registered photos leave no bytes; orphans are swept, drafts and jobs are not', async () => {
  await drafts().addDraftPhoto('club', 'a', bytesOf(5));
  await store().insert(job(photo('a')));
  await drafts().addDraftPhoto('club', 'c', bytesOf(5));
  await database.run((db) => db.put('bytes', { buffer: bytesOf(5), type: 'image/jpeg' }, 'orphan/source'));
  expect(await drafts().sweepBytes()).toBe(1);
  expect(await keys()).toEqual(['a/source', 'c/source']);
  await store().update('a', (present) =>
    updateFor(present, { kind: 'registered', mediaUrls: urlsOf(present), later: [], at: 1 }),
  );
  expect(await keys()).toEqual(['c/source']);
  await drafts().dropDraftPhoto('club', 'c');
  expect(await keys()).toEqual([]);
});

test('T28 a job of a newer build is left alone, its bytes too', async () => {
  const newer = { ...job(photo('a')), version: QUEUE_VERSION + 1 };
  await database.run((db) => db.put('jobs', newer));
  await database.run((db) => db.put('bytes', { buffer: bytesOf(5), type: 'image/jpeg' }, 'a/source'));
  expect(await store().loadAll()).toEqual([]);
  expect(await store().update('a', () => ({ job: null }))).toBeNull();
  expect(await drafts().sweepBytes()).toBe(0);
  expect(await database.run((db) => db.count('jobs'))).toBe(1);
});

test('T28 after a rollback the newer database still opens', async () => {
  database.close();
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('fan-photo', 99);
    opening.onerror = () => reject(opening.error);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore('jobs', { keyPath: 'id' });
      opening.result.createObjectStore('bytes');
    };
    opening.onsuccess = () => {
      opening.result.close();
      resolve();
    };
  });
  database = createClientDatabase();
  expect(await store().loadAll()).toEqual([]);
});

test('QUE-05a T10 a photo for which there is no room is refused before it is written', async () => {
  const full = createDrafts(database, async () => ({ quota: 1_000, usage: 990 }));
  await expect(full.addDraftPhoto('club', 'a', bytesOf(50))).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
  expect(await keys()).toEqual([]);
});

test('T03 a lost connection is opened again, once, and storage errors have their code', async () => {
  let runs = 0;
  const answer = await database.run(async (db) => {
    runs += 1;
    if (runs === 1) throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
    return db.count('jobs');
  });
  expect([answer, runs]).toEqual([0, 2]);
  const quota = database.run(() => Promise.reject(new DOMException('full', 'QuotaExceededError')));
  await expect(quota).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED', retry: 'later' });
  const broken = database.run(() => Promise.reject(new DOMException('no', 'UnknownError')));
  await expect(broken).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
});
