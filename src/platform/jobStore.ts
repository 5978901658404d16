import { AppError } from '../contract/errors.ts';
import type { Job, JobPhoto } from '../outbox/job.ts';
import { migrateJob } from '../outbox/migrateJob.ts';
import type { BytesAt, JobStore, StoredBytes } from '../outbox/ports.ts';
import { bytesKey, type Database, type StoredDraft } from './database.ts';

/** Written to the disk, not only to the system's cache: a post survives a dead battery (QUE-01). */
const STRICT = { durability: 'strict' } as const;

/** The queue in IndexedDB. */
export function createJobStore(database: Database): JobStore {
  const readBytes = (at: BytesAt): Promise<StoredBytes | null> =>
    database.run(async (db) => {
      const found = await db.get('bytes', bytesKey(at));
      return found?.buffer instanceof ArrayBuffer && found.buffer.byteLength > 0 ? found : null;
    });

  return {
    readBytes,
    loadAll: () =>
      database.run(async (db) => {
        const jobs = (await db.getAll('jobs')).map(migrateJob).filter((job) => job !== null);
        return jobs.sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1));
      }),
    update: (jobId, change) =>
      database.run(async (db) => {
        const tx = db.transaction(['jobs', 'bytes'], 'readwrite', STRICT);
        const jobs = tx.objectStore('jobs');
        const bytes = tx.objectStore('bytes');
        const job = migrateJob(await jobs.get(jobId));
        const update = job && change(job);
        const writes: Promise<unknown>[] = [];
        for (const at of update?.putBytes ?? [])
          writes.push(bytes.put({ buffer: at.buffer, type: at.type }, bytesKey(at)));
        for (const at of update?.dropBytes ?? []) writes.push(bytes.delete(bytesKey(at)));
        if (update?.job) writes.push(jobs.put(update.job));
        else if (update) writes.push(jobs.delete(jobId));
        await Promise.all([...writes, tx.done]);
        return update ? update.job : job;
      }),
    async insert(job) {
      const draft = await database.run((db) => insertJob(db, job));
      // Pressed twice: its photos may be on their way already.
      if (draft === 'known') return;
      try {
        await readBack(job);
      } catch (error) {
        // What cannot be read cannot be sent: the form keeps its photos and says so.
        await database.run((db) => undoInsert(db, job.id, draft));
        throw error;
      }
      // The form kept the picked bytes beside the prepared ones. What stays behind here goes when the photo is registered.
      await database.run((db) => dropSources(db, job)).catch(() => undefined);
    },
  };

  async function readBack(job: Job): Promise<void> {
    const stored = await database.run((db) => db.get('jobs', job.id));
    if (!migrateJob(stored)) throw new AppError('STORAGE_UNAVAILABLE', 'later');
    for (const photo of job.photos)
      for (const [part, size] of partsOf(photo)) {
        const found = await readBytes({ photoName: photo.name, part });
        if (!found || (size !== null && found.buffer.byteLength !== size)) throw new AppError('BYTES_LOST', 'never');
      }
  }
}

function partsOf({ prepared }: JobPhoto): [BytesAt['part'], number | null][] {
  if (!prepared) return [['source', null]];
  return [
    ['original', prepared.originalBytes],
    ['thumbnail', prepared.thumbnailBytes],
  ];
}

type Db = Parameters<Parameters<Database['run']>[0]>[0];

/** Job in, draft out, in one transaction. Gives the draft as it was; 'known' when the job was there before. */
async function insertJob(db: Db, job: Job): Promise<StoredDraft | undefined | 'known'> {
  const tx = db.transaction(['jobs', 'drafts'], 'readwrite', STRICT);
  const jobs = tx.objectStore('jobs');
  const drafts = tx.objectStore('drafts');
  const isKnown = (await jobs.getKey(job.id)) !== undefined;
  const draft = await drafts.get(job.tenant);
  const taken = new Set(job.photos.map((photo) => photo.name));
  const rest = draft?.photoNames.filter((name) => !taken.has(name)) ?? [];
  // Photos of a form in another tab stay its own.
  const keep = draft && rest.length > 0 ? { ...draft, form: null, photoNames: rest } : null;
  await Promise.all([isKnown ? null : jobs.put(job), keep ? drafts.put(keep) : drafts.delete(job.tenant), tx.done]);
  return isKnown ? 'known' : draft;
}

async function undoInsert(db: Db, jobId: string, draft: StoredDraft | undefined): Promise<void> {
  const tx = db.transaction(['jobs', 'drafts'], 'readwrite', STRICT);
  await Promise.all([
    tx.objectStore('jobs').delete(jobId),
    draft ? tx.objectStore('drafts').put(draft) : null,
    tx.done,
  ]);
}

async function dropSources(db: Db, job: Job): Promise<void> {
  const tx = db.transaction('bytes', 'readwrite');
  const keys = job.photos.filter((photo) => photo.prepared).map((photo) => `${photo.name}/source`);
  await Promise.all([...keys.map((key) => tx.store.delete(key)), tx.done]);
}
