/** What the outbox panel shows of the queue, as pure functions (QUE-03, QUE-04, QUE-05). */

import { outbox } from '../../messages/jaPost.ts';
import type { SendProgress } from '../../outbox/client.ts';
import type { Job, JobPhoto, JobState } from '../../outbox/job.ts';
import { ageOf, formatDate } from '../../rules/dates.ts';

/** Its bytes have arrived; registered or about to be. */
const isSent = ({ step }: JobPhoto): boolean => step === 'stored' || step === 'registered';

/** Photos that will count for an event once they arrive. */
const countPending = (job: Job): number =>
  job.state === 'done' ? 0 : job.photos.filter(({ step }) => step !== 'refused' && step !== 'registered').length;

/** Photos of this fan that wait for one event: they count for its post_limit already (PST-09). */
export const countWaitingFor = (jobs: readonly Job[], userId: string, eventId: string): number =>
  jobs
    .filter((job) => job.userId === userId && job.event.id === eventId)
    .reduce((sum, job) => sum + countPending(job), 0);

/** The fan's own posts, newest first, and how many posts of other accounts wait on this device. */
export function partByOwner(jobs: readonly Job[], userId: string | null) {
  const own = jobs.filter((job) => job.userId === userId).reverse();
  const others = jobs.filter((job) => job.userId !== userId && job.state !== 'done').length;
  return { own, others };
}

export type ShownState = JobState | 'sending';

/** 'sending' while a photo of the post is on its way. */
export const shownState = (job: Job, progress: readonly SendProgress[]): ShownState =>
  job.state === 'waiting' && progress.some(({ jobId }) => jobId === job.id) ? 'sending' : job.state;

export interface JobProgress {
  readonly sentBytes: number;
  /** 0 while nothing is prepared. */
  readonly totalBytes: number;
  /** 0–1. Photos not prepared yet count as large as the average of the others. */
  readonly share: number;
  readonly sentPhotos: number;
}

const bytesOf = ({ prepared }: JobPhoto): number => (prepared ? prepared.originalBytes + prepared.thumbnailBytes : 0);

/** How much of a post is in the object store, live bytes included. */
export function progressOf(job: Job, progress: readonly SendProgress[]): JobProgress {
  const photos = job.photos.filter(({ step }) => step !== 'refused');
  const known = photos.filter(({ prepared }) => prepared !== null);
  const knownBytes = known.reduce((sum, photo) => sum + bytesOf(photo), 0);
  const totalBytes = known.length === 0 ? 0 : Math.round((knownBytes / known.length) * photos.length);
  const sentBytes = photos.reduce((sum, photo) => sum + sentOf(job, photo, progress), 0);
  const isDone = job.state === 'done';
  return {
    sentBytes: isDone ? totalBytes : sentBytes,
    totalBytes,
    share: isDone ? 1 : totalBytes === 0 ? 0 : Math.min(1, sentBytes / totalBytes),
    sentPhotos: isDone ? photos.length : photos.filter(isSent).length,
  };
}

function sentOf(job: Job, photo: JobPhoto, progress: readonly SendProgress[]): number {
  if (isSent(photo)) return bytesOf(photo);
  const live = progress.find((one) => one.jobId === job.id && one.photoName === photo.name);
  return live ? Math.min(live.sent, bytesOf(photo)) : 0;
}

/** 0–1 of one photo. */
export function photoShare(job: Job, photo: JobPhoto, progress: readonly SendProgress[]): number {
  if (job.state === 'done' || isSent(photo)) return 1;
  const total = bytesOf(photo);
  return total === 0 ? 0 : sentOf(job, photo, progress) / total;
}

/** A post that waits this long is shown as a warning (T09). */
const OLD_MS = 3 * 86_400_000;
export const isOld = (job: Job, now: number): boolean => job.state !== 'done' && now - job.createdAt >= OLD_MS;

export function ageText(instant: number, now: number): string {
  const age = ageOf(instant, now);
  if (age.unit === 'now') return outbox.age.now;
  return age.unit === 'date' ? formatDate(instant) : outbox.age[age.unit](age.count);
}

/** '1.2 MB' */
export const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`;

/** What a permanent refusal asks of the fan (QUE-03). */
export function adviceFor(job: Job): string {
  const { advice } = outbox;
  return job.error !== null && Object.hasOwn(advice, job.error)
    ? advice[job.error as keyof typeof advice]
    : advice.OTHER;
}

/** Photos whose bytes are still on the device: they can be saved back. */
export const keptPhotos = (job: Job): JobPhoto[] =>
  job.state === 'done' ? [] : job.photos.filter(({ step }) => step !== 'registered');

/** Minutes until the next automatic try. */
export const nextTryMinutes = (job: Job, now: number): number =>
  Math.max(0, Math.round((job.notBefore - now) / 60_000));
