/** The post form survives what the camera, the memory and the fan's thumb do to the page (T02, T18). */
import { AppError } from '../../contract/errors.ts';
import type { BytesAt, MadePictures, StoredBytes } from '../../outbox/ports.ts';
import {
  bytesKey,
  type ClientDatabase,
  type FanDatabase,
  photoOfBytesKey,
  type StoredDraft,
  transact,
} from './clientDatabase.ts';

/** A draft as it was left. `photoNames`: the photos whose bytes belong to it, whatever the form says. `savedAt`: epoch ms. */
export type SavedDraft = Omit<StoredDraft, 'tenant'>;

export interface Drafts {
  /** The form's state as plain data. Replaces an earlier one of the tenant; photos stay as they are. */
  saveDraft(tenant: string, form: unknown): Promise<void>;
  /** null: none, or its post is in the queue already. */
  loadDraft(tenant: string): Promise<SavedDraft | null>;
  /**
   * Keeps the bytes of a picked file, to be called at once on change or drop (T02). Names the photo in the draft in the same transaction.
   * @throws AppError QUOTA_EXCEEDED | STORAGE_UNAVAILABLE
   */
  addDraftPhoto(tenant: string, name: string, bytes: ArrayBuffer): Promise<void>;
  /**
   * Adds the prepared bytes to the picked ones, which stay until the post is in the queue: a page killed before it saved the form
   * prepares again. Photos dropped meanwhile stay dropped.
   */
  savePreparedPhoto(tenant: string, name: string, made: MadePictures): Promise<void>;
  readDraftPhoto(at: BytesAt): Promise<StoredBytes | null>;
  dropDraftPhoto(tenant: string, name: string): Promise<void>;
  /** Gives the draft and its photos another key, unless there is none or one stands there already. */
  moveDraft(from: string, to: string): Promise<void>;
  /** Forgets the form and its photos. */
  dropDraft(tenant: string): Promise<void>;
  /** Removes bytes that neither a draft nor a job names. Safe at any time. Resolves with the number of removed entries. */
  sweepBytes(): Promise<number>;
}

const JPEG = 'image/jpeg';
const PARTS = ['source', 'original', 'preview', 'thumbnail'] as const;
/** Space that must stay free beside the photo: preparation writes the new bytes before the old ones go. */
const SPARE_BYTES = 20 * 1024 * 1024;
/** Photos without a form: left by another tab's form that never came to its end. */
const KEEP_FORMLESS_MS = 24 * 60 * 60_000;

type Estimate = () => Promise<{ readonly quota?: number; readonly usage?: number }>;
const browserEstimate: Estimate = async () => (await navigator.storage?.estimate?.()) ?? {};

/** The drafts of this device, by tenant. */
export function createDrafts(database: ClientDatabase, estimate: Estimate = browserEstimate): Drafts {
  const edit = createDraftEdit(database);

  return {
    saveDraft: (tenant, form) => edit(tenant, (draft) => ({ ...draft, form })),
    loadDraft: (tenant) =>
      database.run(async (db) => {
        const draft = await db.get('drafts', tenant);
        if (!draft || draft.form === null) return null;
        return { form: draft.form, photoNames: draft.photoNames, savedAt: draft.savedAt };
      }),
    async addDraftPhoto(tenant, name, bytes) {
      requireSpace(await estimate(), bytes.byteLength);
      await edit(
        tenant,
        (draft) => ({ ...draft, photoNames: [...draft.photoNames.filter((other) => other !== name), name] }),
        [{ photoName: name, part: 'source', buffer: bytes, type: JPEG }],
      );
    },
    savePreparedPhoto: (tenant, name, { original, preview, thumbnail }) =>
      edit(
        tenant,
        (draft) => (draft.photoNames.includes(name) ? draft : null),
        [
          { photoName: name, part: 'original', buffer: original, type: JPEG },
          ...(preview ? [{ photoName: name, part: 'preview', buffer: preview, type: JPEG } as const] : []),
          { photoName: name, part: 'thumbnail', buffer: thumbnail, type: JPEG },
        ],
        // Cut smaller, it has none any more.
        preview ? [] : [{ photoName: name, part: 'preview' }],
      ),
    readDraftPhoto: (at) => database.run(async (db) => (await db.get('bytes', bytesKey(at))) ?? null),
    dropDraftPhoto: (tenant, name) =>
      edit(
        tenant,
        (draft) =>
          draft.photoNames.includes(name)
            ? { ...draft, photoNames: draft.photoNames.filter((other) => other !== name) }
            : null,
        [],
        PARTS.map((part) => ({ photoName: name, part })),
      ),
    moveDraft: (from, to) => database.run((db) => moveDraft(db, from, to)),
    dropDraft: (tenant) => database.run((db) => removeDraft(db, tenant)),
    sweepBytes: () => database.run(sweep),
  };
}

/** Changes one draft and the bytes of its photos in one transaction; a `change` to null writes nothing. */
function createDraftEdit(database: ClientDatabase) {
  return (
    tenant: string,
    change: (draft: StoredDraft) => StoredDraft | null,
    put: readonly (BytesAt & StoredBytes)[] = [],
    drop: readonly BytesAt[] = [],
  ): Promise<void> =>
    database.run((db) =>
      transact(db, ['drafts', 'bytes'], async (tx) => {
        const drafts = tx.objectStore('drafts');
        const bytes = tx.objectStore('bytes');
        const present = (await drafts.get(tenant)) ?? { tenant, form: null, photoNames: [], savedAt: 0 };
        const next = change(present);
        if (!next) return;
        const writes: Promise<unknown>[] = [drafts.put({ ...next, savedAt: Date.now() })];
        for (const at of put) writes.push(bytes.put({ buffer: at.buffer, type: at.type }, bytesKey(at)));
        for (const at of drop) writes.push(bytes.delete(bytesKey(at)));
        await Promise.all(writes);
      }),
    );
}

/** @throws AppError QUOTA_EXCEEDED */
function requireSpace({ quota, usage = 0 }: Awaited<ReturnType<Estimate>>, bytes: number): void {
  if (quota !== undefined && usage + bytes + SPARE_BYTES > quota) throw new AppError('QUOTA_EXCEEDED', 'later');
}

const moveDraft = (db: FanDatabase, from: string, to: string): Promise<void> =>
  transact(db, ['drafts'], async (tx) => {
    const drafts = tx.objectStore('drafts');
    const [draft, present] = await Promise.all([drafts.get(from), drafts.get(to)]);
    if (draft && !present) await Promise.all([drafts.put({ ...draft, tenant: to }), drafts.delete(from)]);
  });

const removeDraft = (db: FanDatabase, tenant: string): Promise<void> =>
  transact(db, ['drafts', 'bytes', 'jobs'], async (tx) => {
    const names = (await tx.objectStore('drafts').get(tenant))?.photoNames ?? [];
    const queued = photosOfJobs(await tx.objectStore('jobs').getAll());
    const bytes = tx.objectStore('bytes');
    const free = queued ? names.filter((name) => !queued.has(name)) : [];
    await Promise.all(free.flatMap((name) => PARTS.map((part) => bytes.delete(`${name}/${part}`))));
    await tx.objectStore('drafts').delete(tenant);
  });

const sweep = (db: FanDatabase): Promise<number> =>
  transact(db, ['drafts', 'bytes', 'jobs'], async (tx) => {
    const named = photosOfJobs(await tx.objectStore('jobs').getAll());
    if (!named) return 0;
    const drafts = tx.objectStore('drafts');
    for (const draft of await drafts.getAll()) {
      if (draft.form === null && Date.now() - draft.savedAt > KEEP_FORMLESS_MS) await drafts.delete(draft.tenant);
      else for (const name of draft.photoNames) named.add(name);
    }
    const bytes = tx.objectStore('bytes');
    const orphans = (await bytes.getAllKeys()).filter((key) => !named.has(photoOfBytesKey(key)));
    await Promise.all(orphans.map((key) => bytes.delete(key)));
    return orphans.length;
  });

/** Photos any job names, also jobs of a newer build; null when a record cannot be read: then nothing may be removed (T28). */
function photosOfJobs(records: readonly unknown[]): Set<string> | null {
  const names = new Set<string>();
  for (const record of records) {
    const photos = (record as { photos?: unknown }).photos;
    if (!Array.isArray(photos)) return null;
    for (const photo of photos) {
      const name = (photo as { name?: unknown } | null)?.name;
      if (typeof name !== 'string') return null;
      names.add(name);
    }
  }
  return names;
}
