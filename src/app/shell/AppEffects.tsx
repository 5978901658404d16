import { Suspense, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { FIRST_PHOTO } from '../../contract/pageMetaTag.ts';
import { takeReopenedForm } from '../../drafts/reopenForm.ts';
import { forgetEventPlace } from '../../features/event/eventPlace.ts';
import { PhotoComing } from '../../features/photo/PhotoComing.tsx';
import { usePhotoParam } from '../../features/photo/usePhotoParam.ts';
import { shell } from '../../messages/jaShell.ts';
import { usePageParams } from '../../navigation/pageParams.ts';
import { pageOf } from '../../navigation/paths.ts';
import { useWaitingAction } from '../../services/requireLogin.ts';
import { useTenant } from '../../services/services.tsx';
import { OptionalBoundary } from '../../ui/DeferredBoundary.tsx';
import { followKeyboard } from '../../ui/keyboardInset.ts';
import { lazyNamed } from '../../ui/lazyNamed.ts';
import { useOverlayStack, useOverlays } from '../../ui/overlays.ts';
import { useOwnTitle } from '../../ui/ownTitle.ts';
import { Toasts, useToast } from '../../ui/toasts.tsx';
import { runWhenIdle } from '../boot/runWhenIdle.ts';
import { documentTitle } from '../boot/tenantDocument.ts';
import { OverlayBoundary } from '../overlays/OverlayBoundary.tsx';
import { useOpenFromAddress } from '../overlays/useOpenFromAddress.ts';
import { useLeftEntry } from '../overlays/useOverlayHistory.ts';
import { prefetchComponent } from '../routes/prefetchComponent.tsx';
import { pageTitle } from './breadcrumbs.ts';
import { UpdatePrompt } from './UpdatePrompt.tsx';
import { useIsOthersPage } from './useIsOthersPage.ts';
import { useKeyboardShortcuts } from './useKeyboardShortcuts.ts';
import { useOtherWindows } from './useOtherWindows.ts';
import { useScrollMemory } from './useScrollMemory.ts';
import { useTenantCheck } from './useTenantCheck.ts';

const openPhoto = prefetchComponent(async () => (await import('../overlays/OpenPhoto.tsx')).OpenPhoto);
const OpenPhoto = openPhoto.Part;
const InstallOffer = lazyNamed(() => import('../overlays/InstallOffer.tsx'), 'InstallOffer');
const Arrivals = lazyNamed(() => import('../../features/post/arrival/Arrivals.tsx'), 'Arrivals');
const MatchAhead = lazyNamed(() => import('./MatchAhead.tsx'), 'MatchAhead');
const MemberMarks = lazyNamed(() => import('./MemberBadges.tsx'), 'MemberBadges');
const PullToRefresh = lazyNamed(() => import('./PullToRefresh.tsx'), 'PullToRefresh');
const ZipOnPage = lazyNamed(() => import('../../features/photo/saving/ZipOnPage.tsx'), 'ZipOnPage');
const OverlayHost = lazyNamed(() => import('../overlays/OverlayHost.tsx'), 'OverlayHost');

/** What the app does besides drawing pages: overlays, toasts, scroll places, titles. Loaded after the first photos. */
export function AppEffects() {
  usePageChange();
  useOpenFromAddress();
  useTenantCheck();
  useReopenedForm();
  useKeyboardShortcuts();
  useOtherWindows();
  useEffect(followKeyboard, []);
  return (
    <>
      <Over />
      <UpdatePrompt />
      <OptionalBoundary>
        <InstallOffer />
      </OptionalBoundary>
      <OptionalBoundary>
        <MemberMarks />
      </OptionalBoundary>
      <OptionalBoundary>
        <Arrivals />
      </OptionalBoundary>
      <OptionalBoundary>
        <MatchAhead />
      </OptionalBoundary>
      <OptionalBoundary>
        <ZipOnPage />
      </OptionalBoundary>
      {isAppleHomeScreenApp() && (
        <OptionalBoundary>
          <PullToRefresh />
        </OptionalBoundary>
      )}
      <Toasts />
    </>
  );
}

/** Only Apple's browsers say this. Installed apps elsewhere have a pull to refresh of the browser. */
const isAppleHomeScreenApp = () => 'standalone' in navigator && navigator.standalone === true;

/** What stands over the page. The open photo's code is loaded before it is asked for, all else when it first opens. */
function Over() {
  const { q, close } = usePhotoParam();
  // A tap is answered by the card first (PhotoGrid.module.css): the overlay is drawn in short steps after it.
  const isOpen = useDeferredValue(q !== null);
  const stack = useOverlayStack();
  const waiting = useWaitingAction();
  const toast = useToast();
  const [hasOpened, setOpened] = useState(false);
  useLeftEntry(hasOpened);
  // Where it cannot be had now it is asked for again when a photo opens.
  useEffect(() => runWhenIdle(() => void openPhoto.load().catch(() => undefined)), []);
  // The server drew the photo of the address below its overlay; it goes with it.
  useEffect(() => {
    if (q === null) document.getElementById(FIRST_PHOTO)?.remove();
  }, [q]);
  // Stays from the first opening on: it gives the history its entry back after the last closing.
  if (!hasOpened && (stack.length > 0 || waiting !== null)) setOpened(true);
  return (
    <>
      {q !== null && isOpen && (
        <OverlayBoundary
          onFailure={() => {
            close();
            toast(shell.overlayFailed, 'error');
          }}
        >
          <Suspense fallback={<PhotoComing q={q} onClose={close} />}>
            <OpenPhoto q={q} onClose={close} />
          </Suspense>
        </OverlayBoundary>
      )}
      <Suspense>{hasOpened && <OverlayHost />}</Suspense>
    </>
  );
}

/** What a change of page brings along: title, focus, scroll place, forgotten event place at home (ACC-09). */
function usePageChange(): void {
  const tenant = useTenant();
  const [pathname] = useLocation();
  const page = pageOf(pathname);
  const isOthers = useIsOthersPage(page);
  const ownTitle = useOwnTitle();
  const params = usePageParams();
  params.delete('q');
  // Another list below the same tabs (HomeTabs.tsx): the tabs stay where they are.
  params.delete('list');
  useScrollMemory(`${pathname}?${params}`);
  const isFirst = useRef(true);
  useEffect(() => {
    // A reader hears the new page from its beginning; the first one starts by itself.
    if (!isFirst.current) document.getElementById('main')?.focus({ preventScroll: true });
    isFirst.current = false;
    if (page === 'index') forgetEventPlace();
  }, [page]);
  useEffect(() => {
    const title = page === null || page === 'index' ? null : pageTitle(page, tenant, isOthers);
    document.title = documentTitle(tenant, ownTitle ?? title);
  }, [tenant, page, isOthers, ownTitle]);
}

/** Back in the form that stood open when the phone reloaded the page (T18). */
function useReopenedForm(): void {
  const tenant = useTenant();
  const { open } = useOverlays();
  useEffect(() => {
    if (takeReopenedForm(tenant.id)) open({ mode: 'post-photo' });
  }, [tenant.id, open]);
}
