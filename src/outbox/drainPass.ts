/** One drain under the lock: post after post, then the originals that follow, until nothing is due. */
import type { ErrorCode } from '../contract/errors.ts';
import type { Job } from './job.ts';
import { createJobRun, LeaseLost } from './jobRun.ts';
import type { Lease, OutboxPorts, Owner } from './ports.ts';
import { BACKOFF, isLineFailure } from './retry.ts';
import { sendJob } from './sendJob.ts';
import { sendOriginals } from './sendOriginals.ts';
import type { SendBlockedReason } from './sendRules.ts';
import { areOriginalsDue, hasPostWork, type Stage } from './stages.ts';
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
  /** Why posts that wait, or else originals that follow, did not leave; absent: nothing was held back. */
  readonly held?: SendBlockedReason;
}

/** The job on the wire, so that the fan, or a post that goes before originals, can stop it. */
export interface Active {
  current: { readonly jobId: string; readonly stage: Stage; readonly puts: AbortController } | null;
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
  let isLineProven = false;
  for (;;) {
    const found = await ports.store.loadAll();
    await sweepDone(found, ports);
    const choice = createChoice(await loadHolds(found, ports), left, ports.clock.now());
    if (!found.some(choice.isCandidate)) return choice.idle(found);
    if (!(await lease.renew())) throw new LeaseLost();

    const sender = await ports.loadSender();
    if (!isLineProven && !(await sender.network.probe())) return { result: 'offline', nextAt: null };
    isLineProven = true;
    const login = await sender.owner.current();
    const jobs = (await attendOwner(found, login, ports)) ? await ports.store.loadAll() : found;
    const next = login && choice.next(jobs.filter((job) => job.userId === login.userId));
    if (!next) return choice.idle(jobs.filter((job) => job.userId === login?.userId));

    onWork();
    const { job, stage } = next;
    const puts = new AbortController();
    active.current = { jobId: job.id, stage, puts };
    const run = createJobRun(job.id, {
      eventId: job.event.id,
      stage,
      ports,
      sender,
      login,
      lease,
      putSignal: puts.signal,
    });
    const send = stage === 'post' ? sendJob(job, run) : sendOriginals(job, run);
    const result = await send.finally(() => {
      active.current = null;
    });
    if (result === 'stuck') left.add(job.id);
    else if (result?.kind === 'login') await refuseLogin(login, result.code, ports);
    else if (result && isLineFailure(result.code)) isLineProven = false;
  }
}

type Holds = Readonly<Record<Stage, SendBlockedReason | null>>;

async function loadHolds(jobs: readonly Job[], { sendBlockedReason }: OutboxPorts): Promise<Holds> {
  const post = await sendBlockedReason('post');
  // Most queues have no originals that follow: nothing to ask for.
  return { post, originals: jobs.some(areOriginalsDue) ? await sendBlockedReason('originals') : null };
}

/** What goes next: any post before any original (PUB-01). */
function createChoice(holds: Holds, left: ReadonlySet<string>, now: number) {
  const heedsRules = (job: Job): boolean => job.forceSend !== true;
  const isFree = (job: Job, stage: Stage): boolean => holds[stage] === null || !heedsRules(job);
  const waits = (job: Job): boolean => job.state === 'waiting' && hasPostWork(job);
  const isPostNext = (job: Job): boolean =>
    waits(job) && isFree(job, 'post') && !left.has(job.id) && isDue(job.notBefore, now);
  const areOriginalsNext = (job: Job): boolean =>
    areOriginalsDue(job) && isFree(job, 'originals') && isDue(job.originals?.notBefore ?? 0, now);
  return {
    isCandidate: (job: Job): boolean => job.state === 'login' || isPostNext(job) || areOriginalsNext(job),
    next(jobs: readonly Job[]): { readonly job: Job; readonly stage: Stage } | null {
      const post = jobs.find(isPostNext);
      if (post) return { job: post, stage: 'post' };
      const job = jobs.find(areOriginalsNext);
      return job ? { job, stage: 'originals' } : null;
    },
    /** Nothing of these is due now. */
    idle(jobs: readonly Job[]): DrainOutcome {
      const posts = jobs.filter(waits);
      const following = jobs.filter(areOriginalsDue);
      const times = [
        ...posts.filter((job) => isFree(job, 'post') && !left.has(job.id)).map((job) => job.notBefore),
        ...following.filter((job) => isFree(job, 'originals')).map((job) => job.originals?.notBefore ?? 0),
      ];
      const held =
        (posts.some(heedsRules) ? holds.post : null) ?? (following.some(heedsRules) ? holds.originals : null);
      const nextAt = times.length > 0 ? Math.min(...times) : null;
      return { result: 'idle', nextAt, ...(held === null ? {} : { held }) };
    },
  };
}

/** A wait longer than any we impose comes from a clock that was wrong (T22). */
function isDue(notBefore: number, now: number): boolean {
  const wait = notBefore - now;
  return wait <= 0 || wait > BACKOFF.maxMs;
}

async function change(jobId: string, event: JobEvent, { store, announcer }: OutboxPorts): Promise<void> {
  await store.update(jobId, (job) => updateFor(job, event));
  announcer.announce({ kind: 'changed' });
}

async function sweepDone(jobs: readonly Job[], { store, clock }: OutboxPorts): Promise<void> {
  for (const { id, finishedAt } of jobs)
    if (finishedAt !== null && clock.now() - finishedAt > KEEP_DONE_MS)
      // The same photos may have been posted anew since they were read.
      await store.update(id, (present) => (present.state === 'done' ? { job: null } : null));
}

/** Puts jobs whose owner is away aside, and takes up those whose owner came (back) (QUE-05, T19). True: some were taken up. */
async function attendOwner(jobs: readonly Job[], login: Login, ports: OutboxPorts): Promise<boolean> {
  let isAnyBack = false;
  for (const job of jobs) {
    const isOwn = job.userId === login?.userId;
    if (job.state === 'waiting' && !isOwn) {
      await change(job.id, { kind: 'loginNeeded', error: 'UNAUTHENTICATED', session: null }, ports);
    } else if (login && isOwn && job.state === 'login' && job.refusedSession !== login.session) {
      await change(job.id, { kind: 'ownerSignedIn', session: login.session }, ports);
      isAnyBack = true;
    }
  }
  return isAnyBack;
}

/** One 401 stops all jobs of the owner at once: nothing else is tried with this sign-in (T19). */
async function refuseLogin(login: NonNullable<Login>, error: ErrorCode, ports: OutboxPorts): Promise<void> {
  for (const job of await ports.store.loadAll())
    if (job.userId === login.userId && job.state === 'waiting')
      await change(job.id, { kind: 'loginNeeded', error, session: login.session }, ports);
}
