import { useRef } from 'react';
import type { FanEvent } from '../../contract/entities.ts';
import type { Job } from '../../outbox/job.ts';
import { isPublic } from '../../outbox/stages.ts';
import { isMobileDevice } from '../../rules/isMobileDevice.ts';
import { maxPhotos, ownCount } from '../../rules/remainingPhotos.ts';
import { useSession } from '../../services/services.tsx';
import { useOutboxSnapshot } from '../../services/useOutboxSnapshot.ts';
import { countWaitingFor } from './outbox/outboxView.ts';

/**
 * How many photos the post may hold (PST-09); what waits in the outbox counts already.
 * @param asOf epoch ms of the answer the event is from
 */
export function useMaxPhotos(event: FanEvent | null, asOf: number): number {
  const session = useSession();
  const { jobs } = useOutboxSnapshot();
  const userId = session.status === 'anonymous' ? null : session.user.id;
  const eventId = event?.event_id ?? null;
  const justPublished = useJustPublished(jobs, userId, eventId, asOf);
  const waiting = userId === null || eventId === null ? 0 : countWaitingFor(jobs, userId, eventId);
  return maxPhotos({
    isMobile: isMobileDevice(navigator),
    postLimit: event?.post_limit ?? null,
    ownCount: event === null || userId === null ? 0 : ownCount(event, userId),
    waiting: waiting + justPublished,
  });
}

/**
 * Photos of this fan for this event that became public after `asOf`: they wait no more, and the answer does not count them yet. For that
 * moment there would seem to be room for as many again.
 */
function useJustPublished(jobs: readonly Job[], userId: string | null, eventId: string | null, asOf: number): number {
  const seenWaiting = useRef(new Set<string>());
  /** Epoch ms by photo. The queue itself knows only when the whole of a post was done. */
  const publicSince = useRef(new Map<string, number>());
  for (const photo of jobs.flatMap(({ photos }) => photos))
    if (!isPublic(photo)) seenWaiting.current.add(photo.mediaUrl);
    else if (seenWaiting.current.delete(photo.mediaUrl)) publicSince.current.set(photo.mediaUrl, Date.now());
  return jobs
    .filter((job) => job.userId === userId && job.event.id === eventId)
    .flatMap(({ photos, finishedAt }) =>
      photos.map((photo) => publicSince.current.get(photo.mediaUrl) ?? finishedAt ?? 0),
    )
    .filter((since) => since > 0 && since >= asOf).length;
}
