import { useSyncExternalStore } from 'react';
import type { OutboxSnapshot } from '../../outbox/client.ts';
import { useServices, useSession } from '../../session/services.tsx';
import { countWaiting } from './outboxView.ts';

/** The outbox as it stands; re-renders on every change. */
export function useOutboxSnapshot(): OutboxSnapshot {
  const { outbox } = useServices();
  return useSyncExternalStore(outbox.subscribe, outbox.getSnapshot);
}

/** Photos of the signed-in fan that still wait, for the badge (QUE-04). */
export function useWaitingCount(): number {
  const { jobs } = useOutboxSnapshot();
  const session = useSession();
  return session.status === 'anonymous' ? 0 : countWaiting(jobs, session.user.id);
}
