/** The second stage: originals of public photos follow, and the server is asked to look at them (PUB-02). */
import { AppError } from '../contract/errors.ts';
import type { Job, JobPhoto } from './job.ts';
import { type JobRun, LeaseLost } from './jobRun.ts';
import { PARALLEL_PUTS, readPart } from './photoBytes.ts';
import { classifyFailure, type Failure } from './retry.ts';
import { followsLater, openOriginals } from './stages.ts';

/**
 * As many originals as go at once, so that a post that comes meanwhile goes before the next ones. The server is asked first: an earlier
 * put may have landed unseen, and a photo that was deleted needs no megabytes. It alone says what is proven. Answers as `sendJob` does.
 * @throws LeaseLost, or whatever the store throws
 */
export async function sendOriginals(job: Job, run: JobRun): Promise<Failure | null> {
  const round: Round = { job, run, failure: null };
  const missing = await attempt(round, () => look(job, nextOriginals(job), run));
  const put = missing ? await putAll(missing, round) : [];
  const stillMissing = put.length > 0 ? await attempt(round, () => look(job, put, run)) : [];
  if (stillMissing && stillMissing.length > 0)
    round.failure ??= classifyFailure(new AppError('OBJECT_MISSING', 'later'));
  return round.failure && recordFailure(round.failure, run);
}

interface Round {
  readonly job: Job;
  readonly run: JobRun;
  /** The first of the round. */
  failure: Failure | null;
}

/** After a failure one at a time, another one each time: neither a bad line nor one bad photo costs the bytes of three (T29). */
function nextOriginals(job: Job): JobPhoto[] {
  const open = openOriginals(job);
  const attempts = job.originals?.attempts ?? 0;
  if (attempts === 0) return open.slice(0, PARALLEL_PUTS);
  const start = attempts % open.length;
  return open.slice(start, start + 1);
}

/** null: it failed; what is not of one photo ends the round. */
async function attempt<T>(round: Round, step: () => Promise<T>): Promise<T | null> {
  const { run } = round;
  try {
    return await step();
  } catch (error) {
    if (run.isLeaseLost()) throw new LeaseLost();
    // Stopped by the fan, or by a post that goes first.
    if (!run.putSignal.aborted) round.failure ??= classifyFailure(error);
    return null;
  }
}

/** Commits what the server says of these; resolves with those it misses. */
async function look(job: Job, photos: readonly JobPhoto[], run: JobRun): Promise<JobPhoto[]> {
  await run.renewLease();
  const asked = photos.map(({ mediaUrl }) => mediaUrl);
  const rows = await run.sender.registry.putOriginals(job, asked);
  const states = new Map(rows.map(({ mediaUrl, state }) => [mediaUrl, state]));
  const inState = (...wanted: (string | undefined)[]) => asked.filter((url) => wanted.includes(states.get(url)));
  const proven = inState('stored', 'gone');
  const isAnyGone = inState('gone').length > 0;
  if (proven.length > 0)
    await run.apply({ kind: 'originalsProven', mediaUrls: proven, at: run.clock.now(), isAnyGone });
  const refused = inState('refused');
  // Something else stands there, and what is stored never changes.
  if (refused.length > 0)
    await run.apply({ kind: 'originalsRefused', mediaUrls: refused, error: 'PreconditionFailed' });
  if (inState(undefined).length > 0) throw new AppError('BAD_ANSWER', 'later');
  return photos.filter(({ mediaUrl }) => states.get(mediaUrl) === 'missing');
}

/** Resolves with those that were put, or stand there from before: the server shall look at them. */
async function putAll(photos: readonly JobPhoto[], round: Round): Promise<JobPhoto[]> {
  const { run } = round;
  const puts = photos.map((photo) =>
    attempt(round, async () => ((await isWanted(photo, run)) && (await putOriginal(photo, round)) ? photo : null)),
  );
  // Where one ends the round the others are still on the wire.
  await Promise.allSettled(puts);
  return (await Promise.all(puts)).filter((photo) => photo !== null);
}

async function isWanted(photo: JobPhoto, run: JobRun): Promise<boolean> {
  await run.renewLease();
  if (run.putSignal.aborted) return false;
  const present = await run.reread();
  const isOpen = present?.photos.some((one) => one.name === photo.name && followsLater(one));
  return isOpen === true && run.isWanted(present);
}

/** False: this one can never be sent. */
async function putOriginal(photo: JobPhoto, { job, run }: Round): Promise<boolean> {
  const total = photo.prepared?.originalBytes ?? 0;
  const report = (sent: number): void =>
    run.announcer.announce({
      kind: 'progress',
      progress: { jobId: job.id, photoName: photo.name, sent, total, stage: 'originals' },
    });
  try {
    const bytes = await readPart(photo, 'original', total, run);
    report(0);
    const options = { userId: run.login.userId, signal: run.putSignal, onProgress: report };
    await run.sender.objects.put(photo.mediaUrl, bytes, options);
    report(total);
  } catch (error) {
    if (error instanceof AppError && error.code === 'PreconditionFailed') return true;
    const { isOfPhoto, code } = classifyFailure(error);
    if (!isOfPhoto) throw error;
    await run.apply({ kind: 'originalsRefused', mediaUrls: [photo.mediaUrl], error: code });
    return false;
  }
  return true;
}

async function recordFailure(failure: Failure, run: JobRun): Promise<Failure | null> {
  const present = await run.reread();
  if (!present) return null;
  // A server of a build before does not know the call: that passes.
  const isPermanent = failure.kind === 'permanent' && failure.code !== 'NOT_FOUND';
  if (isPermanent) {
    const mediaUrls = openOriginals(present).map(({ mediaUrl }) => mediaUrl);
    await run.apply({ kind: 'originalsRefused', mediaUrls, error: failure.code });
  } else if (failure.kind !== 'login' || present.state !== 'waiting') {
    // A login that is missing stops waiting jobs as a whole; others must not try at once again.
    const notBefore = run.later((present.originals?.attempts ?? 0) + 1, failure);
    await run.apply({ kind: 'originalsFailed', error: failure.code, notBefore });
  }
  return failure;
}
