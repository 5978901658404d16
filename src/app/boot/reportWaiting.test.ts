// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WAITING_DEVICES } from '../../contract/limits.ts';
import { NOTHING_KNOWN, type OutboxSnapshot } from '../../outbox/client.ts';
import { createJob } from '../../outbox/outbox.ts';
import { ANONYMOUS, type SessionState } from '../../session/sessionState.ts';
import { reportWaiting } from './reportWaiting.ts';

const DEVICE = 'a'.repeat(20);
const fields = { comment: '', htag: '', player: '', photo_location: null, usepermit: true };
const photo = (name: string) => {
  const step = 'ready' as const;
  return { name, mediaUrl: name, step, fileName: 'a.jpg', fields, prepared: null, error: null };
};
const event = { id: 'e', name: '試合', seasonId: null };
const post = (names: readonly string[], { userId = 'me', tenant = 'club' } = {}) =>
  createJob({ userId, tenant, event, teamId: null, photos: names.map(photo) }, 0);

let told: unknown[];
let isOnline: boolean;
beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  isOnline = true;
});
afterEach(() => vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

function openPage(first: OutboxSnapshot['jobs'], { hasWaited = false, isSignedIn = true } = {}) {
  let snapshot: OutboxSnapshot = { ...NOTHING_KNOWN, jobs: first, isLoaded: true };
  let tell: () => void = () => undefined;
  const user = { id: 'me', name: 'me' };
  const state = (isSignedIn ? { status: 'signedIn', user } : ANONYMOUS) as SessionState;
  reportWaiting({
    tenantId: 'club',
    hasWaited,
    device: async () => DEVICE,
    outbox: {
      subscribe: (listener) => {
        tell = listener;
        return () => undefined;
      },
      read: () => snapshot,
    },
    session: { subscribe: () => () => undefined, read: () => state },
    api: {
      putWaitingPhotos: async ({ body }) => {
        if (!isOnline) throw new Error('no signal');
        told.push(body);
        return { result: 'ok' };
      },
    },
  });
  return (jobs: OutboxSnapshot['jobs']) => {
    snapshot = { ...snapshot, jobs };
    tell();
  };
}

test('QUE-05e a post that is public within a minute is not told; one that waits is, and its end', async () => {
  const show = openPage([]);
  show([post(['a'])]);
  await pass(WAITING_DEVICES.tellMs - 1);
  show([]);
  await pass(WAITING_DEVICES.tellMs);
  expect(told).toEqual([]);
  show([post(['a', 'b'])]);
  await pass(WAITING_DEVICES.tellMs);
  expect(told).toEqual([{ device: DEVICE, photos: 2 }]);
  show([post(['a'])]);
  await pass(WAITING_DEVICES.tellMs);
  expect(told).toHaveLength(1);
  show([]);
  await pass(0);
  expect(told.slice(1)).toEqual([{ device: DEVICE, photos: 0 }]);
});

test('QUE-05e posts of other fans and other tenants are not told, nor a visitor’s', async () => {
  openPage([post(['a'], { userId: 'other' }), post(['b'], { tenant: 'league' })]);
  openPage([post(['c'])], { isSignedIn: false });
  await pass(2 * WAITING_DEVICES.tellMs);
  expect(told).toEqual([]);
});

test('QUE-05e without signal it is told when there is signal again', async () => {
  isOnline = false;
  openPage([post(['a'])]);
  await pass(WAITING_DEVICES.tellMs);
  isOnline = true;
  dispatchEvent(new Event('online'));
  await pass(WAITING_DEVICES.tellMs);
  expect(told).toEqual([{ device: DEVICE, photos: 1 }]);
});

test('QUE-05e a device whose photos were sent with no page open tells at its next start that none wait', async () => {
  openPage([], { hasWaited: true });
  await pass(0);
  expect(told).toEqual([{ device: DEVICE, photos: 0 }]);
});
