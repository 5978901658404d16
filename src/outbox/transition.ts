/** How a job moves. Pure: the store applies it inside a transaction, tests apply it to anything. */
import type { ErrorCode } from '../contract/errors.ts';
import { editJob, type JobEdit, type MoveTarget, moveJob } from './edits.ts';
import { type Job, type JobPhoto, type PhotoStep, type Prepared, versionOf } from './job.ts';
import { followOriginals, type OriginalsEvent, withoutBackoff } from './originals.ts';
import type { BytesAt, JobUpdate } from './ports.ts';
import { settle, withPhoto } from './settle.ts';
import { hasPostWork, isPublic } from './stages.ts';

export type JobEvent =
  | OriginalsEvent
  /** Original, preview and thumbnail were made; the update that carries this also writes their bytes. */
  | { readonly kind: 'prepared'; readonly photoName: string; readonly prepared: Prepared }
  /** Photos are about to be put: from now on some may stand in the store without our knowing. */
  | { readonly kind: 'trying' }
  /**
   * What the registration needs is proven to be in the object store, under this key: the post may have moved to another event since.
   * original: whether the original is among it.
   */
  | {
      readonly kind: 'stored';
      readonly photoName: string;
      readonly mediaUrl: string;
      readonly original: 'later' | 'whole';
    }
  /** `from`: the step it was seen in. Another drain may have moved the photo on since, then nothing is wrong with it. */
  | {
      readonly kind: 'photoRefused';
      readonly photoName: string;
      readonly mediaUrl: string;
      readonly from: PhotoStep;
      readonly error: ErrorCode;
      /** Field of the registration that the server refused; absent or null: the picture itself. */
      readonly field?: string | null;
    }
  /** A registration is about to be sent. */
  | { readonly kind: 'registering' }
  /** The server is proven to know these photos; of those in `later` it has not seen the originals. */
  | {
      readonly kind: 'registered';
      readonly mediaUrls: readonly string[];
      readonly later: readonly string[];
      readonly at: number;
    }
  /** The server misses objects we believed stored: put them again. */
  | { readonly kind: 'objectsMissing'; readonly notBefore: number }
  | { readonly kind: 'failed'; readonly error: ErrorCode; readonly notBefore: number }
  /** isAnswered: the server itself refused the registration, so none is open any more. eventId: the event it was for. */
  | { readonly kind: 'refused'; readonly error: ErrorCode; readonly eventId: string; readonly isAnswered: boolean }
  /** The server did not take the present registration, for a reason that is recorded elsewhere. */
  | { readonly kind: 'answered' }
  /** session: the sign-in the server refused; null: nobody, or somebody else, is signed in. */
  | { readonly kind: 'loginNeeded'; readonly error: ErrorCode; readonly session: string | null }
  | { readonly kind: 'ownerSignedIn'; readonly session: string }
  | { readonly kind: 'paused' }
  /** The fan wants it sent: ends a pause, a wait and a refusal. forceSend: now, whatever the rules for all posts say. */
  | { readonly kind: 'released'; readonly forceSend: boolean }
  /** The rules for all posts hold for this one, too. */
  | { readonly kind: 'forceSendCleared' }
  | { readonly kind: 'edited'; readonly edit: JobEdit }
  | { readonly kind: 'moved'; readonly target: MoveTarget };

const isAt = (name: string, step: PhotoStep, mediaUrl?: string) => (photo: JobPhoto) =>
  photo.name === name && photo.step === step && (mediaUrl === undefined || photo.mediaUrl === mediaUrl);

/** Only a job that waits can be stopped: a pause, for one, outlives what an earlier request still brings. */
const stop = (job: Job, change: Partial<Job>): Job => (job.state === 'waiting' ? { ...job, ...change } : job);

/**
 * The next state of a job. An event that does not fit (any more) changes nothing, and gives the same object back.
 * A done job never changes.
 */
export function transition(job: Job, event: JobEvent): Job {
  if (job.state === 'done') return job;
  switch (event.kind) {
    case 'prepared':
      return withPhoto(job, isAt(event.photoName, 'picked'), () => ({ step: 'ready', prepared: event.prepared }));
    case 'trying':
      return job.state === 'waiting' && !job.isTried ? { ...job, isTried: true } : job;
    case 'stored':
      return markStored(job, event);
    case 'photoRefused':
      return refusePhoto(job, event);
    case 'registering':
      if (job.state !== 'waiting' || !job.photos.some(({ step }) => step === 'stored')) return job;
      return { ...job, registering: true, ...(job.registering ? { isEarlierOpen: true } : {}) };
    case 'answered':
      return closeOnlyRegistration(job);
    case 'registered':
      return publish(job, event);
    case 'objectsMissing':
      return putAgain(job, event.notBefore);
    case 'failed':
      return stop(job, { attempts: job.attempts + 1, notBefore: event.notBefore, error: event.error });
    case 'refused': {
      if (job.event.id !== event.eventId) return job;
      // Also of an earlier registration: had it landed the server would have said so, and if it lands now it meets the same refusal.
      return stop(event.isAnswered ? closeRegistrations(job) : job, { state: 'refused', error: event.error });
    }
    case 'loginNeeded':
      return stop(job, { state: 'login', error: event.error, refusedSession: event.session });
    case 'ownerSignedIn':
      if (job.state !== 'login' || job.refusedSession === event.session) return job;
      return { ...job, state: 'waiting', refusedSession: null, attempts: 0, notBefore: 0, error: null };
    case 'paused':
      return job.state === 'waiting' || job.state === 'login' ? { ...clearForceSend(job), state: 'paused' } : job;
    case 'released':
      return event.forceSend ? { ...release(job), forceSend: true } : release(job);
    case 'forceSendCleared':
      return clearForceSend(job);
    case 'edited':
      return editJob(job, event.edit);
    case 'moved':
      return moveJob(job, event.target);
    default:
      return followOriginals(job, event);
  }
}

function markStored(job: Job, event: Extract<JobEvent, { kind: 'stored' }>): Job {
  // A server that keeps missing what we store must not reset its own back-off.
  const attempts = job.error === 'OBJECT_MISSING' ? job.attempts : 0;
  const next = withPhoto(job, isAt(event.photoName, 'ready', event.mediaUrl), () => ({
    step: 'stored',
    original: event.original,
  }));
  return next === job ? job : { ...next, attempts };
}

function refusePhoto(job: Job, event: Extract<JobEvent, { kind: 'photoRefused' }>): Job {
  return settle(
    withPhoto(job, isAt(event.photoName, event.from, event.mediaUrl), () => ({
      step: 'refused',
      error: event.error,
      ...(event.field == null ? {} : { field: event.field }),
    })),
    null,
  );
}

/** The outcome of everything that was sent is known. The same job object when nothing was open. */
function closeRegistrations(job: Job): Job {
  const { isEarlierOpen, ...rest } = job;
  return job.registering ? { ...rest, registering: false } : job;
}

/** The present registration has its answer; one before it may not. */
const closeOnlyRegistration = (job: Job): Job => (job.isEarlierOpen ? job : closeRegistrations(job));

function putAgain(job: Job, notBefore: number): Job {
  const next = withPhoto(
    job,
    (photo) => photo.step === 'stored',
    () => ({ step: 'ready' }),
  );
  return stop(closeOnlyRegistration(next), { attempts: job.attempts + 1, notBefore, error: 'OBJECT_MISSING' });
}

/** A photo goes on only: one whose original was proven since does not wait for it again. */
function publish(job: Job, event: Extract<JobEvent, { kind: 'registered' }>): Job {
  const named = new Set(event.mediaUrls);
  const later = new Set(event.later);
  const next = withPhoto(
    job,
    (photo) => named.has(photo.mediaUrl) && !isPublic(photo),
    ({ mediaUrl }) => ({ step: later.has(mediaUrl) ? 'public' : 'registered', error: null }),
  );
  // What an answer does not name may be part of a registration that is still on its way.
  const known = next.photos.some(({ step }) => step === 'stored') ? next : closeRegistrations(next);
  const settled = settle({ ...known, attempts: 0, notBefore: 0, error: null }, event.at);
  // 'Send now' was about the post: megabytes over a dear line need a word of their own.
  return hasPostWork(settled) ? settled : clearForceSend(settled);
}

function clearForceSend(job: Job): Job {
  const { forceSend, ...rest } = job;
  return forceSend ? rest : job;
}

function release(job: Job): Job {
  const again = withPhoto(
    job,
    (photo) => photo.error !== null,
    (photo) => ({
      step: isPublic(photo) ? photo.step : photo.prepared ? 'ready' : 'picked',
      error: null,
      ...(photo.field === undefined ? {} : { field: null }),
    }),
  );
  return { ...withoutBackoff(again), state: 'waiting', refusedSession: null, attempts: 0, notBefore: 0, error: null };
}

/** The transaction an event asks for: the new job, and the bytes nobody needs any more. null: nothing changes. */
export function updateFor(job: Job, event: JobEvent): JobUpdate | null {
  const next = transition(job, event);
  if (next === job) return null;
  return {
    job: { ...next, version: versionOf(next) },
    dropBytes: next.photos.flatMap((photo, index) => bytesToDrop(job.photos[index], photo)),
  };
}

function bytesToDrop(before: JobPhoto | undefined, after: JobPhoto): BytesAt[] {
  if (before?.step === after.step) return [];
  if (after.step === 'registered') return allParts(after.name);
  if (after.step === 'public') return allParts(after.name).filter(({ part }) => part !== 'original');
  if (after.step === 'ready' && before?.step === 'picked') return [{ photoName: after.name, part: 'source' }];
  return [];
}

/** Every place where bytes of a photo may stand. */
export const allParts = (photoName: string): BytesAt[] =>
  (['source', 'original', 'preview', 'thumbnail'] as const).map((part) => ({ photoName, part }));
