/** The first half of a job: every photo prepared and proven to be in the object store. */
import { thumbnailKey } from '../contract/config.ts';
import { AppError } from '../contract/errors.ts';
import { createGate } from './gate.ts';
import type { BytesPart, Job, JobPhoto } from './job.ts';
import { type JobRun, LeaseLost } from './jobRun.ts';
import { classifyFailure, type Failure } from './retry.ts';

/** Photos on the wire at once: three fill the line (measured), and bound what is in memory. */
const PARALLEL_PUTS = 3;
const JPEG = 'image/jpeg';

/**
 * Prepares photos one at a time and puts them as they become ready. A photo that can never be sent is marked and the others go on;
 * any other failure lets what is on the wire finish, starts nothing new, and is returned.
 * @throws LeaseLost, or whatever the store throws
 */
export async function storePhotos(job: Job, run: JobRun): Promise<Failure | null> {
  let failure: Failure | null = null;
  let isStopped = false;
  const attempt = async (photo: JobPhoto, step: () => Promise<JobPhoto | null>): Promise<JobPhoto | null> => {
    if (failure || isStopped || run.putSignal.aborted) return null;
    try {
      await run.hold();
      isStopped = !(await run.isWanted(await run.reread()));
      if (isStopped) return null;
      return await step();
    } catch (error) {
      if (error instanceof LeaseLost) throw error;
      if (run.signal.aborted) throw new LeaseLost();
      const met = classifyFailure(error);
      if (met.isOfPhoto) {
        const { name: photoName, mediaUrl, step: from } = photo;
        await run.apply({ kind: 'photoRefused', photoName, mediaUrl, from, error: met.code });
      } else if (!run.putSignal.aborted) {
        failure ??= met;
      }
      return null;
    }
  };

  const gate = createGate(PARALLEL_PUTS);
  const puts: Promise<unknown>[] = [];
  const send = (photo: JobPhoto): void => {
    const put = gate(() => attempt(photo, () => putPhoto(job, photo, run)));
    // Its rejection is looked at once all have ended.
    put.catch(() => undefined);
    puts.push(put);
  };
  for (const photo of job.photos) if (photo.step === 'ready') send(photo);
  const { preparer } = run.sender;
  try {
    for (const photo of preparer ? job.photos : []) {
      if (photo.step !== 'picked') continue;
      const ready = await attempt(photo, () => preparePhoto(photo, run));
      if (ready?.step === 'ready') send(ready);
    }
  } finally {
    await Promise.allSettled(puts);
  }
  await Promise.all(puts);
  return failure;
}

/** Reads bytes only now: a post of 15 photos is never in memory as a whole. @throws AppError BYTES_LOST */
async function readPart(photo: JobPhoto, part: BytesPart, expected: number | null, run: JobRun): Promise<ArrayBuffer> {
  const bytes = await run.readBytes({ photoName: photo.name, part });
  if (!bytes || bytes.buffer.byteLength === 0 || (expected !== null && bytes.buffer.byteLength !== expected))
    throw new AppError('BYTES_LOST', 'never');
  return bytes.buffer;
}

async function preparePhoto(photo: JobPhoto, run: JobRun): Promise<JobPhoto | null> {
  const { preparer } = run.sender;
  if (!preparer) return null;
  const source = await readPart(photo, 'source', null, run);
  const made = await preparer.prepare(source, photo.fileName, photo.edit ?? null);
  const job = await run.apply({ kind: 'prepared', photoName: photo.name, prepared: made.prepared }, [
    { photoName: photo.name, part: 'original', buffer: made.original, type: JPEG },
    { photoName: photo.name, part: 'thumbnail', buffer: made.thumbnail, type: JPEG },
  ]);
  return job?.photos.find((other) => other.name === photo.name) ?? null;
}

async function putPhoto(job: Job, photo: JobPhoto, run: JobRun): Promise<null> {
  const { prepared } = photo;
  if (!prepared) throw new AppError('BYTES_LOST', 'never');
  const total = prepared.originalBytes + prepared.thumbnailBytes;
  const report = (sent: number): void =>
    run.announcer.announce({ kind: 'progress', progress: { jobId: job.id, photoName: photo.name, sent, total } });
  report(0);
  await putPart(
    photo.mediaUrl,
    await readPart(photo, 'original', prepared.originalBytes, run),
    (sent) => report(sent),
    run,
  );
  await run.hold();
  await putPart(
    thumbnailKey(photo.mediaUrl),
    await readPart(photo, 'thumbnail', prepared.thumbnailBytes, run),
    (sent) => report(prepared.originalBytes + sent),
    run,
  );
  report(total);
  await run.apply({ kind: 'stored', photoName: photo.name, mediaUrl: photo.mediaUrl });
  return null;
}

/** Puts and proves. What stands under our key already is ours from an earlier try, if its size says so (T25). */
async function putPart(
  key: string,
  bytes: ArrayBuffer,
  onProgress: (sent: number) => void,
  run: JobRun,
): Promise<void> {
  const { objects } = run.sender;
  const options = { userId: run.login.userId, signal: run.putSignal };
  // Taken before the put: an adapter may hand the buffer over to somebody else.
  const expected = bytes.byteLength;
  let found: number | null = null;
  let wasThere = false;
  try {
    found = (await objects.put(key, bytes, { ...options, onProgress })).size;
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'PreconditionFailed')) throw error;
    wasThere = true;
  }
  found ??= (await objects.head(key, options))?.size ?? null;
  if (found === expected) return;
  if (found === null) throw new AppError('NotFound', 'later');
  throw new AppError(wasThere ? 'PreconditionFailed' : 'CHECKSUM_MISMATCH', 'never');
}
