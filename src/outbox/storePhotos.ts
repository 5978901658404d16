/** The first stage of a job: every photo prepared, and what its registration needs proven to be in the object store. */
import { thumbnailKey } from '../contract/config.ts';
import { AppError } from '../contract/errors.ts';
import { previewKey } from '../contract/pictureKeys.ts';
import { mostPreviewBytes } from '../rules/pictureBytes.ts';
import { isTooNarrow } from '../rules/previewShape.ts';
import { createConcurrencyLimit } from './concurrencyLimit.ts';
import type { BytesPart, Job, JobPhoto } from './job.ts';
import { type JobRun, LeaseLost } from './jobRun.ts';
import { PARALLEL_PUTS, readPart } from './photoBytes.ts';
import type { ImagePreparer } from './ports.ts';
import { classifyFailure, type Failure } from './retry.ts';
import { stageBytes } from './stages.ts';

const JPEG = 'image/jpeg';

/**
 * Prepares photos one at a time and puts them as they become ready. A photo that can never be sent is marked and the others go on;
 * any other failure lets what is on the wire finish, starts nothing new, and is returned. After a failed round one photo goes
 * ahead of the others: a line or server that still fails costs the bytes of one (T29).
 * @throws LeaseLost, or whatever the store throws
 */
export async function storePhotos(job: Job, run: JobRun): Promise<Failure | null> {
  let failure: Failure | null = null;
  let isStopped = false;
  const attempt = async (photo: JobPhoto, step: () => Promise<JobPhoto | null>): Promise<JobPhoto | null> => {
    if (failure || isStopped || run.putSignal.aborted) return null;
    try {
      await run.renewLease();
      isStopped = !(await run.isWanted(await run.reread()));
      if (isStopped) return null;
      return await step();
    } catch (error) {
      if (run.isLeaseLost()) throw new LeaseLost();
      const met = classifyFailure(error);
      if (met.isOfPhoto) await refusePhoto(photo, met, run);
      else if (!run.putSignal.aborted) failure ??= met;
      return null;
    }
  };

  const inTurn = createConcurrencyLimit(PARALLEL_PUTS);
  const earlier = createEarlierTries(job, run);
  // A server that misses what we stored may be one that wants the originals: of the release before, after a rollback.
  const previews: Previews = { areTaken: run.sender.isPreviewFirst && job.error !== 'OBJECT_MISSING' };
  const puts: Promise<unknown>[] = [];
  let lead: Promise<unknown> | null = job.attempts > 0 ? null : Promise.resolve();
  const send = (photo: JobPhoto): void => {
    const putInTurn = () => inTurn(() => attempt(photo, () => putPhoto(job, photo, { earlier, previews, run })));
    const put = lead === null ? putInTurn() : lead.then(putInTurn);
    // Its rejection is looked at once all have ended.
    const ended = put.catch(() => undefined);
    lead ??= ended;
    puts.push(put);
  };
  for (const photo of job.photos) if (photo.step === 'ready') send(photo);
  const { preparer } = run.sender;
  try {
    if (preparer)
      for (const photo of job.photos) {
        if (photo.step !== 'picked') continue;
        const ready = await attempt(photo, () => preparePhoto(photo, preparer, run));
        if (ready?.step === 'ready') send(ready);
      }
  } finally {
    await Promise.allSettled(puts);
  }
  await Promise.all(puts);
  return failure;
}

function refusePhoto(photo: JobPhoto, { code: error }: Failure, run: JobRun): Promise<unknown> {
  const { name: photoName, mediaUrl, step: from } = photo;
  return run.apply({ kind: 'photoRefused', photoName, mediaUrl, from, error });
}

async function preparePhoto(photo: JobPhoto, preparer: ImagePreparer, run: JobRun): Promise<JobPhoto | null> {
  const source = await readPart(photo, 'source', null, run);
  const made = await preparer.prepare(source, photo.fileName, photo.edit ?? null);
  const job = await run.apply({ kind: 'prepared', photoName: photo.name, prepared: made.prepared }, [
    { photoName: photo.name, part: 'original', buffer: made.original, type: JPEG },
    ...(made.preview ? [{ photoName: photo.name, part: 'preview', buffer: made.preview, type: JPEG } as const] : []),
    { photoName: photo.name, part: 'thumbnail', buffer: made.thumbnail, type: JPEG },
  ]);
  return job?.photos.find((other) => other.name === photo.name) ?? null;
}

interface EarlierTries {
  /** Commits, once a round and before its first put, that objects may be there from now on. */
  mark(): Promise<unknown>;
  /** Does the object stand there already, whole? */
  hasStored(key: string, size: number): Promise<boolean>;
}

/**
 * An earlier round may have put photos without learning of it (T25). A post that was never tried is not asked about; nor is one
 * whose store does not let us ask: Amazon says so with a 403 for every object that is not there.
 */
function createEarlierTries(job: Job, run: JobRun): EarlierTries {
  let mayAsk = job.isTried === true;
  let marking: Promise<unknown> | null = job.isTried ? Promise.resolve() : null;
  return {
    mark() {
      marking ??= run.apply({ kind: 'trying' });
      return marking;
    },
    async hasStored(key, size) {
      if (!mayAsk) return false;
      try {
        const found = await run.sender.objects.head(key, { userId: run.login.userId, signal: run.putSignal });
        return found?.size === size;
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'AccessDenied')) throw error;
        mayAsk = false;
        return false;
      }
    },
  };
}

/** Whether previews may go first: the server says so, and the store has not refused one in this round. */
interface Previews {
  areTaken: boolean;
}

interface PutRun {
  readonly earlier: EarlierTries;
  readonly previews: Previews;
  readonly run: JobRun;
}

async function putPhoto(job: Job, photo: JobPhoto, putRun: PutRun): Promise<null> {
  const { earlier, run } = putRun;
  const { prepared } = photo;
  if (!prepared) throw new AppError('BYTES_LOST', 'never');
  // Prepared by an older build: the server would refuse the whole post for it.
  if (isTooNarrow(prepared)) throw new AppError('IMAGE_TOO_NARROW', 'never');
  await earlier.mark();
  const previewBytes = prepared.previewBytes ?? 0;
  const isSmall = previewBytes <= mostPreviewBytes(prepared);
  const hasPreview = isSmall && (await putPreview(job, photo, previewBytes, putRun));
  const first = hasPreview ? previewBytes : prepared.originalBytes;
  const report = reporter(job, photo, first + prepared.thumbnailBytes, run);
  if (!hasPreview) await putOnce(photo, 'original', photo.mediaUrl, prepared.originalBytes, report(0), putRun);
  await putOnce(photo, 'thumbnail', thumbnailKey(photo.mediaUrl), prepared.thumbnailBytes, report(first), putRun);
  report(first)(prepared.thumbnailBytes);
  const original = hasPreview ? 'later' : 'whole';
  await run.apply({ kind: 'stored', photoName: photo.name, mediaUrl: photo.mediaUrl, original });
  return null;
}

/**
 * False: the original goes with the post. So it does where the server or the store takes no previews, where the photo has none that may be
 * registered, and where the device lost it: the original is worth more.
 */
async function putPreview(job: Job, photo: JobPhoto, size: number, putRun: PutRun): Promise<boolean> {
  const { previews, run } = putRun;
  if (!previews.areTaken || size === 0) return false;
  const report = reporter(job, photo, stageBytes(photo).post, run)(0);
  report(0);
  try {
    await putOnce(photo, 'preview', previewKey(photo.mediaUrl), size, report, putRun);
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'AccessDenied') previews.areTaken = false;
    else if (error.code !== 'BYTES_LOST') throw error;
    return false;
  }
}

/** What a put has sent, as progress of its photo: `before` bytes went ahead of it. */
const reporter =
  (job: Job, photo: JobPhoto, total: number, run: JobRun) =>
  (before: number) =>
  (sent: number): void =>
    run.announcer.announce({
      kind: 'progress',
      progress: { jobId: job.id, photoName: photo.name, sent: before + sent, total },
    });

/** Unless an earlier round brought it there. */
async function putOnce(
  photo: JobPhoto,
  part: BytesPart,
  key: string,
  size: number,
  onProgress: (sent: number) => void,
  { earlier, run }: PutRun,
): Promise<void> {
  await run.renewLease();
  if (await earlier.hasStored(key, size)) return;
  await putPart(key, await readPart(photo, part, size, run), onProgress, run);
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
