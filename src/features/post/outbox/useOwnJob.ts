import type { Job } from '../../../outbox/job.ts';
import { useSession } from '../../../services/services.tsx';
import { useOutboxSnapshot } from '../../../services/useOutboxSnapshot.ts';
import { userIdOf } from '../../../session/sessionState.ts';

interface OwnJob {
  /** undefined: it left the queue. */
  readonly job: Job | undefined;
  /** It is not of who is signed in now, such as after a login in another tab. */
  readonly isOthers: boolean;
}

/** The post of this id. Nobody but its fan sees or changes it (QUE-05). */
export function useOwnJob(jobId: string): OwnJob {
  const { jobs } = useOutboxSnapshot();
  const userId = userIdOf(useSession());
  const job = jobs.find(({ id }) => id === jobId);
  return { job, isOthers: job !== undefined && job.userId !== userId };
}
