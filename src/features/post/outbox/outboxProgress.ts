/** How far a post is, in the stage it is in: becoming public, or its originals following (PUB-03). Pure. */
import type { SendProgress } from '../../../outbox/client.ts';
import type { Job, JobPhoto } from '../../../outbox/job.ts';
import { hasPostWork, isPublic, type Stage, stageBytes } from '../../../outbox/stages.ts';

export interface JobProgress {
  readonly stage: Stage;
  readonly sentBytes: number;
  /** 0 while nothing is prepared. */
  readonly totalBytes: number;
  /** 0–1. Photos not prepared yet count as large as the average of the others. */
  readonly share: number;
  readonly sentPhotos: number;
  /** Photos that have something to send in this stage. */
  readonly photos: number;
}

/** What makes it public has arrived; registered or about to be. */
const isPosted = (photo: JobPhoto): boolean => photo.step === 'stored' || isPublic(photo);
/** Its original was left for later, whether or not it has come. */
const isFollowed = (photo: JobPhoto): boolean => isPublic(photo) && stageBytes(photo).later > 0;

/** 'originals' once nothing is left to post and originals were left for later. */
export const stageOf = (job: Job): Stage =>
  job.state !== 'done' && !hasPostWork(job) && job.photos.some(isFollowed) ? 'originals' : 'post';

/** How much of this stage is in the object store, live bytes included. */
export function progressOf(job: Job, progress: readonly SendProgress[]): JobProgress {
  const stage = stageOf(job);
  const photos = job.photos.filter((photo) => (stage === 'originals' ? isFollowed(photo) : photo.step !== 'refused'));
  const known = photos.filter(({ prepared }) => prepared !== null);
  const knownBytes = known.reduce((sum, photo) => sum + bytesIn(stage, photo), 0);
  const totalBytes = known.length === 0 ? 0 : Math.round((knownBytes / known.length) * photos.length);
  const sentBytes = photos.reduce((sum, photo) => sum + sentOf(job, photo, progress), 0);
  const isDone = job.state === 'done';
  return {
    stage,
    sentBytes: isDone ? totalBytes : sentBytes,
    totalBytes,
    share: isDone ? 1 : totalBytes === 0 ? 0 : Math.min(1, sentBytes / totalBytes),
    sentPhotos: isDone ? photos.length : photos.filter((photo) => isSentIn(stage, photo)).length,
    photos: photos.length,
  };
}

/** 0–1 of one photo, in the stage its post is in. */
export function photoShare(job: Job, photo: JobPhoto, progress: readonly SendProgress[]): number {
  const stage = stageOf(job);
  if (job.state === 'done' || isSentIn(stage, photo)) return 1;
  const total = bytesIn(stage, photo);
  return total === 0 ? 0 : sentOf(job, photo, progress) / total;
}

const bytesIn = (stage: Stage, photo: JobPhoto): number =>
  stage === 'originals' ? stageBytes(photo).later : stageBytes(photo).post;

const isSentIn = (stage: Stage, photo: JobPhoto): boolean =>
  stage === 'originals' ? photo.step === 'registered' : isPosted(photo);

function sentOf(job: Job, photo: JobPhoto, progress: readonly SendProgress[]): number {
  const stage = stageOf(job);
  if (isSentIn(stage, photo)) return bytesIn(stage, photo);
  const live = progress.find(
    (one) => one.jobId === job.id && one.photoName === photo.name && (one.stage ?? 'post') === stage,
  );
  return live ? Math.min(live.sent, bytesIn(stage, photo)) : 0;
}

/** Bytes the device keeps of a photo, as far as they are known. */
export function keptBytesOf(photo: JobPhoto): number {
  const { post, later } = stageBytes(photo);
  return photo.step === 'registered' ? 0 : photo.step === 'public' ? later : post + later;
}
