/** System notifications about the queue. Shown only where the fan allowed them; nothing here ever asks. */
import { appIconPath, arrivedPath, outboxPath } from '../../contract/workerPaths.ts';
import type { OutboxNotification } from '../../outbox/notifications.ts';

export interface NotificationWords {
  readonly title: string;
  readonly body: string;
}

type Shower = Pick<ServiceWorkerRegistration, 'showNotification'>;

const isAllowed = (): boolean => typeof Notification !== 'undefined' && Notification.permission === 'granted';

/**
 * One notification a post: a later one about the same post takes its place, also when page and worker both tell. Gives the ids of the
 * posts whose arrival is told by it. Never throws.
 */
export async function showNotifications(
  notifications: readonly OutboxNotification[],
  wordsOf: (notification: OutboxNotification) => NotificationWords,
  registration: Shower,
): Promise<readonly string[]> {
  if (!isAllowed()) return [];
  const arrived: string[] = [];
  for (const notification of notifications) {
    const { tenant, id, event } = notification.job;
    const { title, body } = wordsOf(notification);
    const icon = appIconPath(tenant);
    const url = notification.kind === 'sent' ? arrivedPath(tenant, event.id, id) : outboxPath(tenant);
    const isShown = await registration
      .showNotification(title, { body, icon, lang: 'ja', tag: `outbox ${id}`, data: { url } })
      .then(
        () => true,
        () => false,
      );
    if (isShown && notification.kind === 'sent') arrived.push(id);
  }
  return arrived;
}

/** Address a notification leads to; null: none of this site. */
export function addressOf({ data }: Pick<Notification, 'data'>, origin: string): string | null {
  const url: unknown = data?.url;
  if (typeof url !== 'string' || !URL.canParse(url, origin)) return null;
  const address = new URL(url, origin);
  return address.origin === origin ? address.href : null;
}
