/** Tells the fan what became of the queue while no page was looked at. */
import { outboxNotices } from '../src/messages/jaOutboxNotices.ts';
import type { OutboxNotification } from '../src/outbox/notifications.ts';
import { showNotifications } from '../src/platform/device/notifications.ts';
import { createArrivalStore } from '../src/platform/storage/arrivalStore.ts';
import { createClientDatabase } from '../src/platform/storage/clientDatabase.ts';

declare const self: ServiceWorkerGlobalScope;

/** Nothing is said to somebody who has the product before their eyes. */
export async function notify(notifications: readonly OutboxNotification[]): Promise<void> {
  if (notifications.length === 0) return;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return;
  const told = await showNotifications(notifications, wordsOf, self.registration);
  // The next window does not tell it again (FAN-01).
  if (told.length > 0)
    await createArrivalStore(createClientDatabase())
      .claim(told)
      .catch(() => undefined);
}

const wordsOf = ({ kind, job }: OutboxNotification) =>
  outboxNotices[kind]({ event: job.event.name, photos: job.photos.filter(({ step }) => step !== 'refused').length });
