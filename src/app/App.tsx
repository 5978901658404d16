import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Tenant } from '../../tenants/schema.ts';
import { forgetEventPlace } from '../features/event/eventPlace.ts';
import { usePhotoParam } from '../features/photo/usePhotoParam.ts';
import { pageOf, usePaths } from '../session/paths.ts';
import { useRequireLogin, useWaitingAction } from '../session/requireLogin.ts';
import { useServices } from '../session/services.tsx';
import { useOverlayStack, useOverlays } from '../ui/overlays.ts';
import { documentTitle } from './dressDocument.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { screenOf } from './routes.tsx';
import { breadcrumbsOf, pageTitle } from './shell/breadcrumbs.ts';
import { PageSkeleton } from './shell/PageSkeleton.tsx';
import { Shell } from './shell/Shell.tsx';
import { useScrollMemory } from './shell/useScrollMemory.ts';

const UnknownTenantPage = lazy(async () => ({
  default: (await import('./pages/UnknownTenantPage.tsx')).UnknownTenantPage,
}));
const OpenPhoto = lazy(async () => ({ default: (await import('./OpenPhoto.tsx')).OpenPhoto }));
const Notes = lazy(async () => ({ default: (await import('./shell/Notes.tsx')).Notes }));
const OverlayHost = lazy(async () => ({ default: (await import('./OverlayHost.tsx')).OverlayHost }));

export function App() {
  const { tenant } = useServices();
  if (tenant === null)
    return (
      <Suspense>
        <UnknownTenantPage />
      </Suspense>
    );
  return <TenantApp tenant={tenant} />;
}

function TenantApp({ tenant }: { readonly tenant: Tenant }) {
  const [pathname] = useLocation();
  const paths = usePaths();
  const page = pageOf(pathname);
  usePageChange(tenant, pathname);
  useOpenFromAddress();
  return (
    <>
      <Shell
        page={page}
        crumbs={page === null ? [] : breadcrumbsOf(page, tenant, paths)}
        hasNoMenu={page === 'mediasite'}
      >
        <ErrorBoundary resetKey={pathname}>
          <Suspense fallback={<PageSkeleton />}>{screenOf(page).draw()}</Suspense>
        </ErrorBoundary>
      </Shell>
      <Over />
      <Suspense>
        <Notes />
      </Suspense>
    </>
  );
}

/** What stands over the page, loaded when it first opens. */
function Over() {
  const { q, close } = usePhotoParam();
  const stack = useOverlayStack();
  const waiting = useWaitingAction();
  const [hasOpened, setOpened] = useState(false);
  // Stays from the first opening on: it gives the history its entry back after the last closing.
  if (!hasOpened && (stack.length > 0 || waiting !== null)) setOpened(true);
  return (
    <Suspense>
      {q !== null && <OpenPhoto q={q} onClose={close} />}
      {hasOpened && <OverlayHost />}
    </Suspense>
  );
}

/** What a change of page brings along: title, scroll place, forgotten event place at home (ACC-09). */
function usePageChange(tenant: Tenant, pathname: string): void {
  const search = useSearch();
  const page = pageOf(pathname);
  const params = new URLSearchParams(search);
  params.delete('q');
  useScrollMemory(`${pathname}?${params}`);
  const isFirst = useRef(true);
  useEffect(() => {
    // A reader hears the new page from its beginning; the first one starts by itself.
    if (!isFirst.current) document.getElementById('main')?.focus({ preventScroll: true });
    isFirst.current = false;
    document.title = documentTitle(tenant, page === null || page === 'index' ? null : pageTitle(page, tenant));
    if (page === 'index') forgetEventPlace();
  }, [tenant, page]);
}

/** `?open=post` of the installed app's shortcut opens the post window once. */
function useOpenFromAddress(): void {
  const { open } = useOverlays();
  const requireLogin = useRequireLogin();
  useEffect(() => {
    const url = new URL(location.href);
    if (url.searchParams.get('open') !== 'post') return;
    url.searchParams.delete('open');
    history.replaceState(history.state, '', url);
    requireLogin(() => open({ mode: 'post' }));
  }, [open, requireLogin]);
}
