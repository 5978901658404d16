import { AppError } from '../../contract/errors.ts';
import type { Job, JobPhoto } from '../../outbox/job.ts';
import { migrateJob } from '../../outbox/migrateJob.ts';
import { partNew } from '../../outbox/newPost.ts';
import type { BytesAt, JobStore, JobUpdate, StoredBytes } from '../../outbox/ports.ts';
import { bytesKey, type ClientDatabase, type FanDatabase, type StoredDraft, transact } from './clientDatabase.ts';

/** The queue in IndexedDB. */
export function createJobStore(database: ClientDatabase): JobStore {
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
    update: (jobId, change) => database.run((db) => updateJob(db, jobId, change)),
    async insert(job) {
      const { fresh, result, draft } = await database.run((db) => insertJob(db, job));
      // Pressed twice: its photos may be on their way already.
      if (fresh === null) return result;
      try {
        await readBack(fresh);
      } catch (error) {
        // What cannot be read cannot be sent: the form keeps its photos and says so.
        await database.run((db) => undoInsert(db, fresh.id, draft));
        throw error;
      }
      // The form kept the picked bytes beside the prepared ones. What stays behind here goes when the photo is registered.
      await database.run((db) => dropSources(db, fresh)).catch(() => undefined);
      return result;
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

/** What a post cannot do without: a preview that got lost is no reason to refuse it, then the original goes first. */
function partsOf({ prepared }: JobPhoto): [BytesAt['part'], number | null][] {
  if (!prepared) return [['source', null]];
  return [
    ['original', prepared.originalBytes],
    ['thumbnail', prepared.thumbnailBytes],
  ];
}

const updateJob = (db: FanDatabase, jobId: string, change: (job: Job) => JobUpdate | null): Promise<Job | null> =>
  transact(db, ['jobs', 'bytes'], async (tx) => {
    const jobs = tx.objectStore('jobs');
    const bytes = tx.objectStore('bytes');
    const job = migrateJob(await jobs.get(jobId));
    const update = job && change(job);
    if (!update) return job;
    const writes: Promise<unknown>[] = [update.job ? jobs.put(update.job) : jobs.delete(jobId)];
    for (const at of update.putBytes ?? []) writes.push(bytes.put({ buffer: at.buffer, type: at.type }, bytesKey(at)));
    for (const at of update.dropBytes ?? []) writes.push(bytes.delete(bytesKey(at)));
    await Promise.all(writes);
    return update.job;
  });

/** Job in, its photos out of the draft, in one transaction. Gives what was stored of the job, and the draft as it was. */
const insertJob = (db: FanDatabase, job: Job): Promise<Inserted> =>
  transact(db, ['jobs', 'drafts'], async (tx) => {
    const jobs = tx.objectStore('jobs');
    const drafts = tx.objectStore('drafts');
    const { fresh, result } = partNew(job, await jobs.getAll());
    const draft = await drafts.get(job.tenant);
    const taken = new Set(job.photos.map((photo) => photo.name));
    const rest = draft?.photoNames.filter((name) => !taken.has(name)) ?? [];
    // Another tab picked more into the same form: it stays, with its words, and is loaded without what is posted (SAF-22).
    const keep = draft && rest.length > 0 ? { ...draft, photoNames: rest } : null;
    // Nothing new was said: the form goes on with its words.
    const isRefused = result.jobId === null;
    await Promise.all([
      fresh && jobs.put(fresh),
      isRefused ? null : keep ? drafts.put(keep) : drafts.delete(job.tenant),
    ]);
    return { fresh, result, draft };
  });

interface Inserted extends ReturnType<typeof partNew> {
  readonly draft: StoredDraft | undefined;
}

const undoInsert = (db: FanDatabase, jobId: string, draft: StoredDraft | undefined): Promise<void> =>
  transact(db, ['jobs', 'drafts'], async (tx) => {
    await tx.objectStore('jobs').delete(jobId);
    if (draft) await tx.objectStore('drafts').put(draft);
  });

const dropSources = (db: FanDatabase, job: Job): Promise<void> =>
  transact(db, ['bytes'], async (tx) => {
    const keys = job.photos.filter((photo) => photo.prepared).map((photo) => `${photo.name}/source`);
    await Promise.all(keys.map((key) => tx.objectStore('bytes').delete(key)));
  });
