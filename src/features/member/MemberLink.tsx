import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { photo as texts } from '../../messages/ja.ts';
import { usePaths } from '../../navigation/paths.ts';
import { useOverlays } from '../../ui/overlays.ts';

interface MemberLinkProps {
  readonly userId: string;
  /** Who left the service has no page (SOC-07). */
  readonly hasLeft: boolean;
  readonly className?: string | undefined;
  /** Where the way leads in place of a plain link: overlays close first. */
  readonly onLeave?: ((address: string) => void) | undefined;
  readonly children: ReactNode;
}

/** Leads to somebody's page, or says that they left the service. */
export function MemberLink({ userId, hasLeft, className, onLeave, children }: MemberLinkProps) {
  const paths = usePaths();
  const { open } = useOverlays();
  if (hasLeft)
    return (
      <button type="button" className={className} onClick={() => open({ mode: 'result', text: texts.noSuchUser })}>
        {children}
      </button>
    );
  const address = paths.member(userId);
  if (onLeave === undefined)
    return (
      <Link href={address} className={className}>
        {children}
      </Link>
    );
  return (
    <a
      href={address}
      className={className}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onLeave(address);
      }}
    >
      {children}
    </a>
  );
}
