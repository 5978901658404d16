import type { FanEvent } from '../../contract/entities.ts';
import { isMobileDevice } from '../../rules/isMobileDevice.ts';
import { maxPhotos, ownCount } from '../../rules/remainingPhotos.ts';
import { useSession } from '../../session/services.tsx';
import { useOutboxSnapshot } from '../../session/useOutboxSnapshot.ts';
import { countWaitingFor } from './outbox/outboxView.ts';

/** An iPad calls itself a Mac; only its touch screen tells. */
const isMobile = () =>
  isMobileDevice(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** How many photos the post may hold (PST-09); what waits in the outbox counts already. */
export function useMaxPhotos(event: FanEvent | null): number {
  const session = useSession();
  const { jobs } = useOutboxSnapshot();
  const userId = session.status === 'anonymous' ? null : session.user.id;
  return maxPhotos({
    isMobile: isMobile(),
    postLimit: event?.post_limit ?? null,
    ownCount: event === null || userId === null ? 0 : ownCount(event, userId),
    waiting: event === null || userId === null ? 0 : countWaitingFor(jobs, userId, event.event_id),
  });
}
