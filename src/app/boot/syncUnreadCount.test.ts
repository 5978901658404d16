import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { CLUB, LEAGUE } from '../../../tests/support/tenants.ts';
import { createAppBadge } from '../../platform/device/appBadge.ts';
import type { SessionState } from '../../session/sessionState.ts';
import { syncUnreadCount, type UnreadCountDeps } from './syncUnreadCount.ts';

/** A page of a fan who is signed in, until told otherwise. */
function startPage({ unread, showUnread }: Pick<UnreadCountDeps, 'unread' | 'showUnread'>) {
  const queryClient = new QueryClient();
  let state: SessionState = { status: 'signedIn', user: { id: 'me', name: '', usepermit: true } };
  let changed = () => {};
  const session: UnreadCountDeps['session'] = {
    read: () => state,
    subscribe(listener) {
      changed = listener;
      return () => {};
    },
  };
  syncUnreadCount({ queryClient, tenantId: CLUB, session, unread, showUnread });
  return {
    queryClient,
    signOut() {
      state = { status: 'anonymous' };
      changed();
    },
  };
}

test('SOC-08b the icon shows what waits and what is unread; read or signed out, the number goes', async () => {
  const shown: number[] = [];
  const badge = createAppBadge((count) => shown.push(count));
  const counts = new Map<string, number>([[LEAGUE, 1]]);
  const sum = () => [...counts.values()].reduce((a, b) => a + b, 0);
  const unread: UnreadCountDeps['unread'] = {
    load: async () => sum(),
    save: async (_userId, tenant, count) => {
      counts.set(tenant, count);
      return sum();
    },
    clear: async () => counts.clear(),
  };
  const { queryClient, signOut } = startPage({ unread, showUnread: badge.setUnread });
  const until = (count: number) => vi.waitFor(() => expect(shown.at(-1)).toBe(count));
  await until(1);
  badge.setWaiting(2);
  await until(3);
  const key = [CLUB, 'getUnreadCount', {}, {}, 'me'];
  queryClient.setQueryData(key, { Count: 4 });
  await until(7);
  queryClient.setQueryData([LEAGUE, 'getUnreadCount', {}, {}, 'me'], { Count: 9 });
  queryClient.setQueryData([CLUB, 'getUnreadCount', {}, {}, 'another'], { Count: 9 });
  queryClient.setQueryData(key, { Count: 0 });
  await until(3);
  signOut();
  await until(2);
});

test('SOC-08b a sum that comes after the fan signed out is not shown', async () => {
  const shown: number[] = [];
  const found = Promise.withResolvers<number>();
  const unread = { load: () => found.promise, save: async () => 0, clear: async () => {} };
  const { signOut } = startPage({ unread, showUnread: (count) => void shown.push(count) });
  signOut();
  found.resolve(3);
  await found.promise;
  expect(shown).toEqual([0]);
});
