/** The queue in the worker: the same core as in the page, wired once a worker's life and only when it is needed (QUE-02). */
import { countWaiting } from '../src/outbox/count.ts';
import type { DrainOutcome } from '../src/outbox/drainPass.ts';
import type { Job } from '../src/outbox/job.ts';
import { lateNotifications, tellingPass } from '../src/outbox/notifications.ts';
import { createOutbox } from '../src/outbox/outbox.ts';
import type { SenderPorts } from '../src/outbox/ports.ts';
import { showAppBadge } from '../src/platform/device/appBadge.ts';
import { createBroadcast } from '../src/platform/device/broadcast.ts';
import { createClockOffset } from '../src/platform/device/clockOffset.ts';
import { createUnreadCountStore } from '../src/platform/device/unreadCount.ts';
import { refreshTokens } from '../src/platform/identity/identityRefresh.ts';
import { createTokenStore } from '../src/platform/identity/identityTokenStore.ts';
import { createTokenSource } from '../src/platform/identity/identityTokens.ts';
import { prepareJpeg } from '../src/platform/images/prepareJpeg.ts';
import { createMeasurementChoice } from '../src/platform/measurements/measurementChoice.ts';
import { type ClientDatabase, createClientDatabase } from '../src/platform/storage/clientDatabase.ts';
import { createJobStore } from '../src/platform/storage/jobStore.ts';
import { createLock } from '../src/platform/storage/locks.ts';
import { createSendRulesStore } from '../src/platform/storage/sendRulesStore.ts';
import { createSender } from '../src/platform/upload/sender.ts';
import { drainPatiently } from './drainPatiently.ts';
import { fetchConfig } from './fetchConfig.ts';
import { notify } from './notify.ts';
import { createPostMeasurements } from './postMeasurements.ts';

declare const self: ServiceWorkerGlobalScope;
let queue: WorkerQueue | null = null;

interface WorkerQueue {
  drain(): Promise<DrainOutcome>;
  loadJobs(): Promise<readonly Job[]>;
  /** Who is signed in, as stored; null: nobody. */
  loadUserId(): Promise<string | null>;
  /** Notices this fan has not read, as last known. */
  loadUnread(userId: string | null): Promise<number>;
}

/**
 * Sends what is due and tells what became of it; rejects when something is left that another try may bring through.
 * `isLastChance`: there will be no other try, which the fan has to know (T06).
 */
export async function drainOutbox(isLastChance: boolean): Promise<void> {
  queue ??= createWorkerQueue();
  const { loadJobs, loadUserId, loadUnread } = queue;
  try {
    await drainAll(queue);
  } catch (error) {
    if (isLastChance) await notify(lateNotifications(await loadJobs()));
    throw error;
  } finally {
    const userId = await loadUserId();
    await showAppBadge(countWaiting(await loadJobs(), userId) + (await loadUnread(userId)));
  }
}

async function drainAll({ drain, loadJobs }: WorkerQueue): Promise<void> {
  let held: DrainOutcome['held'];
  const drainOnce = async () => {
    const outcome = await tellingPass(drain, loadJobs, notify);
    held = outcome.held;
    return outcome;
  };
  await drainPatiently(drainOnce, {
    now: Date.now,
    wait: (ms) => new Promise((done) => setTimeout(done, ms)),
    isReplaced: () => self.registration.waiting !== null,
  });
  if (held === 'metered') throw new Error('posts wait for Wi-Fi');
}

function createWorkerQueue(): WorkerQueue {
  const database = createClientDatabase();
  const store = createJobStore(database);
  const tokens = createTokenStore(database);
  const measurements = createPostMeasurements(createMeasurementChoice(database), fetchConfig);
  let sender: Promise<SenderPorts> | null = null;
  const outbox = createOutbox({
    store,
    clock: Date,
    random: Math.random,
    lock: createLock({ database }),
    announcer: createBroadcast(),
    sendBlockedReason: createSendRulesStore(database).sendBlockedReason,
    loadSender() {
      sender ??= createWorkerSender(database).catch((error: unknown) => {
        sender = null;
        throw error;
      });
      return sender;
    },
    onReport: measurements.report,
  });
  return {
    drain: () => outbox.drain('sync').finally(measurements.send),
    loadJobs: store.loadAll,
    loadUserId: async () => (await tokens.load())?.userId ?? null,
    loadUnread: createUnreadCountStore(database).load,
  };
}

async function createWorkerSender(database: ClientDatabase): Promise<SenderPorts> {
  const config = await fetchConfig();
  const tokens = createTokenSource({
    store: createTokenStore(database),
    refresh: (old) => refreshTokens(config.identity, old),
  });
  return createSender({
    config,
    tokens,
    clock: createClockOffset(),
    // A worker cannot start another; it decodes on its own thread, one picture at a time.
    preparer:
      typeof OffscreenCanvas === 'undefined' ? null : { prepare: (bytes, _name, edit) => prepareJpeg(bytes, edit) },
    hasProgress: false,
  });
}
