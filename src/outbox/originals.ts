/** How a job moves once it is public (PUB-02): its originals follow, one by one. Pure, as all transitions. */
import type { ErrorCode } from '../contract/errors.ts';
import type { Job } from './job.ts';
import { settle, withPhoto } from './settle.ts';
import { followsLater, openOriginals } from './stages.ts';

export type OriginalsEvent =
  /** The server answered that it has these, or that there is no such photo any more: nothing is left to send. */
  | {
      readonly kind: 'originalsProven';
      readonly mediaUrls: readonly string[];
      readonly at: number;
      /** Some of them were deleted. Absent: none. */
      readonly isAnyGone?: boolean;
    }
  /** These can never be sent as they are. The photos stay public, their bytes stay here. */
  | { readonly kind: 'originalsRefused'; readonly mediaUrls: readonly string[]; readonly error: ErrorCode }
  | { readonly kind: 'originalsFailed'; readonly error: ErrorCode; readonly notBefore: number }
  /** The fan gives up the full quality of what is public. */
  | { readonly kind: 'originalsDropped'; readonly at: number };

/** The same job object when the event does not fit. */
export function followOriginals(job: Job, event: OriginalsEvent): Job {
  switch (event.kind) {
    case 'originalsProven': {
      const named = new Set(event.mediaUrls);
      const next = withPhoto(
        job,
        (photo) => photo.step === 'public' && named.has(photo.mediaUrl),
        () => ({ step: 'registered', error: null }),
      );
      return next === job ? job : settle(withoutBackoff(next), event.at);
    }
    case 'originalsRefused': {
      const named = new Set(event.mediaUrls);
      const next = withPhoto(
        job,
        (photo) => followsLater(photo) && named.has(photo.mediaUrl),
        () => ({ error: event.error }),
      );
      return next === job ? job : settle(next, null);
    }
    case 'originalsFailed': {
      if (openOriginals(job).length === 0) return job;
      const attempts = (job.originals?.attempts ?? 0) + 1;
      return { ...job, originals: { attempts, notBefore: event.notBefore, error: event.error } };
    }
    case 'originalsDropped': {
      const next = withPhoto(
        job,
        (photo) => photo.step === 'public',
        () => ({ step: 'registered', error: null }),
      );
      return next === job ? job : settle(withoutBackoff(next), event.at);
    }
    default:
      return event satisfies never;
  }
}

export function withoutBackoff({ originals: _, ...job }: Job): Job {
  return job;
}
