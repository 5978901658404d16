/** What a cancellation finds of a post (QUE-04). Pure, as all transitions. */
import type { Job } from './job.ts';
import type { JobUpdate } from './ports.ts';
import { isPublic, isPublished } from './stages.ts';
import { allParts, updateFor } from './transition.ts';

/**
 * 'cancelled': nothing more of it is sent. 'uncertain': so too, but the answer to its registration was lost, and the server may have it.
 * 'registering': nothing was changed, its outcome is open. 'published': nothing was changed, more of it is public than the fan was told.
 * 'gone': there is no such post here.
 */
export type CancelEnd = 'cancelled' | 'uncertain' | 'registering' | 'published' | 'gone';

/** Whether a registration is open whose outcome will come by itself. A post that was refused waits for the fan: it must be able to go. */
export const isBeingRegistered = (job: Job): boolean => job.registering && job.state !== 'refused';

/** @param told photos the fan was told are public; left out: it goes whatever it has become */
export function cancelEndOf(job: Job, told: number | undefined): CancelEnd {
  if (told === undefined) return 'cancelled';
  // What the fan read is not what would happen now: originals of a public post would be given up unasked.
  if (job.photos.filter(isPublic).length !== told) return 'published';
  if (isBeingRegistered(job)) return 'registering';
  return job.registering ? 'uncertain' : 'cancelled';
}

/** A post that is public gives up its originals; any other goes, with its bytes. */
export const cancelUpdate = (job: Job, at: number): JobUpdate | null =>
  isPublished(job)
    ? updateFor(job, { kind: 'originalsDropped', at })
    : { job: null, dropBytes: job.photos.flatMap((photo) => allParts(photo.name)) };
