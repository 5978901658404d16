/** What transitions of both stages share. Pure. */
import type { Job, JobPhoto } from './job.ts';
import { followsLater, hasPostWork } from './stages.ts';

/** The same job object when no photo matches. */
export const withPhoto = (
  job: Job,
  matches: (photo: JobPhoto) => boolean,
  change: (photo: JobPhoto) => Partial<JobPhoto>,
): Job =>
  job.photos.some(matches)
    ? { ...job, photos: job.photos.map((photo) => (matches(photo) ? { ...photo, ...change(photo) } : photo)) }
    : job;

/**
 * Ends a job that has nothing left to post: done, or the fan's to decide about what was refused. Originals that follow keep it from
 * being done, not from telling a refusal.
 */
export function settle(job: Job, at: number | null): Job {
  if (hasPostWork(job)) return job;
  const failed = job.photos.find(({ error }) => error !== null);
  // A pause, or a login that is missing, holds the originals that follow: what was refused can wait as long.
  const isHeld = (job.state === 'paused' || job.state === 'login') && job.photos.some(followsLater);
  if (failed && !isHeld) return { ...job, state: 'refused', error: failed.error };
  if (job.photos.every(({ step }) => step === 'registered'))
    return { ...job, state: 'done', error: null, finishedAt: at };
  return job.state === 'refused' ? { ...job, state: 'waiting', error: null } : job;
}
