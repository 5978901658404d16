import { useQuery } from '@tanstack/react-query';
import { unreadCountQuery } from '../../features/member/queries.ts';
import { useRequireLogin } from '../../session/requireLogin.ts';
import { useServices, useSession } from '../../session/services.tsx';
import { countWaiting, useOutboxSnapshot } from '../../session/useOutboxSnapshot.ts';
import { useOverlays } from '../../ui/overlays.ts';

const UNREAD_EVERY_MS = 120_000;

/** What header, rail and tab bar share. */
export function useShell() {
  const session = useSession();
  const overlays = useOverlays();
  const requireLogin = useRequireLogin();
  const { jobs } = useOutboxSnapshot();
  const isSignedIn = session.status !== 'anonymous';
  const unread = useQuery({
    ...unreadCountQuery(useServices()),
    enabled: session.status === 'signedIn',
    refetchInterval: UNREAD_EVERY_MS,
  });
  return {
    isSignedIn,
    userId: session.status === 'anonymous' ? null : session.user.id,
    unread: isSignedIn ? (unread.data?.Count ?? 0) : 0,
    waiting: countWaiting(jobs),
    openSearch: () => overlays.open({ mode: 'word-search' }),
    openMenu: () => overlays.open({ mode: 'menu' }),
    openLogin: () => overlays.open({ mode: 'login' }),
    openOutbox: () => overlays.open({ mode: 'outbox' }),
    /** Logged out: login first, then the post window (PST-01). */
    openPost: () => requireLogin(() => overlays.open({ mode: 'post' })),
  };
}
