/** The unread notices' part of the number on the app's icon: follows the count the header shows, gone when read or signed out. */
import type { QueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '../../contract/endpoints.ts';
import { PUSHED_MESSAGE, type UnreadCountStore } from '../../platform/device/unreadCount.ts';
import { endpointKey } from '../../queries/endpointQuery.ts';
import type { SessionState } from '../../session/sessionState.ts';

export interface UnreadCountDeps {
  readonly queryClient: QueryClient;
  readonly tenantId: string | null;
  readonly session: { subscribe(listener: () => void): () => void; read(): SessionState };
  readonly unread: UnreadCountStore;
  readonly showUnread: (count: number) => void;
}

/** Starts at once. */
export function syncUnreadCount({ queryClient, tenantId, session, unread, showUnread }: UnreadCountDeps): void {
  if (tenantId === null) return;
  let shown: string | null = null;
  const ownId = () => {
    const state = session.read();
    return state.status === 'signedIn' ? state.user.id : null;
  };
  const follow = () => {
    const userId = ownId();
    const count = userId === null ? undefined : countIn(queryClient, tenantId, userId);
    const now = `${userId} ${count}`;
    if (now === shown) return;
    shown = now;
    if (userId === null) return showUnread(0);
    const found = count === undefined ? unread.load(userId) : unread.save(userId, tenantId, count);
    void found.then((sum) => now === shown && showUnread(sum));
  };
  queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[1] === 'getUnreadCount') follow();
  });
  session.subscribe(follow);
  globalThis.navigator?.serviceWorker?.addEventListener('message', ({ data }) => {
    if (data?.type !== PUSHED_MESSAGE) return;
    for (const name of ['getUnreadCount', 'getNotices'])
      void queryClient.invalidateQueries({ queryKey: [tenantId, name] });
  });
  follow();
}

function countIn(queryClient: QueryClient, tenantId: string, userId: string): number | undefined {
  return queryClient.getQueryData<AnswerOf<'getUnreadCount'>>(endpointKey(tenantId, 'getUnreadCount', {}, userId))
    ?.Count;
}
