/** One drain under the lock: job after job until nothing is due. */
import type { ErrorCode } from '../contract/errors.ts';
import type { Job } from './job.ts';
import { createJobRun, LeaseLost } from './jobRun.ts';
import type { Lease, OutboxPorts, Owner } from './ports.ts';
import { BACKOFF, isLineFailure } from './retry.ts';
import { sendJob } from './sendJob.ts';
import type { SendBlockedReason } from './sendRules.ts';
import { type JobEvent, updateFor } from './transition.ts';

/** How long a finished job stays to be told about. */
const KEEP_DONE_MS = 24 * 60 * 60_000;

export interface DrainOutcome {
  /**
   * 'idle': nothing more to do now. 'busy': another context drains. 'offline': no way to our server.
   * 'interrupted': the device's storage failed, or the lease was lost.
   */
  readonly result: 'idle' | 'busy' | 'offline' | 'interrupted';
  /** Epoch ms of the next attempt worth making by itself; null: nothing waits for time. */
  readonly nextAt: number | null;
  /** Why posts that wait did not leave; absent: none was held back. */
  readonly held?: SendBlockedReason;
}

/** The job on the wire, so that the fan can stop it. */
export interface Active {
  current: { readonly jobId: string; readonly puts: AbortController } | null;
}

type Login = Awaited<ReturnType<Owner['current']>>;

/** @throws LeaseLost, or whatever store, owner and loadSender throw */
export async function drainPass(ports: OutboxPorts, lease: Lease, active: Active): Promise<DrainOutcome> {
  let isAnnounced = false;
  const announce = (isDraining: boolean): void => {
    if (isAnnounced !== isDraining) ports.announcer.announce({ kind: 'draining', isDraining });
    isAnnounced = isDraining;
  };
  try {
    return await drainAll(ports, lease, active, () => announce(true));
  } finally {
    announce(false);
  }
}

async function drainAll(ports: OutboxPorts, lease: Lease, active: Active, onWork: () => void): Promise<DrainOutcome> {
  /** Jobs this context cannot send: their photos need one that decodes pictures. */
  const left = new Set<string>();
  const stop = new AbortController();
  let isLineProven = false;
  for (;;) {
    const found = await ports.store.loadAll();
    await sweepDone(found, ports);
    const hold = await ports.sendBlockedReason();
    const isFree = (job: Job): boolean => hold === null || job.forceSend === true;
    const isCandidate = (job: Job): boolean =>
      job.state === 'login' ||
      (job.state === 'waiting' && isFree(job) && !left.has(job.id) && isDue(job, ports.clock.now()));
    const idle = (jobs: readonly Job[]): DrainOutcome => {
      const waiting = jobs.filter((job) => job.state === 'waiting');
      const nextAt = nextAttempt(waiting.filter(isFree), left);
      return { result: 'idle', nextAt, ...(hold === null || waiting.every(isFree) ? {} : { held: hold }) };
    };
    if (!found.some(isCandidate)) return idle(found);
    if (!(await lease.renew())) throw new LeaseLost();

    const sender = await ports.loadSender();
    if (!isLineProven && !(await sender.network.probe())) return { result: 'offline', nextAt: null };
    isLineProven = true;
    const login = await sender.owner.current();
    const jobs = (await attendOwner(found, login, ports)) ? await ports.store.loadAll() : found;
    const isNext = (job: Job): boolean => job.state === 'waiting' && job.userId === login?.userId && isCandidate(job);
    const job = jobs.find(isNext);
    if (!job || !login) return idle(jobs);

    onWork();
    const puts = new AbortController();
    active.current = { jobId: job.id, puts };
    const run = createJobRun(job.id, {
      eventId: job.event.id,
      ports,
      sender,
      login,
      lease,
      putSignal: puts.signal,
      stop,
    });
    const result = await sendJob(job, run).finally(() => {
      active.current = null;
    });
    if (result.kind === 'stuck') left.add(job.id);
    if (result.kind !== 'failed') continue;
    const { failure } = result;
    if (failure.kind === 'login') await refuseLogin(login, failure.code, ports);
    if (isLineFailure(failure.code)) isLineProven = false;
  }
}

/** A wait longer than any we impose comes from a clock that was wrong (T22). */
function isDue(job: Job, now: number): boolean {
  const wait = job.notBefore - now;
  return wait <= 0 || wait > BACKOFF.maxMs;
}

function nextAttempt(jobs: readonly Job[], left: ReadonlySet<string>): number | null {
  const waits = jobs.filter((job) => !left.has(job.id)).map((job) => job.notBefore);
  return waits.length > 0 ? Math.min(...waits) : null;
}

async function change(jobId: string, event: JobEvent, { store, announcer }: OutboxPorts): Promise<void> {
  await store.update(jobId, (job) => updateFor(job, event));
  announcer.announce({ kind: 'changed' });
}

async function sweepDone(jobs: readonly Job[], { store, clock }: OutboxPorts): Promise<void> {
  for (const job of jobs)
    if (job.state === 'done' && job.finishedAt !== null && clock.now() - job.finishedAt > KEEP_DONE_MS)
      await store.update(job.id, (present) => (present.state === 'done' ? { job: null } : null));
}

/** Puts jobs whose owner is away aside, and takes up those whose owner came (back) (QUE-05, T19). */
async function attendOwner(jobs: readonly Job[], login: Login, ports: OutboxPorts): Promise<boolean> {
  let hasChanged = false;
  for (const job of jobs) {
    const isOwn = job.userId === login?.userId;
    if (job.state === 'waiting' && !isOwn) {
      await change(job.id, { kind: 'loginNeeded', error: 'UNAUTHENTICATED', session: null }, ports);
      hasChanged = true;
    } else if (login && isOwn && job.state === 'login' && job.refusedSession !== login.session) {
      await change(job.id, { kind: 'ownerSignedIn', session: login.session }, ports);
      hasChanged = true;
    }
  }
  return hasChanged;
}

/** One 401 stops all jobs of the owner at once: nothing else is tried with this sign-in (T19). */
async function refuseLogin(login: NonNullable<Login>, error: ErrorCode, ports: OutboxPorts): Promise<void> {
  for (const job of await ports.store.loadAll())
    if (job.userId === login.userId && job.state === 'waiting')
      await change(job.id, { kind: 'loginNeeded', error, session: login.session }, ports);
}
