/**
 * The upload queue: nothing lost, nothing doubled. State lives in the store only; a drain can die at any instant and
 * the next one goes on from the last commit.
 */
import { AppError } from '../contract/errors.ts';
import { type CancelEnd, cancelEndOf, cancelUpdate } from './cancel.ts';
import type { NewJob } from './client.ts';
import { createDrain, type DrainReason } from './drain.ts';
import type { Active, DrainOutcome } from './drainPass.ts';
import type { JobEdit, MoveTarget } from './edits.ts';
import { type Job, versionOf } from './job.ts';
import type { Enqueued } from './newPost.ts';
import type { OutboxPorts } from './ports.ts';
import { hasPostWork, type Stage } from './stages.ts';
import { type JobEvent, transition, updateFor } from './transition.ts';

export interface Outbox {
  /** Makes a post safe on the device. Pressing twice gives the same job. @throws AppError as JobStore.insert, INVALID_REQUEST */
  enqueue(job: NewJob): Promise<Enqueued>;
  /** Sends what is due, jobs arriving meanwhile included. Never throws. A call during a drain of this context joins it. */
  drain(reason: DrainReason): Promise<DrainOutcome>;
  pause(jobId: string): Promise<void>;
  /** Ends a pause or a refusal: the next drain takes it. */
  resume(jobId: string): Promise<void>;
  /**
   * Drops what is still to be sent, with its bytes. A post that is public stays so: it gives up its originals and is done. Otherwise the
   * job is gone. `told`: photos the fan was told are public; the post is left as it is where that is not so any more, and while it is being
   * registered. Without `told` it goes in whatever state it is.
   */
  cancel(jobId: string, told?: number): Promise<CancelEnd>;
  /** Gives up the originals of what is public; the rest of the post goes on. */
  dropOriginals(jobId: string): Promise<void>;
  /** Ends the wait of one or of all waiting jobs: the next drain takes them. */
  sendNow(jobId?: string): Promise<void>;
  /** New words for a post. False: too late, it is being registered or gone. */
  edit(jobId: string, edit: JobEdit): Promise<boolean>;
  /** Another event for a post. False: too late. */
  move(jobId: string, target: MoveTarget): Promise<boolean>;
  /** The rules became stricter for these stages: what is on the wire stops, and nothing is sent in spite of them any more. */
  clearForceSend(stages?: readonly Stage[]): Promise<void>;
}

/** One per context: page or worker. What they share is the store, and the lock that lets one of them drain. */
export function createOutbox(ports: OutboxPorts): Outbox {
  const { store, clock, announcer } = ports;
  const active: Active = { current: null };

  const { change, changeIfFit, stopPuts, stopOriginals } = createChanges(ports, active);

  return {
    drain: createDrain(ports, active),
    async enqueue(given) {
      const result = await store.insert(createJob(given, clock.now()));
      if (result.jobId !== null) stopOriginals();
      announcer.announce({ kind: 'changed' });
      return result;
    },
    async pause(jobId) {
      await change(jobId, { kind: 'paused' });
      stopPuts(jobId);
    },
    resume: (jobId) => change(jobId, { kind: 'released', forceSend: false }),
    async cancel(jobId, told) {
      const found: { end: CancelEnd } = { end: 'gone' };
      const isLeft = () => found.end === 'registering' || found.end === 'published';
      await store.update(jobId, (job) => {
        found.end = cancelEndOf(job, told);
        return isLeft() ? null : cancelUpdate(job, clock.now());
      });
      if (!isLeft()) stopPuts(jobId);
      announcer.announce({ kind: 'changed' });
      return found.end;
    },
    async dropOriginals(jobId) {
      await change(jobId, { kind: 'originalsDropped', at: clock.now() });
      if (active.current?.stage === 'originals') stopPuts(jobId);
    },
    async sendNow(jobId) {
      const ids = jobId
        ? [jobId]
        : (await store.loadAll()).filter((job) => job.state === 'waiting').map((job) => job.id);
      for (const id of ids) await change(id, { kind: 'released', forceSend: true });
    },
    edit: (jobId, edit) => changeIfFit(jobId, { kind: 'edited', edit }),
    async move(jobId, target) {
      const isTaken = await changeIfFit(jobId, { kind: 'moved', target });
      if (isTaken) stopPuts(jobId);
      return isTaken;
    },
    async clearForceSend(stages = ['post', 'originals']) {
      if (active.current && stages.includes(active.current.stage)) active.current.puts.abort();
      for (const job of await store.loadAll()) if (job.forceSend) await change(job.id, { kind: 'forceSendCleared' });
    },
  };
}

/** How the outbox writes an event down and tells the screens, and how it stops what is on the wire. */
function createChanges({ store, announcer }: OutboxPorts, active: Active) {
  const change = async (jobId: string, event: JobEvent): Promise<void> => {
    const job = await store.update(jobId, (present) => updateFor(present, event));
    if (job?.state === 'waiting' && hasPostWork(job)) stopOriginals();
    announcer.announce({ kind: 'changed' });
  };
  /** True: the job took the event. */
  const changeIfFit = async (jobId: string, event: JobEvent): Promise<boolean> => {
    let isTaken = false;
    await store.update(jobId, (job) => {
      isTaken = transition(job, event) !== job;
      return updateFor(job, event);
    });
    announcer.announce({ kind: 'changed' });
    return isTaken;
  };
  const stopPuts = (jobId: string): void => {
    if (active.current?.jobId === jobId) active.current.puts.abort();
  };
  /** A post goes before originals, also before those on the wire: what they sent of themselves is lost, what landed is not. */
  const stopOriginals = (): void => {
    if (active.current?.stage === 'originals') active.current.puts.abort();
  };

  return { change, changeIfFit, stopPuts, stopOriginals };
}

/** @throws AppError INVALID_REQUEST for a post without photos */
export function createJob(given: NewJob, now: number): Job {
  const first = given.photos[0];
  if (!first) throw new AppError('INVALID_REQUEST', 'never');
  const job: Omit<Job, 'version'> = {
    ...given,
    id: first.name,
    state: 'waiting',
    attempts: 0,
    notBefore: 0,
    error: null,
    registering: false,
    refusedSession: null,
    createdAt: now,
    finishedAt: null,
  };
  return { ...job, version: versionOf(job) };
}
