import { useSyncExternalStore } from 'react';
import type { OutboxSnapshot } from '../outbox/client.ts';
import type { Job } from '../outbox/job.ts';
import { useServices } from './services.tsx';

/** What waits to be sent; re-renders on a change. */
export function useOutboxSnapshot(): OutboxSnapshot {
  const { outbox } = useServices();
  return useSyncExternalStore(outbox.subscribe, outbox.getSnapshot);
}

/** Photos of these jobs that are not published yet (badge of QUE-04). */
export function countWaiting(jobs: readonly Job[]): number {
  return jobs.filter(({ state }) => state !== 'done').reduce((sum, { photos }) => sum + photos.length, 0);
}
