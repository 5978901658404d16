/** What stands on this device: database, queue, drafts. Loaded after the first drawing, or with the first need. */
import { createBroadcast } from '../platform/broadcast.ts';
import { createDatabase } from '../platform/database.ts';
import { createDrafts } from '../platform/drafts.ts';
import { createJobStore } from '../platform/jobStore.ts';
import { createLock } from '../platform/locks.ts';
import { createPageOutbox, type PageOutboxDeps } from '../platform/pageOutbox.ts';

export type Device = ReturnType<typeof createDevice>;

export function createDevice(loadSender: PageOutboxDeps['loadSender']) {
  const database = createDatabase();
  const drafts = createDrafts(database);
  const broadcast = createBroadcast();
  const outbox = createPageOutbox({
    store: createJobStore(database),
    lock: createLock({ database }),
    broadcast,
    loadSender,
    sweepBytes: drafts.sweepBytes,
  });
  return { database, drafts, broadcast, outbox };
}
