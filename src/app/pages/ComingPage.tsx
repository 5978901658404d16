import { Construction } from 'lucide-react';
import { useLocation } from 'wouter';
import { pages as texts } from '../../messages/jaPages.ts';
import { pageOf, usePaths } from '../../session/paths.ts';
import { useTenant } from '../../session/services.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { SectionHead } from '../../ui/SectionHead.tsx';
import { pageTitle } from '../shell/breadcrumbs.ts';

/** A page whose time has not come: says so plainly. */
export function ComingPage() {
  const paths = usePaths();
  const tenant = useTenant();
  const [pathname] = useLocation();
  return (
    <>
      <SectionHead level={1} title={pageTitle(pageOf(pathname) ?? 'index', tenant)} />
      <EmptyState
        icon={<Construction aria-hidden="true" />}
        title={texts.comingText}
        action={<LinkButton href={paths.home}>{texts.goHome}</LinkButton>}
      />
    </>
  );
}
