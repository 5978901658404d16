/** What the browser fetched by itself for a ZIP (Background Fetch, KEP-03): kept until a page makes the ZIP of it. */
import { zipNotices } from '../src/messages/jaZipNotices.ts';
import { createUnfinishedZipStore } from '../src/platform/storage/unfinishedZip.ts';
import type { SystemFetchEvent } from '../src/platform/systemFetch/systemFetch.ts';
import { takeInZip, zipFetchIdOf } from '../src/platform/systemFetch/zipFetch.ts';

declare const self: ServiceWorkerGlobalScope;

/** Its notification was pressed: a page of the tenant has the card that saves the ZIP, one that is open if there is. */
export async function openZipPage(tenantId: string): Promise<void> {
  const home = new URL(`/${tenantId}/`, self.location.origin).href;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = windows.find(({ url }) => url.startsWith(home));
  await (shown?.focus() ?? self.clients.openWindow(home));
}

/** The browser has ended, whole or with failures. Ended by the fan or the page nothing more is taken in. */
export async function receiveZip(event: SystemFetchEvent): Promise<void> {
  const { registration } = event;
  if (registration.failureReason === 'aborted') return;
  const store = createUnfinishedZipStore();
  const record = await store.load();
  // Given up meanwhile, or another one was begun.
  if (record === null || zipFetchIdOf(record) !== registration.id) return;
  await takeInZip(registration, record, store);
  // Given up while it was taken in: nothing of it stays.
  if ((await store.load()) === null) return store.clear();
  const missing = (await store.missing(record)).length;
  const title = missing === 0 ? zipNotices.done(record.photos.length) : zipNotices.partly;
  // The notification may be gone.
  await event.updateUI?.({ title }).catch(() => undefined);
}
