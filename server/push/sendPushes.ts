/** Sends the pushes that are due. */
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { type ComposedPush, composePush } from './composePush.ts';
import { deliverPush } from './deliverPush.ts';
import { addNewsCount } from './newsCounts.ts';
import { endpointId, type PushDevice, removePushDevice, takeLivePushDevices } from './pushDevices.ts';
import {
  endPushJob,
  markTold,
  PUSH_BATCH,
  type PushJob,
  type PushRetry,
  retryPushJob,
  takePushJobs,
} from './pushJobs.ts';
import type { VapidKeys } from './vapidKeys.ts';

/** Pauses before the next try, in milliseconds; after the last it is given up: the notice stands in the list. */
const PAUSES_MS = [30_000, 2 * 60_000, 10 * 60_000, 60 * 60_000] as const;

export interface PushDeps {
  readonly db: Kysely<Database>;
  readonly keys: VapidKeys;
  readonly fetch: typeof globalThis.fetch;
  /** Epoch ms. */
  readonly now: () => number;
  /** Told of pushes that a push service did not take, and of tries that failed. */
  readonly onError: (error: unknown) => void;
  /** True: end early, the server stops. */
  readonly isStopped?: () => boolean;
}

/** Sends all that is due, batch by batch. How many pushes went out. */
export async function sendPushes(deps: PushDeps): Promise<number> {
  let sent = 0;
  while (!deps.isStopped?.()) {
    const jobs = await takePushJobs(deps.db, new Date(deps.now()));
    const counts = await Promise.all(jobs.map((job) => sendOne(deps, job)));
    sent += counts.reduce((sum, count) => sum + count, 0);
    if (jobs.length < PUSH_BATCH) break;
  }
  return sent;
}

async function sendOne(deps: PushDeps, job: PushJob): Promise<number> {
  try {
    const told = await tellAll(deps, job);
    // Only now: a copy that ends before leaves it to the next one. What went out twice is one push to the browser, by its topic.
    await endPushJob(
      deps.db,
      job,
      told.filter((one) => typeof one === 'object'),
    );
    return told.filter((one) => one === 'sent').length;
  } catch (error) {
    // Where the database takes not even this, the lease ends by itself.
    await tryAgain(deps, job, error).catch(deps.onError);
    return 0;
  }
}

/** What became of it at each browser. */
async function tellAll(deps: PushDeps, job: PushJob): Promise<Told[]> {
  const { db } = deps;
  const now = new Date(deps.now());
  const asked = { tenant: job.tenant, userId: job.user_id, endpointId: job.endpoint_id };
  const devices = await takeLivePushDevices(db, asked, now);
  const push = devices.length === 0 ? null : await composePush(db, job, now);
  if (push === null) return [];
  if (push.payload.kind === 'reaction' || push.payload.kind === 'post') await markTold(db, job, now);
  const told = await Promise.all(devices.map((device) => tell(deps, job, device, push)));
  // A follow is told once a day (SAF-41): one that no browser took was not.
  if (push.payload.kind === 'follow' && told.includes('sent')) await markTold(db, job, now);
  await countPushes(db, job, push.newsId ?? null, told);
  return told;
}

/** Counts the pushes of a news item that a push service took. */
async function countPushes(db: PushDeps['db'], job: PushJob, news_id: string | null, told: readonly Told[]) {
  const n = told.filter((one) => one === 'sent').length;
  if (news_id === null || n === 0) return;
  await addNewsCount(db, { tenant: job.tenant, news_id, counter: 'pushed', n, by: job.user_id });
}

type Told = 'sent' | 'not told' | PushRetry;

/** Never rejects: other browsers are not told again for one. */
async function tell(deps: PushDeps, job: PushJob, device: PushDevice, push: ComposedPush): Promise<Told> {
  const { db, onError } = deps;
  const delivery = await deliverPush(device, push, deps);
  if (delivery.is === 'sent') return 'sent';
  if (delivery.is === 'gone') {
    // One that stays is found gone by the next push.
    await removePushDevice(db, device.endpoint, null).catch(onError);
    return 'not told';
  }
  const pause = pauseAfter(job);
  if (delivery.is === 'refused' || pause === undefined) {
    onError(new Error(`A push was given up: ${new URL(device.endpoint).host}: ${delivery.why}.`));
    return 'not told';
  }
  const due_at = new Date(deps.now() + Math.max(pause, delivery.waitMs ?? 0));
  return { endpoint_id: await endpointId(device.endpoint), due_at };
}

const pauseAfter = ({ tries }: PushJob): number | undefined => PAUSES_MS[tries - 1];

async function tryAgain({ db, now, onError }: PushDeps, job: PushJob, error: unknown): Promise<void> {
  const pause = pauseAfter(job);
  const when = pause === undefined ? ' for the last time' : '';
  const reason = error instanceof Error ? error.message : String(error);
  onError(new Error(`Sending a push failed${when}: ${reason}`, { cause: error }));
  if (pause === undefined) await endPushJob(db, job, []);
  else await retryPushJob(db, job, new Date(now() + pause));
}
