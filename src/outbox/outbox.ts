/**
 * The upload queue: nothing lost, nothing doubled. State lives in the store only; a drain can die at any instant and
 * the next one goes on from the last commit.
 */
import { AppError } from '../contract/errors.ts';
import type { NewJob } from './client.ts';
import { type Job, QUEUE_VERSION } from './job.ts';
import { createJobRun, LeaseLost } from './jobRun.ts';
import type { Lease, OutboxPorts, SenderPorts } from './ports.ts';
import { BACKOFF, backoffDelay, classifyFailure, isLineFailure } from './retry.ts';
import { sendJob } from './sendJob.ts';
import { allParts, type JobEvent, updateFor } from './transition.ts';

const LOCK_NAME = 'outbox';
/** How long a finished job stays to be told about. */
const KEEP_DONE_MS = 24 * 60 * 60_000;
/** How long until looking again when another context holds the lock: it may have looked just before our job came. */
const BUSY_RETRY_MS = 5_000;

export type DrainReason =
  | 'start'
  | 'enqueue'
  | 'online'
  | 'visible'
  | 'timer'
  | 'sync'
  | 'login'
  | 'manual'
  | 'changed';

export interface DrainOutcome {
  /**
   * 'idle': nothing more to do now. 'busy': another context drains. 'offline': no way to our server.
   * 'interrupted': the device's storage failed, or the lease was lost.
   */
  readonly result: 'idle' | 'busy' | 'offline' | 'interrupted';
  /** Epoch ms of the next attempt worth making by itself; null: nothing waits for time. */
  readonly nextAt: number | null;
}

export interface Outbox {
  /** Makes a post safe on the device. Pressing twice gives the same job. @throws AppError as JobStore.insert, INVALID_REQUEST */
  enqueue(job: NewJob): Promise<string>;
  /** Sends what is due, jobs arriving meanwhile included. Never throws. A call during a drain of this context joins it. */
  drain(reason: DrainReason): Promise<DrainOutcome>;
  pause(jobId: string): Promise<void>;
  /** Ends a pause or a refusal and drains. */
  resume(jobId: string): Promise<void>;
  cancel(jobId: string): Promise<void>;
  /** Ends the wait of one or of all waiting jobs and drains. */
  sendNow(jobId?: string): Promise<void>;
}

type Pass = { readonly result: DrainOutcome['result']; readonly nextAt: number | null };

export function createOutbox(ports: OutboxPorts): Outbox {
  const { store, clock, random, lock, announcer } = ports;
  let running: Promise<DrainOutcome> | null = null;
  let isAskedAgain = false;
  /** Drains in a row that found no way out, for the back-off of the probe. */
  let deadLines = 0;
  let active: { readonly jobId: string; readonly puts: AbortController } | null = null;

  const change = async (jobId: string, event: JobEvent): Promise<void> => {
    await store.update(jobId, (job) => updateFor(job, event));
    announcer.announce({ kind: 'changed' });
  };
  const stopPuts = (jobId: string): void => {
    if (active?.jobId === jobId) active.puts.abort();
  };

  /** A wait longer than any we impose comes from a clock that was wrong (T22). */
  const isDue = (job: Job): boolean => {
    const wait = job.notBefore - clock.now();
    return wait <= 0 || wait > BACKOFF.maxMs;
  };
  const afterDeadLine = (): number => clock.now() + backoffDelay(++deadLines, random);
  const nextAttempt = (jobs: readonly Job[], left: ReadonlySet<string>): number | null => {
    const waits = jobs.filter((job) => job.state === 'waiting' && !left.has(job.id)).map((job) => job.notBefore);
    return waits.length > 0 ? Math.min(...waits) : null;
  };

  async function sweepDone(jobs: readonly Job[]): Promise<void> {
    for (const job of jobs)
      if (job.state === 'done' && job.finishedAt !== null && clock.now() - job.finishedAt > KEEP_DONE_MS)
        await store.update(job.id, (present) => (present.state === 'done' ? { job: null } : null));
  }

  /** Puts jobs whose owner is away aside, and takes up those whose owner came (back) (QUE-05, T19). */
  async function attendOwner(
    jobs: readonly Job[],
    login: Awaited<ReturnType<SenderPorts['owner']['current']>>,
  ): Promise<boolean> {
    let hasChanged = false;
    for (const job of jobs) {
      const isOwn = job.userId === login?.userId;
      if (job.state === 'waiting' && !isOwn) {
        await change(job.id, { kind: 'loginNeeded', error: 'UNAUTHENTICATED', session: null });
        hasChanged = true;
      } else if (login && isOwn && job.state === 'login' && job.refusedSession !== login.session) {
        await change(job.id, { kind: 'ownerCame', session: login.session });
        hasChanged = true;
      }
    }
    return hasChanged;
  }

  /** One 401 stops all jobs of the owner at once: nothing else is tried with this sign-in (T19). */
  async function refuseLogin(userId: string, session: string, error: AppError['code']): Promise<void> {
    for (const job of await store.loadAll())
      if (job.userId === userId && job.state === 'waiting')
        await change(job.id, { kind: 'loginNeeded', error, session });
  }

  async function pass(lease: Lease): Promise<Pass> {
    const left = new Set<string>();
    const stop = new AbortController();
    let isLineProven = false;
    for (;;) {
      let jobs = await store.loadAll();
      await sweepDone(jobs);
      const isCandidate = (job: Job): boolean =>
        job.state === 'login' || (job.state === 'waiting' && !left.has(job.id) && isDue(job));
      if (!jobs.some(isCandidate)) return { result: 'idle', nextAt: nextAttempt(jobs, left) };
      if (!(await lease.renew())) throw new LeaseLost();
      const sender = await ports.loadSender();
      if (!isLineProven && !(await sender.network.probe())) return { result: 'offline', nextAt: afterDeadLine() };
      isLineProven = true;
      const login = await sender.owner.current();
      deadLines = 0;
      if (await attendOwner(jobs, login)) jobs = await store.loadAll();
      const job = jobs.find(
        (other) => other.state === 'waiting' && other.userId === login?.userId && isCandidate(other),
      );
      if (!job || !login) return { result: 'idle', nextAt: nextAttempt(jobs, left) };

      const puts = new AbortController();
      active = { jobId: job.id, puts };
      const run = createJobRun(job.id, { ports, sender, login, lease, putSignal: puts.signal, stop });
      const result = await sendJob(job, run).finally(() => {
        active = null;
      });
      if (result.kind === 'stuck') left.add(job.id);
      if (result.kind !== 'failed') continue;
      const { failure } = result;
      if (failure.kind === 'login') await refuseLogin(login.userId, login.session, failure.code);
      if (isLineFailure(failure.code)) isLineProven = false;
    }
  }

  async function drainOnce(): Promise<DrainOutcome> {
    let outcome: DrainOutcome = { result: 'busy', nextAt: clock.now() + BUSY_RETRY_MS };
    try {
      await lock.withLock(LOCK_NAME, async (lease) => {
        announcer.announce({ kind: 'draining', isDraining: true });
        try {
          outcome = await pass(lease);
        } finally {
          announcer.announce({ kind: 'draining', isDraining: false });
        }
      });
    } catch (error) {
      // Storage, a missing chunk of code, or a login that could not be renewed for want of a line.
      const isLine = !(error instanceof LeaseLost) && isLineFailure(classifyFailure(error).code);
      outcome = { result: isLine ? 'offline' : 'interrupted', nextAt: afterDeadLine() };
    }
    return outcome;
  }

  async function drainUntilQuiet(): Promise<DrainOutcome> {
    for (;;) {
      isAskedAgain = false;
      const outcome = await drainOnce();
      if (isAskedAgain && outcome.result === 'idle') continue;
      running = null;
      return outcome;
    }
  }

  const drain = (_reason: DrainReason): Promise<DrainOutcome> => {
    if (running) isAskedAgain = true;
    else running = drainUntilQuiet();
    return running;
  };

  return {
    drain,
    async enqueue(given) {
      const job = createJob(given, clock.now());
      await store.insert(job);
      announcer.announce({ kind: 'changed' });
      return job.id;
    },
    async pause(jobId) {
      await change(jobId, { kind: 'paused' });
      stopPuts(jobId);
    },
    async resume(jobId) {
      await change(jobId, { kind: 'released' });
      await drain('manual');
    },
    async cancel(jobId) {
      await store.update(jobId, (job) => ({
        job: null,
        dropBytes: job.photos.flatMap((photo) => allParts(photo.name)),
      }));
      stopPuts(jobId);
      announcer.announce({ kind: 'changed' });
    },
    async sendNow(jobId) {
      const ids = jobId
        ? [jobId]
        : (await store.loadAll()).filter((job) => job.state === 'waiting').map((job) => job.id);
      for (const id of ids) await change(id, { kind: 'released' });
      await drain('manual');
    },
  };
}

/** @throws AppError INVALID_REQUEST for a post without photos */
export function createJob(given: NewJob, now: number): Job {
  const first = given.photos[0];
  if (!first) throw new AppError('INVALID_REQUEST', 'never');
  return {
    ...given,
    id: first.name,
    version: QUEUE_VERSION,
    state: 'waiting',
    attempts: 0,
    notBefore: 0,
    error: null,
    registering: false,
    refusedSession: null,
    createdAt: now,
    finishedAt: null,
  };
}
