import type { OutboxSnapshot } from '../../outbox/client.ts';
import type { Job, JobPhoto } from '../../outbox/job.ts';
import { isPublic } from '../../outbox/stages.ts';

export interface PendingPhoto {
  readonly jobId: string;
  readonly name: string;
  readonly fileName: string;
  readonly color: string | null;
  /** Its small picture is on the device. */
  readonly isPrepared: boolean;
  readonly state: 'pending' | 'sending' | 'paused' | 'needsLogin' | 'refused';
  /** Sent part of the photo being sent, 0–1. */
  readonly progress: number;
}

interface PendingScope {
  readonly tenant: string;
  readonly userId: string | null;
  /** null: every event. */
  readonly eventId: string | null;
}

/**
 * Queued photos of this fan for this tenant (and event) that are not public yet, newest post first. Nobody sees another fan's queue (QUE-05).
 */
export function pendingPhotos({ jobs, progress }: OutboxSnapshot, scope: PendingScope): PendingPhoto[] {
  const own = jobs.filter(
    (job) =>
      job.state !== 'done' &&
      job.tenant === scope.tenant &&
      job.userId === scope.userId &&
      (scope.eventId === null || job.event.id === scope.eventId),
  );
  return own.toReversed().flatMap((job) =>
    job.photos
      .filter((photo) => !isPublic(photo))
      .map((photo) => {
        const live = progress.find((one) => one.jobId === job.id && one.photoName === photo.name);
        return {
          jobId: job.id,
          name: photo.name,
          fileName: photo.fileName,
          color: photo.prepared?.color ?? null,
          isPrepared: photo.prepared !== null,
          state: stateOf(job, photo, live !== undefined),
          progress: live === undefined || live.total === 0 ? 0 : live.sent / live.total,
        };
      }),
  );
}

function stateOf(job: Job, photo: JobPhoto, isSending: boolean): PendingPhoto['state'] {
  if (photo.step === 'refused' || job.state === 'refused') return 'refused';
  if (job.state === 'paused') return 'paused';
  if (job.state === 'login') return 'needsLogin';
  return isSending ? 'sending' : 'pending';
}
