/** The queue as a page sees and drives it. */
import { AppError } from '../../contract/errors.ts';
import { NOTHING_KNOWN, type OutboxClient, type OutboxSnapshot, type SendProgress } from '../../outbox/client.ts';
import type { DrainOutcome } from '../../outbox/drainPass.ts';
import { createOutbox, type DrainReason } from '../../outbox/outbox.ts';
import type { JobStore, Lock, OutboxMessage, SenderPorts } from '../../outbox/ports.ts';
import { createSpeedometer } from '../../outbox/speed.ts';
import { areOriginalsDue, followsLater, type Stage } from '../../outbox/stages.ts';
import type { Broadcast } from '../device/broadcast.ts';
import { type SendRulesStore, watchLine } from '../storage/sendRulesStore.ts';
import { SYNC_TAG } from './syncTag.ts';

/** Another context that says it drains and then falls silent this long is not believed any more. */
const FOREIGN_DRAIN_MS = 60_000;
const MIN_WAIT_MS = 1_000;
/** setTimeout counts in 32 bits; nothing here waits longer than the back-off anyway. */
const MAX_WAIT_MS = 10 * 60_000;

export interface PageOutboxDeps {
  readonly store: JobStore;
  readonly lock: Lock;
  readonly broadcast: Broadcast;
  readonly rules: SendRulesStore;
  /** Imports the heavy adapters: called when something is due, not before. */
  readonly loadSender: () => Promise<SenderPorts>;
  /** Removes bytes nobody names (`Drafts.sweepBytes`). */
  readonly sweepBytes: () => Promise<unknown>;
}

export interface PageOutbox extends OutboxClient {
  /** Loads the snapshot, listens to the page's life, drains. Returns the way to stop. */
  start(): () => void;
  /** To be called by the session after a sign-in ('login'). Never throws. */
  drain(reason: DrainReason): Promise<DrainOutcome>;
}

export function createPageOutbox(deps: PageOutboxDeps): PageOutbox {
  const { store, broadcast } = deps;
  const core = createOutbox({
    store,
    clock: Date,
    random: Math.random,
    lock: deps.lock,
    announcer: broadcast,
    sendBlockedReason: deps.rules.sendBlockedReason,
    loadSender: keepOnSuccess(deps.loadSender),
  });
  const view = createView(store, deps.rules);
  let timer: ReturnType<typeof setTimeout> | undefined;

  const drain = async (reason: DrainReason): Promise<DrainOutcome> => {
    clearTimeout(timer);
    const outcome = await core.drain(reason);
    clearTimeout(timer);
    if (outcome.nextAt !== null) {
      const wait = Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, outcome.nextAt - Date.now()));
      timer = setTimeout(() => void drain('timer'), wait);
    }
    return outcome;
  };

  const start = (): (() => void) => {
    const stops = [
      broadcast.listen(view.hear),
      onEvent(globalThis, 'online', () => void drain('online')),
      onEvent(globalThis, 'pageshow', () => void drain('visible')),
      onEvent(document, 'visibilitychange', () => {
        if (document.visibilityState === 'visible') void drain('visible');
        // The browser forgets a sync it tried in vain: whoever leaves with posts waiting leaves a new one behind (T06).
        else if (view.getSnapshot().jobs.some((job) => job.state === 'waiting' || areOriginalsDue(job))) askForSync();
      }),
      watchLine(() => {
        void view.refresh();
        void drain('online');
      }),
    ];
    void view.refresh();
    void drain('start').then(() => deps.sweepBytes().catch(() => undefined));
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  };

  return {
    start,
    drain,
    getSnapshot: view.getSnapshot,
    subscribe: view.subscribe,
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
    pause: core.pause,
    async resume(jobId) {
      await core.resume(jobId);
      void drain('manual');
    },
    cancel: core.cancel,
    dropOriginals: core.dropOriginals,
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
      await deps.rules.save(change);
      const blocked: Stage[] = [];
      for (const stage of ['post', 'originals'] as const)
        if ((await deps.rules.sendBlockedReason(stage)) !== null) blocked.push(stage);
      if (blocked.length > 0) await core.clearForceSend(blocked);
      // The other tabs read the rules again with the jobs.
      broadcast.announce({ kind: 'changed' });
      await view.refresh();
      void drain('manual');
    },
    async readPhoto(_jobId, photoName) {
      for (const part of ['original', 'source'] as const) {
        const bytes = await store.readBytes({ photoName, part });
        if (bytes) return new Blob([bytes.buffer], { type: bytes.type });
      }
      throw new AppError('BYTES_LOST', 'never');
    },
  };
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

function onEvent(target: EventTarget, type: string, listener: () => void): () => void {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}

/** Neither is waited for: a page without a worker never gets a registration, and Firefox may hang on its question. */
function askForSync(): void {
  void navigator.serviceWorker?.ready
    .then((registration) => (registration as WithSync).sync?.register(SYNC_TAG))
    .catch(() => undefined);
}
type WithSync = ServiceWorkerRegistration & { readonly sync?: { register(tag: string): Promise<void> } };

function askForPersistence(): void {
  void navigator.storage?.persist?.().catch(() => false);
}

/** The snapshot of all tabs' doings. */
function createView(store: JobStore, rules: SendRulesStore) {
  const listeners = new Set<() => void>();
  const speed = createSpeedometer();
  let snapshot = NOTHING_KNOWN;
  let refreshing: Promise<void> | null = null;
  let isStale = false;
  let foreign: ReturnType<typeof setTimeout> | undefined;

  const show = (change: Partial<OutboxSnapshot>): void => {
    snapshot = { ...snapshot, ...change };
    for (const listener of listeners) listener();
  };
  const load = async (): Promise<void> => {
    do {
      isStale = false;
      const [jobs, kept, hold, holdOriginals] = await Promise.all([
        store.loadAll(),
        rules.load(),
        rules.sendBlockedReason('post'),
        rules.sendBlockedReason('originals'),
      ]);
      const photos = jobs.flatMap((job) => job.photos);
      const toPost = new Set(photos.filter(({ step }) => step === 'ready').map(({ name }) => name));
      const toFollow = new Set(photos.filter(followsLater).map(({ name }) => name));
      show({
        jobs,
        rules: kept,
        hold,
        holdOriginals,
        isLoaded: true,
        progress: snapshot.progress.filter((one) => (one.stage ? toFollow : toPost).has(one.photoName)),
      });
    } while (isStale);
  };
  /** Resolves once the snapshot shows what is stored now. Changes that come in bursts are read once. */
  const refresh = (): Promise<void> => {
    isStale = true;
    refreshing ??= load()
      // Storage that fails now is asked again at the next change; the queue itself reports it.
      .catch(() => undefined)
      .finally(() => {
        refreshing = null;
      });
    return refreshing;
  };
  const setDraining = (isDraining: boolean, isOwn: boolean): void => {
    clearTimeout(foreign);
    if (isDraining && !isOwn) foreign = setTimeout(() => setDraining(false, true), FOREIGN_DRAIN_MS);
    if (!isDraining) speed.reset();
    if (snapshot.isDraining !== isDraining || !isDraining)
      show({ isDraining, ...(isDraining ? {} : { progress: [], bytesPerSecond: null }) });
  };
  const setProgress = (progress: SendProgress): void => {
    speed.feed(progress, Date.now());
    const others = snapshot.progress.filter((one) => one.photoName !== progress.photoName);
    show({ progress: [...others, progress], bytesPerSecond: speed.read(Date.now()) });
  };

  return {
    refresh,
    getSnapshot: () => snapshot,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    hear(message: OutboxMessage, isOwn: boolean): void {
      switch (message.kind) {
        case 'changed':
        case 'registered':
          void refresh();
          break;
        case 'draining':
          setDraining(message.isDraining, isOwn);
          break;
        case 'progress':
          if (!isOwn) setDraining(true, false);
          setProgress(message.progress);
          break;
        default:
          message satisfies never;
      }
    },
  };
}
