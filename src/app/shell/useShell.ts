import { useQuery } from '@tanstack/react-query';
import { unreadCountQuery } from '../../features/member/ownQueries.ts';
import { countForeign, countWaiting } from '../../outbox/count.ts';
import { useRequireLogin } from '../../services/requireLogin.ts';
import { useServices, useSession } from '../../services/services.tsx';
import { useOutboxSnapshot } from '../../services/useOutboxSnapshot.ts';
import { useOverlays } from '../../ui/overlays.ts';

const UNREAD_EVERY_MS = 120_000;

/** What header, rail and tab bar share. */
export function useShell() {
  const session = useSession();
  const overlays = useOverlays();
  const requireLogin = useRequireLogin();
  const { jobs } = useOutboxSnapshot();
  const isSignedIn = session.status !== 'anonymous';
  const userId = session.status === 'anonymous' ? null : session.user.id;
  const unread = useQuery({
    ...unreadCountQuery(useServices()),
    enabled: session.status === 'signedIn',
    refetchInterval: UNREAD_EVERY_MS,
  });
  return {
    isSignedIn,
    userId,
    unread: isSignedIn ? (unread.data?.Count ?? 0) : 0,
    /** Own photos that wait to be sent. */
    waiting: countWaiting(jobs, userId),
    /** Posts of other accounts that wait on this device. */
    foreign: countForeign(jobs, userId),
    openSearch: () => overlays.open({ mode: 'word-search' }),
    openMenu: () => overlays.open({ mode: 'menu' }),
    openLogin: () => overlays.open({ mode: 'login' }),
    openOutbox: () => overlays.open({ mode: 'outbox' }),
    /** Logged out: login first, then the post window (PST-01). */
    openPost: () => requireLogin(() => overlays.open({ mode: 'post' }), 'post'),
  };
}
