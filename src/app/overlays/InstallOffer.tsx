import { useEffect, useRef } from 'react';
import { neededWay, wasInstallShown } from '../../features/install/installOffer.ts';
import { useHomeScreenPictures } from '../../features/install/useHomeScreenPictures.ts';
import { usePhotoParam } from '../../features/photo/usePhotoParam.ts';
import { useSession, useTenant } from '../../services/services.tsx';
import { useOutboxSnapshot } from '../../services/useOutboxSnapshot.ts';
import { useOverlayStack, useOverlays } from '../../ui/overlays.ts';
import { useHasDirtyForm } from '../../ui/useDirtyForm.ts';
import { runWhenIdle } from '../boot/runWhenIdle.ts';

/**
 * Shows once, by itself, how the app gets on the home screen of an iPhone: after photos have arrived and nothing of them waits any more,
 * when the fan has closed what told them so (TEN-11, T11).
 */
export function InstallOffer() {
  useHomeScreenPictures(runWhenIdle);
  const tenant = useTenant();
  const session = useSession();
  const { jobs, isLoaded } = useOutboxSnapshot();
  const stack = useOverlayStack();
  const hasDirtyForm = useHasDirtyForm();
  const { open } = useOverlays();
  const { q } = usePhotoParam();
  const hadWaiting = useRef(false);
  const userId = session.status === 'signedIn' ? session.user.id : null;
  // Originals that follow would stay behind in the browser, too, and so would other accounts' posts.
  const isWaiting = jobs.some(({ state }) => state !== 'done');
  const isFree = stack.length === 0 && q === null && !hasDirtyForm;

  useEffect(() => {
    if (!isLoaded || userId === null) return;
    if (isWaiting) hadWaiting.current = true;
    else if (hadWaiting.current && isFree) {
      hadWaiting.current = false;
      // A post that was taken back is no moment to celebrate.
      if (jobs.length > 0 && neededWay() === 'share' && !wasInstallShown(tenant.id)) open({ mode: 'install' });
    }
  }, [isLoaded, userId, isWaiting, isFree, jobs, tenant.id, open]);
  return null;
}
