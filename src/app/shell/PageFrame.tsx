import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import type { PageName } from '../../contract/pages.ts';
import { usePaths } from '../../navigation/paths.ts';
import { useTenant } from '../../services/services.tsx';
import { DeferredBoundary } from '../../ui/DeferredBoundary.tsx';
import { lazyNamed } from '../../ui/lazyNamed.ts';
import { finishHydration } from '../boot/hydration.ts';
import { breadcrumbsOf } from './breadcrumbs.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Shell } from './Shell.tsx';
import { useIsOthersPage } from './useIsOthersPage.ts';

const Effects = lazyNamed(() => import('./AppEffects.tsx'), 'AppEffects');

interface PageFrameProps {
  /** null: an address that is none of ours. */
  readonly page: PageName | null;
  /** The page's screen. */
  readonly children: ReactNode;
}

/** A tenant's page with all that surrounds it. The server draws the same ahead (`ssrEntry.tsx`). */
export function PageFrame({ page, children }: PageFrameProps) {
  const tenant = useTenant();
  const paths = usePaths();
  const [pathname] = useLocation();
  const isOthers = useIsOthersPage(page);
  useEffect(finishHydration, []);
  return (
    <>
      <Shell page={page} crumbs={page === null ? [] : breadcrumbsOf(page, tenant, paths, isOthers)}>
        <ErrorBoundary resetKey={pathname}>{children}</ErrorBoundary>
      </Shell>
      <DeferredBoundary>
        <Effects />
      </DeferredBoundary>
    </>
  );
}
