import { useRef } from 'react';
import { useSession } from '../../services/services.tsx';
import type { Crumb } from './breadcrumbs.ts';
import { Footer } from './Footer.tsx';
import { JoinButton } from './JoinButton.tsx';

interface FootProps {
  readonly crumbs: readonly Crumb[];
  /** The page asks for an account itself: another invitation would be in the way. */
  readonly isAccountPage: boolean;
}

/** End of every page: the invitation for visitors, then the footer. Loads after the first photos. */
export function Foot({ crumbs, isAccountPage }: FootProps) {
  const session = useSession();
  const footer = useRef<HTMLElement>(null);
  return (
    <>
      {session.status === 'anonymous' && !isAccountPage && <JoinButton footer={footer} />}
      <Footer crumbs={crumbs} ref={footer} />
    </>
  );
}
