import type { FanEvent } from '../../contract/entities.ts';
import { isMobileDevice } from '../../rules/isMobileDevice.ts';
import { maxPhotos, ownCount } from '../../rules/remainingPhotos.ts';
import { useSession } from '../../services/services.tsx';
import { useOutboxSnapshot } from '../../services/useOutboxSnapshot.ts';
import { countWaitingFor } from './outbox/outboxView.ts';

/** How many photos the post may hold (PST-09); what waits in the outbox counts already. */
export function useMaxPhotos(event: FanEvent | null): number {
  const session = useSession();
  const { jobs } = useOutboxSnapshot();
  const userId = session.status === 'anonymous' ? null : session.user.id;
  return maxPhotos({
    isMobile: isMobileDevice(navigator),
    postLimit: event?.post_limit ?? null,
    ownCount: event === null || userId === null ? 0 : ownCount(event, userId),
    waiting: event === null || userId === null ? 0 : countWaitingFor(jobs, userId, event.event_id),
  });
}
