/** Sends the pushes that are due. */
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { type ComposedPush, composePush } from './composePush.ts';
import { deliverPush } from './deliverPush.ts';
import { endpointId, type PushDevice, readPushDevices, removePushDevice } from './pushDevices.ts';
import { markTold, PUSH_BATCH, type PushJob, retryPush, takePushJobs } from './pushJobs.ts';
import type { VapidKeys } from './vapidKeys.ts';

/** Pauses before the next try of one browser, in milliseconds; after the last it is given up: the notice stands in the list. */
const PAUSES_MS = [30_000, 2 * 60_000, 10 * 60_000, 60 * 60_000] as const;

export interface PushDeps {
  readonly db: Kysely<Database>;
  readonly keys: VapidKeys;
  readonly fetch: typeof globalThis.fetch;
  /** Epoch ms. */
  readonly now: () => number;
  /** Told of pushes that a push service did not take. */
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
  const { db, onError } = deps;
  const now = new Date(deps.now());
  try {
    const asked = { tenant: job.tenant, userId: job.user_id, endpointId: job.endpoint_id };
    const devices = await readPushDevices(db, asked, now);
    const push = devices.length === 0 ? null : await composePush(db, job, now);
    if (push === null) return 0;
    if (push.payload.kind === 'reaction' || push.payload.kind === 'post') await markTold(db, job, now);
    const done = await Promise.all(devices.map((device) => tell(deps, job, device, push)));
    return done.filter(Boolean).length;
  } catch (error) {
    onError(error);
    return 0;
  }
}

async function tell(deps: PushDeps, job: PushJob, device: PushDevice, push: ComposedPush): Promise<boolean> {
  const { db } = deps;
  const delivery = await deliverPush(device, push, deps);
  if (delivery.is === 'sent') return true;
  if (delivery.is === 'gone') {
    await removePushDevice(db, device.endpoint, null);
    return false;
  }
  const pause = PAUSES_MS[job.tries];
  if (pause === undefined) deps.onError(new Error(`A push was given up: ${delivery.why}.`));
  else {
    const due = new Date(deps.now() + Math.max(pause, delivery.waitMs ?? 0));
    await retryPush(db, job, await endpointId(device.endpoint), due);
  }
  return false;
}
