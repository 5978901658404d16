import { useEffect, useRef } from 'react';
import type { FanEvent } from '../../contract/entities.ts';
import { ownCount } from '../../rules/remainingPhotos.ts';
import { useSession, useTenant } from '../../services/services.tsx';
import { type AskedPermission, useOverlays } from '../../ui/overlays.ts';
import type { PhotoFormStore } from './photoFormStore.ts';

/**
 * Some events ask for photo-use permission on a fan's first post (usepermit_flag, §4): once an opened form, and not after the window
 * before it has asked (ROL-06d). Accepting turns the form's switch on, also if the permission cannot be saved now.
 * @param asked what the fan answered in the window; undefined: it did not ask
 */
export function useAskedPermission(
  store: PhotoFormStore | null,
  events: readonly FanEvent[],
  asked: AskedPermission | undefined,
): void {
  const session = useSession();
  const { features } = useTenant();
  const overlays = useOverlays();
  const hasAsked = useRef(asked !== undefined);
  const user = session.status === 'anonymous' ? null : session.user;
  const isPermitted = user?.usepermit === true;

  useEffect(() => {
    if (store === null || user === null || isPermitted || !features.permissionDialogOnFirstPost) return;
    const ask = () => {
      const { form } = store.getSnapshot();
      const event = events.find(({ event_id }) => event_id === form.eventId);
      if (hasAsked.current || form.permission !== null || !event?.usepermit_flag) return;
      if (ownCount(event, user.id) > 0) return;
      hasAsked.current = true;
      const onAccept = () => store.dispatch({ type: 'permissionSet', isPermitted: true, at: Date.now() });
      overlays.open({ mode: 'user-permission', isSetting: false, onAccept });
    };
    ask();
    return store.subscribe(ask);
  }, [store, user, isPermitted, features, events, overlays]);
}
