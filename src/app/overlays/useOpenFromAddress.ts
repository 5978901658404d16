import { useEffect, useRef } from 'react';
import { shareTarget as texts } from '../../messages/jaShareTarget.ts';
import { useRequireLogin } from '../../services/requireLogin.ts';
import { useServices, useSession, useTenant } from '../../services/services.tsx';
import { userIdOf } from '../../session/sessionState.ts';
import { useOverlays } from '../../ui/overlays.ts';
import { useToast } from '../../ui/toasts.tsx';
import { takeLaunchFiles } from '../boot/launchFiles.ts';

/**
 * `?open=…`: the contact form, for who comes from a search engine (FAN-14); of the installed app its shortcut, a push of an event that has begun, photos shared from the phone, files it was opened with
 * (QUE-06, FAN-13). Done once; what was
 * handed over is on the device already or is put there, and stays until the form takes it, also when a login comes in between.
 */
export function useOpenFromAddress(): void {
  const { shareTarget: shared } = useServices();
  const tenant = useTenant();
  const userId = userIdOf(useSession());
  const { open } = useOverlays();
  const requireLogin = useRequireLogin();
  const toast = useToast();
  const isDone = useRef(false);
  useEffect(() => {
    const url = new URL(location.href);
    const wish = url.searchParams.get('open');
    if (wish === null || isDone.current) return;
    isDone.current = true;
    url.searchParams.delete('open');
    history.replaceState(history.state, '', url);
    const openForm = (isPhoto: boolean) => requireLogin(() => open({ mode: 'post', isPhoto }), 'post');
    if (wish === 'contact') open({ mode: 'contact' });
    if (wish === 'post') openForm(false);
    if (wish === 'share' || wish === 'photo') openForm(true);
    // A page that hides where it is of can send a form as well: the fan is told before anything is posted (QUE-06e).
    if (wish === 'share') toast(texts.received);
    if (wish === 'share-foreign') toast(texts.foreign, 'error');
    if (wish === 'share-failed') toast(texts.failed, 'error');
    if (wish === 'share-empty') toast(texts.empty, 'error');
    if (wish === 'files')
      takeLaunchFiles()
        .then((files) => shared.keep(tenant.id, userId, files))
        .then(
          (count) => (count > 0 ? openForm(true) : toast(texts.empty, 'error')),
          () => toast(texts.failed, 'error'),
        );
  }, [open, requireLogin, toast, shared, tenant.id, userId]);
}
