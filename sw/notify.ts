/** Tells the fan what became of the queue while no page was looked at. */
import { outboxNotices } from '../src/messages/jaOutboxNotices.ts';
import type { OutboxNotice } from '../src/outbox/notices.ts';
import { showNotices } from '../src/platform/device/notifications.ts';

declare const self: ServiceWorkerGlobalScope;

/** Nothing is said to somebody who has the product before their eyes. */
export async function notify(notices: readonly OutboxNotice[]): Promise<void> {
  if (notices.length === 0) return;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return;
  await showNotices(notices, wordsOf, self.registration);
}

const wordsOf = ({ kind, job }: OutboxNotice) =>
  outboxNotices[kind]({ event: job.event.name, photos: job.photos.filter(({ step }) => step !== 'refused').length });
