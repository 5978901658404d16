/** The device's storage: survives its processes, commits whole transactions only, and checks every commit. */
import { AppError } from '../../src/contract/errors.ts';
import type { Job, JobPhoto } from '../../src/outbox/job.ts';
import { partNew } from '../../src/outbox/newPost.ts';
import type { BytesAt, JobStore, JobUpdate } from '../../src/outbox/ports.ts';
import type { Process } from './world.ts';

const keyOf = (at: BytesAt): string => `${at.photoName}/${at.part}`;

export class Device {
  readonly jobs = new Map<string, Job>();
  readonly bytes = new Map<string, Uint8Array>();
  /** Every state the device was in is looked at by this. */
  onCommit: (jobId: string, before: Job | null, after: Job | null) => void = () => undefined;

  put(at: BytesAt, content: Uint8Array): void {
    this.bytes.set(keyOf(at), content);
  }

  commit(jobId: string, update: JobUpdate): void {
    const before = this.jobs.get(jobId) ?? null;
    for (const at of update.putBytes ?? []) this.bytes.set(keyOf(at), new Uint8Array(at.buffer.slice(0)));
    for (const at of update.dropBytes ?? []) this.bytes.delete(keyOf(at));
    if (update.job === null) this.jobs.delete(jobId);
    else this.jobs.set(jobId, structuredClone(update.job));
    this.onCommit(jobId, before, update.job);
  }

  /** Are the bytes there that this step says are there? */
  holds(photo: JobPhoto): boolean {
    const has = (part: BytesAt['part']): boolean => this.bytes.has(`${photo.name}/${part}`);
    if (photo.step === 'registered') return true;
    if (photo.step === 'public') return has('original');
    if (!photo.prepared) return has('source');
    return has('original') && has('thumbnail') && (!photo.prepared.previewBytes || has('preview'));
  }
}

export function createFakeStore(device: Device, process: Process): JobStore {
  const all = (): Job[] =>
    [...device.jobs.values()]
      .map((job) => structuredClone(job))
      .sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  return {
    loadAll: () => process.call('loadAll', '', all),
    readBytes: (at) =>
      process.call('readBytes', keyOf(at), () => {
        const content = device.bytes.get(keyOf(at));
        return content && content.byteLength > 0
          ? { buffer: content.slice().buffer as ArrayBuffer, type: 'image/jpeg' }
          : null;
      }),
    update: (jobId, change) =>
      process.call('update', jobId, () => {
        const job = device.jobs.get(jobId);
        if (!job) return null;
        const update = change(structuredClone(job));
        if (update) device.commit(jobId, update);
        const present = device.jobs.get(jobId);
        return present ? structuredClone(present) : null;
      }),
    insert: (job) =>
      process.call('insert', job.id, () => {
        const { fresh, result } = partNew(job, [...device.jobs.values()]);
        if (fresh === null) return result;
        if (!fresh.photos.every((photo) => device.holds(photo))) throw new AppError('BYTES_LOST', 'never');
        device.commit(fresh.id, { job: fresh });
        return result;
      }),
  };
}
