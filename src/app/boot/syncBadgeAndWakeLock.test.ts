// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { NOTHING_KNOWN, type OutboxSnapshot } from '../../outbox/client.ts';
import type { Job } from '../../outbox/job.ts';
import type { OutboxNotification } from '../../outbox/notifications.ts';
import { createJob } from '../../outbox/outbox.ts';
import { createWakeLock } from '../../platform/device/wakeLock.ts';
import type { SessionState } from '../../session/sessionState.ts';
import { syncBadgeAndWakeLock } from './syncBadgeAndWakeLock.ts';

const job = (name: string, change: Partial<Job> = {}): Job => ({
  ...createJob(
    {
      userId: 'me',
      tenant: 'club',
      event: { id: 'e', name: '試合', seasonId: null },
      teamId: null,
      photos: [
        {
          name,
          mediaUrl: name,
          step: 'ready',
          fileName: 'a.jpg',
          fields: { comment: '', htag: '', player: '', photo_location: null, usepermit: true },
          prepared: null,
          error: null,
        },
      ],
    },
    0,
  ),
  ...change,
});

function relay<S>(first: S) {
  let state = first;
  const listeners = new Set<() => void>();
  return {
    read: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    set(next: S) {
      state = next;
      for (const listener of listeners) listener();
    },
  };
}

function start() {
  const outbox = relay<OutboxSnapshot>(NOTHING_KNOWN);
  const session = relay<SessionState>({ status: 'signedIn', user: { id: 'me', name: '私', usepermit: true } });
  const release = vi.fn(async () => undefined);
  const request = vi.fn(async () => ({ release }));
  const showBadge = vi.fn();
  const told: string[] = [];
  const notify = (notifications: readonly OutboxNotification[]) =>
    void told.push(...notifications.map(({ kind, job: { id } }) => `${kind} ${id}`));
  syncBadgeAndWakeLock({ outbox, session, wakeLock: createWakeLock({ request }), showBadge, notify });
  const show = (jobs: Job[], isDraining = false) => outbox.set({ ...NOTHING_KNOWN, isLoaded: true, jobs, isDraining });
  return { show, session, showBadge, request, release, told };
}
function look(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

test('QUE-04e QUE-05d the icon shows the signed-in account’s photos, and nothing after a logout', () => {
  look('visible');
  const { show, session, showBadge } = start();
  show([job('a'), job('b'), job('c', { userId: 'you' })]);
  show([job('a'), job('b'), job('c', { userId: 'you' })]);
  session.set({ status: 'anonymous' });
  expect(showBadge.mock.calls).toEqual([[2], [0]]);
});

test('the screen stays awake while something leaves in the foreground, no longer, not in the background', async () => {
  look('visible');
  const { show, request, release } = start();
  show([job('a')], true);
  show([job('a')], true);
  expect(request).toHaveBeenCalledTimes(1);
  look('hidden');
  await vi.waitFor(() => expect(release).toHaveBeenCalledTimes(1), { timeout: 20_000 });
  look('visible');
  expect(request).toHaveBeenCalledTimes(2);
  show([job('a', { state: 'done' })], false);
  await vi.waitFor(() => expect(release).toHaveBeenCalledTimes(2), { timeout: 20_000 });
});

test('QUE-04e who does not look is told what became of the posts; who looks is not', () => {
  look('visible');
  const { show, told } = start();
  show([job('a'), job('b')]);
  show([job('a', { state: 'done' }), job('b')]);
  look('hidden');
  show([job('a', { state: 'done' }), job('b', { state: 'refused' })]);
  expect(told).toEqual(['refused b']);
});
