/** The queue as a page sees and drives it. */
import { AppError } from '../../contract/errors.ts';
import type { OutboxClient } from '../../outbox/client.ts';
import type { DrainReason } from '../../outbox/drain.ts';
import type { DrainOutcome } from '../../outbox/drainPass.ts';
import { createOutbox, type Outbox } from '../../outbox/outbox.ts';
import type { JobStore, Lock, OutboxPorts, SenderPorts } from '../../outbox/ports.ts';
import type { Stage } from '../../outbox/stages.ts';
import type { Broadcast } from '../device/broadcast.ts';
import type { ArrivalStore } from '../storage/arrivalStore.ts';
import type { SendRulesStore } from '../storage/sendRulesStore.ts';
import { askForSync } from './askForSync.ts';
import { listenToPage } from './listenToPage.ts';
import { createSnapshotStore, type SnapshotStore } from './snapshotStore.ts';
import { createTimedDrain } from './timedDrain.ts';

export interface PageOutboxDeps {
  readonly store: JobStore;
  readonly lock: Lock;
  readonly broadcast: Broadcast;
  readonly rules: SendRulesStore;
  readonly arrivals: ArrivalStore;
  /** Imports the heavy adapters: called when something is due, not before. */
  readonly loadSender: () => Promise<SenderPorts>;
  /** Removes bytes nobody names (`Drafts.sweepBytes`). */
  readonly sweepBytes: () => Promise<unknown>;
  readonly onReport?: OutboxPorts['onReport'];
}

export interface PageOutbox extends OutboxClient {
  /** Loads the snapshot, listens to the page's life, drains. Returns the way to stop. */
  start(): () => void;
  /** To be called by the session after a sign-in ('login'). Never throws. */
  drain(reason: DrainReason): Promise<DrainOutcome>;
}

/** The queue of this page: sends by itself, and tells the other tabs. */
export function createPageOutbox(deps: PageOutboxDeps): PageOutbox {
  const { store, broadcast } = deps;
  const core = createOutbox(portsOf(deps));
  const view = createSnapshotStore(store, deps.rules);
  const { drain, stop } = createTimedDrain(core.drain);

  const start = (): (() => void) => {
    const unlisten = listenToPage(broadcast, view, drain);
    void view.refresh();
    void drain('start').then(() => deps.sweepBytes().catch(() => undefined));
    return () => {
      stop();
      unlisten();
    };
  };

  return {
    start,
    drain,
    getSnapshot: view.getSnapshot,
    subscribe: view.subscribe,
    ...createCommands({ core, view, drain, broadcast, rules: deps.rules }),
    pause: core.pause,
    cancel: core.cancel,
    dropOriginals: core.dropOriginals,
    claimArrivals: deps.arrivals.claim,
    readPhoto: (_jobId, photoName) => readPhoto(store, photoName),
  };
}

interface CommandDeps {
  readonly core: Outbox;
  readonly view: SnapshotStore;
  readonly drain: PageOutbox['drain'];
  readonly broadcast: Broadcast;
  readonly rules: SendRulesStore;
}

/** What a fan asks of the queue, each followed by what it calls for: the screen shows it, a drain begins. */
function createCommands({
  core,
  view,
  drain,
  broadcast,
  rules,
}: CommandDeps): Pick<PageOutbox, 'enqueue' | 'sendNow' | 'resume' | 'edit' | 'move' | 'setRules'> {
  return {
    async enqueue(job) {
      const result = await core.enqueue(job);
      await view.refresh();
      void drain('enqueue');
      askForSync();
      askForPersistence();
      return result;
    },
    async sendNow(jobId) {
      await core.sendNow(jobId);
      void drain('manual');
      askForSync();
    },
    async resume(jobId) {
      await core.resume(jobId);
      void drain('manual');
    },
    async edit(jobId, edit) {
      const isTaken = await core.edit(jobId, edit);
      await view.refresh();
      return isTaken;
    },
    async move(jobId, target) {
      const isTaken = await core.move(jobId, target);
      void drain('manual');
      return isTaken;
    },
    async setRules(change) {
      await rules.save(change);
      const blocked = await blockedStages(rules);
      if (blocked.length > 0) await core.clearForceSend(blocked);
      // The other tabs read the rules again with the jobs.
      broadcast.announce({ kind: 'changed' });
      await view.refresh();
      void drain('manual');
    },
  };
}

const portsOf = ({ store, lock, broadcast, rules, loadSender, onReport }: PageOutboxDeps): OutboxPorts => ({
  store,
  clock: Date,
  random: Math.random,
  lock,
  announcer: broadcast,
  sendBlockedReason: rules.sendBlockedReason,
  loadSender: keepOnSuccess(loadSender),
  ...(onReport === undefined ? {} : { onReport }),
});

async function blockedStages(rules: SendRulesStore): Promise<Stage[]> {
  const blocked: Stage[] = [];
  for (const stage of ['post', 'originals'] as const)
    if ((await rules.sendBlockedReason(stage)) !== null) blocked.push(stage);
  return blocked;
}

async function readPhoto(store: JobStore, photoName: string): Promise<Blob> {
  for (const part of ['original', 'source'] as const) {
    const bytes = await store.readBytes({ photoName, part });
    if (bytes) return new Blob([bytes.buffer], { type: bytes.type });
  }
  throw new AppError('BYTES_LOST', 'never');
}

/** A sender that could not be loaded (a chunk of an old build, no network) is asked for again. */
function keepOnSuccess<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

/** Not waited for: Firefox may hang on its question. */
function askForPersistence(): void {
  void navigator.storage?.persist?.().catch(() => false);
}
