/** What the steps of sending one job share. */
import type { Job } from './job.ts';
import type { Announcer, Clock, JobUpdate, Lease, OutboxPorts, Random, SenderPorts } from './ports.ts';
import { type PostReport, reportsOf } from './reports.ts';
import { backoffDelay, type Failure } from './retry.ts';
import { areOriginalsDue, type Stage } from './stages.ts';
import { type JobEvent, updateFor } from './transition.ts';

/** Another tab or worker took the queue over: this drain ends without writing anything more. */
export class LeaseLost extends Error {}

export interface JobRun {
  readonly sender: SenderPorts;
  readonly clock: Clock;
  readonly random: Random;
  readonly announcer: Announcer;
  /** The sign-in this run works for. */
  readonly login: { readonly userId: string; readonly session: string };
  /** Ends puts when the fan pauses or cancels the job. */
  readonly putSignal: AbortSignal;
  readonly readBytes: OutboxPorts['store']['readBytes'];
  /** Commits an event; resolves with the job as it stands, null when it is gone. */
  apply(event: JobEvent, bytes?: JobUpdate['putBytes']): Promise<Job | null>;
  /** The job as it stands now. */
  reread(): Promise<Job | null>;
  /** Does this post, or what follows it, still want to go? The fan may have changed that, or the event, in any tab. */
  isWanted(present: Job | null): Promise<boolean>;
  /** To be called before every step that takes time. @throws LeaseLost */
  renewLease(): Promise<void>;
  /** A renewal failed: nothing more is written, whatever becomes of the steps that were on their way. */
  isLeaseLost(): boolean;
  /** When to try again after so many failures in a row of this job and stage, the last of which was this one. */
  later(failures: number, failure: Failure): number;
}

interface RunGiven {
  readonly eventId: string;
  readonly stage: Stage;
  readonly ports: OutboxPorts;
  readonly sender: SenderPorts;
  readonly login: JobRun['login'];
  readonly lease: Lease;
  readonly putSignal: AbortSignal;
}

export function createJobRun(jobId: string, given: RunGiven): JobRun {
  const { store, clock, random, announcer } = given.ports;
  let isLost = false;
  return {
    sender: given.sender,
    clock,
    random,
    announcer,
    login: given.login,
    putSignal: given.putSignal,
    readBytes: (at) => store.readBytes(at),
    async apply(event, bytes) {
      let reports: PostReport[] = [];
      const job = await store.update(jobId, (present) => {
        const update = updateFor(present, event);
        reports = update?.job ? reportsOf(event, present, update.job, clock.now()) : [];
        return update && bytes ? { ...update, putBytes: bytes } : update;
      });
      for (const report of reports) given.ports.onReport?.(report);
      announcer.announce({ kind: 'changed' });
      return job;
    },
    reread: () => store.update(jobId, () => null),
    async isWanted(present) {
      if (present === null) return false;
      // Originals belong to public photos, whatever becomes of the rest of their post.
      const isGoing =
        given.stage === 'post'
          ? present.state === 'waiting' && present.event.id === given.eventId
          : areOriginalsDue(present);
      return isGoing && (present.forceSend === true || (await given.ports.sendBlockedReason(given.stage)) === null);
    },
    async renewLease() {
      if (!isLost && (await given.lease.renew())) return;
      isLost = true;
      throw new LeaseLost();
    },
    isLeaseLost: () => isLost,
    later: (failures, { waitMs }) => clock.now() + backoffDelay(failures, random, waitMs),
  };
}
