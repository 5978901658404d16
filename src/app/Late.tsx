import { lazy, Suspense, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { FIRST_PHOTO } from '../contract/pageMark.ts';
import { forgetEventPlace } from '../features/event/eventPlace.ts';
import { PhotoComing } from '../features/photo/PhotoComing.tsx';
import { usePhotoParam } from '../features/photo/usePhotoParam.ts';
import { ui } from '../messages/ja.ts';
import { pageOf } from '../session/paths.ts';
import { takeReopenedForm } from '../session/reopenForm.ts';
import { useWaitingAction } from '../session/requireLogin.ts';
import { useTenant } from '../session/services.tsx';
import { OptionalPart } from '../ui/OptionalPart.tsx';
import { useOverlayStack, useOverlays } from '../ui/overlays.ts';
import { Toasts, useToast } from '../ui/toasts.tsx';
import { documentTitle } from './dressDocument.ts';
import { loadAhead } from './loadAhead.tsx';
import { OverlayBoundary } from './OverlayBoundary.tsx';
import { pageTitle } from './shell/breadcrumbs.ts';
import { UpdatePrompt } from './shell/UpdatePrompt.tsx';
import { useScrollMemory } from './shell/useScrollMemory.ts';
import { useOpenFromAddress } from './useOpenFromAddress.ts';
import { useLeftEntry } from './useOverlayHistory.ts';
import { useTenantCheck } from './useTenantCheck.ts';
import { whenQuiet } from './whenQuiet.ts';

const openPhoto = loadAhead(async () => (await import('./OpenPhoto.tsx')).OpenPhoto);
const OpenPhoto = openPhoto.Part;
const InstallOffer = lazy(async () => ({ default: (await import('./InstallOffer.tsx')).InstallOffer }));
const MemberMarks = lazy(async () => ({ default: (await import('./MemberMarks.tsx')).MemberMarks }));
const OverlayHost = lazy(async () => ({ default: (await import('./OverlayHost.tsx')).OverlayHost }));

/** What the app does besides drawing pages: overlays, toasts, scroll places, titles. Loaded after the first photos. */
export function Late() {
  usePageChange();
  useOpenFromAddress();
  useTenantCheck();
  useReopenedForm();
  return (
    <>
      <Over />
      <UpdatePrompt />
      <OptionalPart>
        <InstallOffer />
      </OptionalPart>
      <OptionalPart>
        <MemberMarks />
      </OptionalPart>
      <Toasts />
    </>
  );
}

/** What stands over the page. The open photo's code is loaded before it is asked for, all else when it first opens. */
function Over() {
  const { q, close } = usePhotoParam();
  // A finger is answered by the card first (PhotoGrid.module.css): the overlay is drawn in short steps after it.
  const isOpen = useDeferredValue(q !== null);
  const stack = useOverlayStack();
  const waiting = useWaitingAction();
  const toast = useToast();
  const [hasOpened, setOpened] = useState(false);
  useLeftEntry(hasOpened);
  // Where it cannot be had now it is asked for again when a photo opens.
  useEffect(() => whenQuiet(() => void openPhoto.load().catch(() => undefined)), []);
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
            toast(ui.overlayFailed, 'error');
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
  const params = new URLSearchParams(useSearch());
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

/** Back in the form that stood open when the phone reloaded the page (T18). */
function useReopenedForm(): void {
  const tenant = useTenant();
  const { open } = useOverlays();
  useEffect(() => {
    if (takeReopenedForm(tenant.id)) open({ mode: 'post-photo' });
  }, [tenant.id, open]);
}
