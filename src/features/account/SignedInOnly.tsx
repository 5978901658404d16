import { KeyRound } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { settings } from '../../messages/jaSettings.ts';
import { usePaths } from '../../navigation/paths.ts';
import { useRequireLogin } from '../../services/requireLogin.ts';
import { useSession } from '../../services/services.tsx';
import type { SessionUser } from '../../session/rememberedUser.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { SectionHead } from '../../ui/SectionHead.tsx';

interface SignedInOnlyProps {
  /** Heading of the page while it asks for the login. Without one the page around it has a heading. */
  readonly title?: string;
  readonly children: (user: SessionUser) => ReactNode;
}

/**
 * A page of one's own: visitors are led to the tenant's index and may sign in there to come back (RTE-17). Whose login ended elsewhere
 * is asked to sign in.
 */
export function SignedInOnly({ title, children }: SignedInOnlyProps) {
  const session = useSession();
  const paths = usePaths();
  const [, navigate] = useLocation();
  const overlays = useOverlays();
  const requireLogin = useRequireLogin();
  const isAnonymous = session.status === 'anonymous';
  // Not who signs out here.
  const [isVisitor] = useState(isAnonymous);
  useEffect(() => {
    if (!isAnonymous) return;
    const wanted = location.pathname + location.search;
    navigate(paths.index, { replace: true });
    if (isVisitor) requireLogin(() => navigate(wanted), 'page');
  }, [isAnonymous, isVisitor, navigate, paths, requireLogin]);
  if (session.status === 'signedIn') return children(session.user);
  if (isAnonymous) return null;
  return (
    <>
      {title !== undefined && <SectionHead level={1} title={title} />}
      <EmptyState
        icon={<KeyRound aria-hidden="true" />}
        title={settings.needLogin}
        action={
          <Button variant="primary" onClick={() => overlays.open({ mode: 'login' })}>
            {settings.login}
          </Button>
        }
      />
    </>
  );
}
