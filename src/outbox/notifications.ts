/** What a fan who is not looking wants to know about the queue (QUE-04, T06). */
import type { Job } from './job.ts';
import { isPublished } from './stages.ts';

export interface OutboxNotification {
  /** 'sent': all public, also where originals follow. 'refused', 'login': it waits for the fan. 'late': the browser's last try is over. */
  readonly kind: 'sent' | 'refused' | 'login' | 'late';
  readonly job: Job;
}

/** What changed between two looks at the queue. */
export function notificationsOf(before: readonly Job[], after: readonly Job[]): OutboxNotification[] {
  const earlier = new Map(before.map((job) => [job.id, job]));
  return after.flatMap((job): OutboxNotification[] => {
    const was = earlier.get(job.id);
    if (was === undefined) return [];
    if (isPublished(job) && !isPublished(was)) return [{ kind: 'sent', job }];
    if (was.state === job.state) return [];
    // A post whose owner is somebody else is nobody's news here (QUE-05).
    const isLost = job.state === 'login' && job.refusedSession !== null;
    return job.state === 'refused' || isLost ? [{ kind: isLost ? 'login' : 'refused', job }] : [];
  });
}

/** Posts the browser will not try again by itself. Originals that follow are none: their post is public. */
export const lateNotifications = (jobs: readonly Job[]): OutboxNotification[] =>
  jobs.filter((job) => job.state === 'waiting' && !isPublished(job)).map((job) => ({ kind: 'late', job }));

/**
 * Runs one pass over the queue and tells what it changed. Told is that alone: a sync event lasts up to 100 s, and what a page sent
 * meanwhile was that page's to tell (QUE-04). Rejects with what `drain` rejects with, after telling.
 */
export async function tellingPass<T>(
  drain: () => Promise<T>,
  loadJobs: () => Promise<readonly Job[]>,
  tell: (notifications: readonly OutboxNotification[]) => Promise<void>,
): Promise<T> {
  const before = await loadJobs();
  try {
    return await drain();
  } finally {
    await tell(notificationsOf(before, await loadJobs()));
  }
}
