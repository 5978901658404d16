/** What the screens see of the queue: the stored jobs, and what any tab or the worker says while it sends. */

import { NOTHING_KNOWN, type OutboxSnapshot, type SendProgress } from '../../outbox/client.ts';
import type { Job } from '../../outbox/job.ts';
import type { JobStore, OutboxMessage } from '../../outbox/ports.ts';
import { createSpeedometer } from '../../outbox/speed.ts';
import { followsLater } from '../../outbox/stages.ts';
import { createListeners } from '../../rules/listeners.ts';
import type { SendRulesStore } from '../storage/sendRulesStore.ts';

/** Another context that says it drains and then falls silent this long is not believed any more. */
const FOREIGN_DRAIN_MS = 60_000;

export interface SnapshotStore {
  /** Resolves once the snapshot shows what is stored now. Changes that come in bursts are read once. */
  refresh(): Promise<void>;
  getSnapshot(): OutboxSnapshot;
  subscribe(listener: () => void): () => void;
  /** `isOwn`: said by this context itself. */
  hear(message: OutboxMessage, isOwn: boolean): void;
}

/** The snapshot of all tabs' doings. */
export function createSnapshotStore(store: JobStore, rules: SendRulesStore): SnapshotStore {
  const listeners = createListeners();
  let snapshot = NOTHING_KNOWN;

  const show = (change: Partial<OutboxSnapshot>): void => {
    snapshot = { ...snapshot, ...change };
    listeners.tell();
  };
  const { setDraining, setProgress } = createSendActivity(() => snapshot, show);
  const refresh = createRefresh({ store, rules }, () => snapshot, show);

  return {
    refresh,
    getSnapshot: () => snapshot,
    subscribe: listeners.subscribe,
    hear(message, isOwn) {
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

interface Stored {
  readonly store: JobStore;
  readonly rules: SendRulesStore;
}

/** The part of the snapshot that is stored: jobs and rules. One reading at a time, repeated where it was overtaken. */
function createRefresh(
  { store, rules }: Stored,
  getSnapshot: () => OutboxSnapshot,
  show: (change: Partial<OutboxSnapshot>) => void,
): () => Promise<void> {
  let refreshing: Promise<void> | null = null;
  let isStale = false;

  const load = async (): Promise<void> => {
    do {
      isStale = false;
      const [jobs, kept, hold, holdOriginals] = await Promise.all([
        store.loadAll(),
        rules.load(),
        rules.sendBlockedReason('post'),
        rules.sendBlockedReason('originals'),
      ]);
      const progress = stillSending(getSnapshot().progress, jobs);
      show({ jobs, rules: kept, hold, holdOriginals, isLoaded: true, progress });
    } while (isStale);
  };

  return () => {
    isStale = true;
    refreshing ??= load()
      // Storage that fails now is asked again at the next change; the queue itself reports it.
      .catch(() => undefined)
      .finally(() => {
        refreshing = null;
      });
    return refreshing;
  };
}

/** Progress of photos that are still to be sent, of the stage they are in. */
function stillSending(progress: readonly SendProgress[], jobs: readonly Job[]): SendProgress[] {
  const photos = jobs.flatMap((job) => job.photos);
  const toPost = new Set(photos.filter(({ step }) => step === 'ready').map(({ name }) => name));
  const toFollow = new Set(photos.filter(followsLater).map(({ name }) => name));
  return progress.filter((one) => (one.stage ? toFollow : toPost).has(one.photoName));
}

/** The part of the snapshot that is not stored: who drains, how far each photo is, and how fast. */
function createSendActivity(getSnapshot: () => OutboxSnapshot, show: (change: Partial<OutboxSnapshot>) => void) {
  const speed = createSpeedometer();
  let foreign: ReturnType<typeof setTimeout> | undefined;

  const setDraining = (isDraining: boolean, isOwn: boolean): void => {
    clearTimeout(foreign);
    if (isDraining && !isOwn) foreign = setTimeout(() => setDraining(false, true), FOREIGN_DRAIN_MS);
    if (!isDraining) speed.reset();
    if (getSnapshot().isDraining !== isDraining || !isDraining)
      show({ isDraining, ...(isDraining ? {} : { progress: [], bytesPerSecond: null }) });
  };
  const setProgress = (progress: SendProgress): void => {
    speed.feed(progress, Date.now());
    const others = getSnapshot().progress.filter((one) => one.photoName !== progress.photoName);
    show({ progress: [...others, progress], bytesPerSecond: speed.read(Date.now()) });
  };

  return { setDraining, setProgress };
}
