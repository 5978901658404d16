import type { DrainReason } from '../../outbox/drain.ts';
import { areOriginalsDue } from '../../outbox/stages.ts';
import type { Broadcast } from '../device/broadcast.ts';
import { watchLine } from '../storage/sendRulesStore.ts';
import { askForSync } from './askForSync.ts';
import type { SnapshotStore } from './snapshotStore.ts';

/** Drains when the page's life or line gives a reason to, and lets `view` hear the other tabs. Returns the way to stop. */
export function listenToPage(broadcast: Broadcast, view: SnapshotStore, drain: (reason: DrainReason) => unknown) {
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
  return () => {
    for (const stop of stops) stop();
  };
}

function onEvent(target: EventTarget, type: string, listener: () => void): () => void {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}
