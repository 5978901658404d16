import { CloudOff, MapPinOff } from 'lucide-react';
import { Suspense } from 'react';
import { useLocation } from 'wouter';
import { staffPageOf, staffPages } from '../../contract/staffPages.ts';
import { mayAs } from '../../contract/staffRoles.ts';
import { pageTexts as texts } from '../../messages/jaPages.ts';
import { usePaths } from '../../navigation/paths.ts';
import { useSession } from '../../services/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { lazyNamed } from '../../ui/lazyNamed.ts';
import { PageSkeleton } from '../shell/PageSkeleton.tsx';

const StaffDesk = lazyNamed(() => import('../../staff/StaffDesk.tsx'), 'StaffDesk');

/**
 * An address of a known tenant that is none of its pages (RTE-18). The staff's desk is such an address to everybody but staff (STF-02a):
 * its script is loaded for them alone.
 */
export function NotFoundPage() {
  const [pathname] = useLocation();
  const session = useSession();
  const page = staffPageOf(pathname);
  const staff = session.status === 'anonymous' ? null : session.user.staff;
  if (page === null || !staff || !mayAs(staff.role, staffPages[page])) return <NothingHere />;
  return (
    <Suspense fallback={<PageSkeleton />}>
      <StaffDesk page={page} role={staff.role} gone={<NothingHere />} />
    </Suspense>
  );
}

function NothingHere() {
  const paths = usePaths();
  const [pathname] = useLocation();
  const goHome = <LinkButton href={paths.home}>{texts.goHome}</LinkButton>;
  // The worker answers a document with the shell only where it cannot be had (sw/caching.ts).
  if (pathname.endsWith('.pdf'))
    return (
      <EmptyState
        isPage
        icon={<CloudOff aria-hidden="true" />}
        title={texts.unseen}
        action={
          <>
            <Button variant="primary" onClick={() => location.reload()}>
              {texts.retry}
            </Button>
            {goHome}
          </>
        }
      >
        {texts.unseenDocument}
      </EmptyState>
    );
  return (
    <EmptyState isPage icon={<MapPinOff aria-hidden="true" />} title={texts.notFoundTitle} action={goHome}>
      {texts.notFoundText}
    </EmptyState>
  );
}
