/** What a fan may change of a post that waits (QUE-04). Pure, as all transitions. */
import { originalKey } from '../rules/objectKeys.ts';
import type { Job, JobPhoto } from './job.ts';
import { isPublic } from './stages.ts';

/** New words for a post: by photo name; photos not named stay as they are. */
export interface JobEdit {
  readonly fields: Readonly<Record<string, JobPhoto['fields']>>;
  readonly teamId: string | null;
}

/** The event a post goes to instead of its own. */
export interface MoveTarget {
  readonly event: Job['event'];
  /** Places this event knows: others are taken off the photos. */
  readonly locations: readonly string[];
}

/**
 * Nothing of a post changes once its registration was sent and until its outcome is known: what the fan sees is what is published.
 * A registration the server refused has a known outcome. What is public is changed by the photo's own call, and stays in its event.
 */
export const isEditable = (job: Job): boolean => !job.registering && !job.photos.every(isPublic);

/** The same job object when the edit comes too late. */
export function editJob(job: Job, { fields, teamId }: JobEdit): Job {
  if (!isEditable(job)) return job;
  return {
    ...job,
    teamId,
    photos: job.photos.map((photo) => {
      const next = isPublic(photo) ? undefined : fields[photo.name];
      return next ? { ...photo, fields: next } : photo;
    }),
  };
}

/**
 * Sends the rest of a post to another event, and ends a refusal: the old event is over, full or gone. The keys name the event, so what was
 * stored under the old ones is stored again; names stay. The same job object when it comes too late.
 */
export function moveJob(job: Job, { event, locations }: MoveTarget): Job {
  if (!isEditable(job) || event.id === job.event.id) return job;
  const photos = job.photos.map((photo) => (isPublic(photo) ? photo : movePhoto(job, photo, event.id)));
  const known = photos.map((photo) => withKnownPlace(photo, locations));
  const next: Job = { ...job, event, photos: known, attempts: 0, notBefore: 0, error: null };
  return job.state === 'refused' ? { ...next, state: 'waiting' } : next;
}

const movePhoto = (job: Job, photo: JobPhoto, eventId: string): JobPhoto => ({
  ...photo,
  mediaUrl: originalKey({ dir: 'ugc', tenant: job.tenant, owner: eventId, name: photo.name }),
  step: photo.step === 'stored' ? 'ready' : photo.step,
});

function withKnownPlace(photo: JobPhoto, locations: readonly string[]): JobPhoto {
  const place = photo.fields.photo_location;
  if (isPublic(photo) || place === null || locations.includes(place)) return photo;
  return { ...photo, fields: { ...photo.fields, photo_location: null } };
}
