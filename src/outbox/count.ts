import type { Job } from './job.ts';
import { isPublic } from './stages.ts';

/** Photos of one fan's posts that are not public yet (badge of QUE-04). null: nobody is signed in. */
export const countWaiting = (jobs: readonly Job[], userId: string | null): number =>
  jobs
    .filter((job) => job.userId === userId)
    .reduce((sum, { photos }) => sum + photos.filter((photo) => !isPublic(photo)).length, 0);

/** Posts of other accounts that wait on this device, or whose originals do (QUE-05). */
export const countForeign = (jobs: readonly Job[], userId: string | null): number =>
  jobs.filter((job) => job.userId !== userId && job.state !== 'done').length;
