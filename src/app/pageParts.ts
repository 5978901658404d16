/**
 * Everything of the page that talks to the outside: API, session, database, queue, drafts. One chunk, loaded with the first call
 * or once the first screen stands.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { Tenant } from '../../tenants/schema.ts';
import type { ClientConfig } from '../contract/config.ts';
import { createAppBadge } from '../platform/appBadge.ts';
import { createBroadcast } from '../platform/broadcast.ts';
import { createDatabase } from '../platform/database.ts';
import { createDrafts } from '../platform/drafts.ts';
import { createJobStore } from '../platform/jobStore.ts';
import { createLock } from '../platform/locks.ts';
import { createPageOutbox } from '../platform/pageOutbox.ts';
import { createKeptRules } from '../platform/sendRules.ts';
import { createSharedPhotos } from '../platform/sharedPhotos.ts';
import { createUnreadMark } from '../platform/unreadMark.ts';
import { createWakeLock } from '../platform/wakeLock.ts';
import { accompanyNotices } from '../session/accompanyNotices.ts';
import { accompanyOutbox } from '../session/accompanyOutbox.ts';
import { createPageClient } from '../session/createPageClient.ts';
import { endPush, keepPush } from '../session/keepPush.ts';

export type PageParts = ReturnType<typeof createPageParts>;

export function createPageParts(config: ClientConfig, tenant: Tenant | null, queryClient: QueryClient) {
  const database = createDatabase();
  const drafts = createDrafts(database);
  const broadcast = createBroadcast();
  const client = createPageClient({ config, tenant, database, onSignedOut: (userId) => signedOut(userId) });
  const session = { subscribe: client.session.subscribe, read: client.session.getState };
  const badge = createAppBadge();
  const unread = createUnreadMark(database);
  async function signedOut(userId: string) {
    wipeUsers();
    // Nobody waits for the push service: a logout is done when this device knows of it.
    void endPush(client.api, userId);
    await unread.clear();
  }
  const outbox = createPageOutbox({
    store: createJobStore(database),
    lock: createLock({ database }),
    broadcast,
    rules: createKeptRules(database),
    loadSender: client.loadSender,
    sweepBytes: drafts.sweepBytes,
  });
  accompanyOutbox({
    outbox: { subscribe: outbox.subscribe, read: outbox.getSnapshot },
    session,
    wakeLock: createWakeLock(),
    showBadge: badge.setWaiting,
  });
  accompanyNotices({ queryClient, tenantId: tenant?.id ?? null, session, unread, showUnread: badge.setUnread });
  keepPush(client.api, session, tenant?.id ?? null);
  return { client, drafts, shared: createSharedPhotos(database), broadcast, outbox };
}

/** What the worker kept in a fan's name goes with the fan (DAT-03). */
function wipeUsers(): void {
  navigator.serviceWorker?.controller?.postMessage({ type: 'WIPE_USERS' });
}
