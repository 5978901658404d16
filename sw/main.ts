/** The service worker: listeners only. */

import { cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching';
import { tenantOfShare } from '../src/contract/workerPaths.ts';
import { addressOf } from '../src/platform/device/notifications.ts';
import {
  addressesOf,
  CLAIM_MESSAGE,
  RECENTLY_USED,
  SKIP_WAITING_MESSAGE,
  WIPE_MESSAGE,
} from '../src/platform/storage/workerMessages.ts';
import type { SystemFetchEvent } from '../src/platform/systemFetch/systemFetch.ts';
import { SYNC_TAG } from '../src/platform/upload/syncTag.ts';
import { createCaching } from './caching.ts';
import {
  drainLazily,
  importSender,
  pushLazily,
  receiveLazily,
  renewPushLazily,
  systemFetchLazily,
} from './lazySender.ts';

declare const self: ServiceWorkerGlobalScope;
/** Not in TypeScript's library: Background Sync is Chromium's. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  readonly lastChance: boolean;
}
/** Not in TypeScript's library: what a browser read of a declarative push. */
interface DeclarativePushEvent extends PushEvent {
  readonly notification?: Notification | null;
}

const manifest = self.__WB_MANIFEST.map((entry) =>
  typeof entry === 'string' ? { url: entry, revision: null } : entry,
);
const precached = new Set(manifest.map(({ url }) => new URL(url, self.location.href).pathname));
const build = manifest.find(({ url }) => url === 'shell.html')?.revision ?? 'dev';
const caching = createCaching({ build, origin: self.location.origin });

precache(manifest);
cleanupOutdatedCaches();

self.addEventListener('install', (event) => {
  event.waitUntil(caching.keep(event, ['/config.json']));
  // With neither Background Sync nor pushes, pages do all of it. Throws where it cannot be had.
  if ('sync' in self.registration || 'pushManager' in self.registration) importSender();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([self.clients.claim(), caching.dropOldPages(), self.registration.navigationPreload?.enable()]),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const sharedTo =
    request.method === 'POST' && url.origin === self.location.origin ? tenantOfShare(url.pathname) : null;
  if (sharedTo !== null) {
    event.respondWith(receiveLazily(request, sharedTo));
    return;
  }
  const isPrecached =
    request.method === 'GET' &&
    request.mode !== 'navigate' &&
    url.origin === self.location.origin &&
    precached.has(url.pathname);
  if (isPrecached) {
    // Also where the device cannot read its caches: without its script a page is blank.
    const kept = matchPrecache(url.pathname).catch(() => undefined);
    event.respondWith(kept.then((found) => found ?? fetch(request)));
    return;
  }
  const answer = caching.answer(event);
  if (answer) event.respondWith(answer);
});

self.addEventListener('sync', ((event: SyncEvent) => {
  if (event.tag === SYNC_TAG) event.waitUntil(drainLazily(event.lastChance));
}) as EventListener);

for (const what of ['success', 'fail', 'abort', 'click'])
  self.addEventListener(`backgroundfetch${what}`, ((event: SystemFetchEvent) => {
    event.waitUntil(systemFetchLazily(event));
  }) as EventListener);

self.addEventListener('push', (event) => {
  const { notification: declared = null } = event as DeclarativePushEvent;
  event.waitUntil(pushLazily({ text: event.data?.text() ?? null, declared }));
});

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewPushLazily());
});

self.addEventListener('notificationclick', (event) => {
  const address = addressOf(event.notification, self.location.origin);
  event.notification.close();
  if (address !== null) event.waitUntil(self.clients.openWindow(address));
});

self.addEventListener('message', (event) => {
  const type: unknown = event.data?.type;
  // Only when the fan agreed: an update must not eat work (T28).
  if (type === SKIP_WAITING_MESSAGE.type) event.waitUntil(self.skipWaiting());
  if (type === CLAIM_MESSAGE.type) event.waitUntil(self.clients.claim());
  if (type === WIPE_MESSAGE.type) event.waitUntil(caching.wipeUsers(userOf(event.data)));
  if (type === RECENTLY_USED) event.waitUntil(caching.keep(event, addressesOf(event.data)));
});

/** The fan a wipe is for; null: a page of a build before, which named none, or `clearStored`, which wipes for all. */
function userOf({ userId }: { readonly userId?: unknown }): string | null {
  return typeof userId === 'string' && userId !== '' ? userId : null;
}
