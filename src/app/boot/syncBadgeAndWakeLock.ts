/** What goes along with the queue while a page is open: the number on the app's icon, a screen that stays awake, notifications. */
import { outboxNotices } from '../../messages/jaOutboxNotices.ts';
import type { OutboxSnapshot } from '../../outbox/client.ts';
import { countWaiting } from '../../outbox/count.ts';
import type { Job } from '../../outbox/job.ts';
import { notificationsOf, type OutboxNotification } from '../../outbox/notifications.ts';
import { showAppBadge } from '../../platform/device/appBadge.ts';
import { showNotifications } from '../../platform/device/notifications.ts';
import type { WakeLock } from '../../platform/device/wakeLock.ts';
import type { SessionState } from '../../session/sessionState.ts';

interface Source<S> {
  subscribe(listener: () => void): () => void;
  read(): S;
}

export interface BadgeAndWakeLockDeps {
  readonly outbox: Source<OutboxSnapshot>;
  readonly session: Source<SessionState>;
  readonly wakeLock: WakeLock;
  readonly showBadge?: (count: number) => unknown;
  /** Told by a notification: no window tells it again (FAN-01). */
  readonly claimArrivals?: (jobIds: readonly string[]) => Promise<unknown>;
  readonly notify?: (notifications: readonly OutboxNotification[]) => unknown;
}

/** Starts at once. */
export function syncBadgeAndWakeLock(given: BadgeAndWakeLockDeps): void {
  const { outbox, session, wakeLock, showBadge = showAppBadge } = given;
  const { notify = (notifications) => notifyByWorker(notifications, given.claimArrivals) } = given;
  let shownCount: number | null = null;
  let seen: readonly Job[] | null = null;
  const follow = (): void => {
    const { jobs, isDraining, isLoaded } = outbox.read();
    const isVisible = document.visibilityState === 'visible';
    wakeLock.keep(isDraining && isVisible);
    if (!isLoaded) return;
    const state = session.read();
    const count = countWaiting(jobs, state.status === 'anonymous' ? null : state.user.id);
    if (count !== shownCount) void showBadge(count);
    shownCount = count;
    // Who looks at the page sees it there.
    if (seen !== null && !isVisible) void notify(notificationsOf(seen, jobs));
    seen = jobs;
  };
  outbox.subscribe(follow);
  session.subscribe(follow);
  document.addEventListener('visibilitychange', follow);
  follow();
}

async function notifyByWorker(
  notifications: readonly OutboxNotification[],
  claimArrivals: BadgeAndWakeLockDeps['claimArrivals'],
): Promise<void> {
  if (notifications.length === 0) return;
  const registration = await navigator.serviceWorker?.getRegistration();
  const told = registration ? await showNotifications(notifications, wordsOf, registration) : [];
  if (told.length > 0) await claimArrivals?.(told).catch(() => undefined);
}

const wordsOf = ({ kind, job }: OutboxNotification) =>
  outboxNotices[kind]({ event: job.event.name, photos: job.photos.filter(({ step }) => step !== 'refused').length });
