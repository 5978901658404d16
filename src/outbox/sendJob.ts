/** One round of one job's first stage, from whatever step it stands at to as far as it gets. */
import { AppError } from '../contract/errors.ts';
import type { Job } from './job.ts';
import { type JobRun, LeaseLost } from './jobRun.ts';
import { PhotoRefusal } from './photoRefusal.ts';
import { registerPhotos } from './registerPhotos.ts';
import { classifyFailure, type Failure } from './retry.ts';
import { storePhotos } from './storePhotos.ts';

/**
 * null: it went as far as it can: done, gone, paused or refused in part. 'stuck': it needs a context that can decode pictures. A failure
 * is recorded in the job, except for 'login', which concerns all jobs of the owner.
 * @throws LeaseLost, or whatever the store throws
 */
export async function sendJob(job: Job, run: JobRun): Promise<Failure | 'stuck' | null> {
  const failure = await storePhotos(job, run);
  const present = await run.reread();
  if (present?.state !== 'waiting' || present.event.id !== job.event.id) return null;
  if (failure) return recordFailure(present, await explain(present, failure, run), run);
  if (present.photos.some((photo) => photo.step === 'picked')) return 'stuck';
  if (run.putSignal.aborted || !(await run.isWanted(present))) return null;
  try {
    await registerPhotos(present, run);
    return null;
  } catch (error) {
    if (run.isLeaseLost()) throw new LeaseLost();
    if (error instanceof PhotoRefusal && (await setAside(present, error, run))) return null;
    return recordFailure(present, classifyFailure(error), run, isRefusal(error));
  }
}

/**
 * The server took nothing of the list, because of one photo. Without it the next round sends the others: at once, since the line is good.
 * False: the photo is not among those that were sent.
 */
async function setAside(job: Job, { mediaUrl, field, code }: PhotoRefusal, run: JobRun): Promise<boolean> {
  const photo = job.photos.find((one) => one.mediaUrl === mediaUrl && one.step === 'stored');
  if (photo === undefined) return false;
  await run.apply({ kind: 'answered' });
  await run.apply({ kind: 'photoRefused', photoName: photo.name, mediaUrl, from: 'stored', error: code, field });
  return true;
}

/**
 * Object stores only know that an upload is not allowed. Where the fan is no member of the tenant, that is the reason, and the rules are
 * the way on (ACC-13b).
 */
async function explain(job: Job, failure: Failure, run: JobRun): Promise<Failure> {
  if (failure.code !== 'AccessDenied') return failure;
  const isMember = await run.sender.registry.isMember(job).catch(() => true);
  return isMember ? failure : { ...failure, code: 'NOT_A_MEMBER' };
}

/** The server's own no: what was asked for did not happen. */
const isRefusal = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'OVERLOADED' || Math.trunc((error.status ?? 0) / 100) === 4);

/** isAnswered: the server itself refused. What may pass leaves a registration open all the same: a proxy on the way says 429, too. */
async function recordFailure(job: Job, failure: Failure, run: JobRun, isAnswered = false): Promise<Failure> {
  if (failure.code === 'OBJECT_MISSING')
    await run.apply({ kind: 'objectsMissing', notBefore: run.later(job.attempts + 1, failure) });
  else if (failure.kind === 'temporary') {
    // The next round need not ask for each photo what became of it: that would be more work for a server that has too much.
    if (failure.code === 'OVERLOADED' && isAnswered) await run.apply({ kind: 'answered' });
    await run.apply({ kind: 'failed', error: failure.code, notBefore: run.later(job.attempts + 1, failure) });
  } else if (failure.kind === 'permanent')
    await run.apply({ kind: 'refused', error: failure.code, eventId: job.event.id, isAnswered });
  else if (isAnswered) await run.apply({ kind: 'answered' });
  return failure;
}
