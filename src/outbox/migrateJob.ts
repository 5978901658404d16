/** Stored jobs outlive builds (T28): every older schema is lifted to the present one when it is read. */
import { type Job, QUEUE_VERSION } from './job.ts';

/** A record of any version: what older ones lack is absent. */
interface Stored extends Partial<Omit<Job, 'version'>> {
  readonly version: number;
  /** Name of `forceSend` in earlier builds. */
  readonly isUrged?: boolean;
}

/** Key n lifts version n to n + 1. */
const STEPS: Readonly<Record<number, (job: Stored) => Stored>> = {
  // Version 0 knew neither uncertain registrations nor refused sign-ins: asking once too often is the safe reading.
  0: (job) => ({ ...job, version: 1, registering: true, refusedSession: null }),
  // Version 1 knew one stage: what it prepared has no preview, and goes out whole. The server makes the preview of it.
  1: (job) => ({ ...job, version: 2 }),
};

/**
 * A record of the jobs store as a job of this build, or null when a newer build wrote it (rollback): then it is left
 * alone, bytes included, until that build is back.
 */
export function migrateJob(record: unknown): Job | null {
  if (!isStored(record) || record.version > QUEUE_VERSION) return null;
  let job = record;
  while (job.version < QUEUE_VERSION) {
    const step = STEPS[job.version];
    if (!step) return null;
    job = step(job);
  }
  return withForceSend(job) as Job;
}

/** Builds before called it `isUrged`, in the same version: without it an older build sends the post by itself, just not at once. */
function withForceSend({ isUrged, ...job }: Stored): Stored {
  return isUrged === true ? { ...job, forceSend: true } : job;
}

const isStored = (record: unknown): record is Stored =>
  typeof record === 'object' &&
  record !== null &&
  typeof (record as { version?: unknown }).version === 'number' &&
  Array.isArray((record as { photos?: unknown }).photos);
