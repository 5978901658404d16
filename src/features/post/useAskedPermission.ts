import { useEffect, useRef } from 'react';
import type { FanEvent } from '../../contract/entities.ts';
import { ownCount } from '../../rules/remainingPhotos.ts';
import { useSession, useTenant } from '../../services/services.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import type { PhotoFormStore } from './photoFormStore.ts';

/**
 * Some events ask for photo-use permission on a fan's first post (usepermit_flag, §4), once an opened form.
 * A permission given meanwhile turns the form's switch on.
 */
export function useAskedPermission(store: PhotoFormStore | null, events: readonly FanEvent[]): void {
  const session = useSession();
  const { features } = useTenant();
  const overlays = useOverlays();
  const hasAsked = useRef(false);
  const user = session.status === 'anonymous' ? null : session.user;
  const isPermitted = user?.usepermit === true;
  const wasPermitted = useRef(isPermitted);

  useEffect(() => {
    if (isPermitted && !wasPermitted.current) store?.dispatch({ type: 'permissionSet', isPermitted: true });
    wasPermitted.current = isPermitted;
  }, [isPermitted, store]);

  useEffect(() => {
    if (store === null || user === null || isPermitted || !features.permissionDialogOnFirstPost) return;
    const ask = () => {
      const event = events.find(({ event_id }) => event_id === store.getSnapshot().form.eventId);
      if (hasAsked.current || !event?.usepermit_flag || ownCount(event, user.id) > 0) return;
      hasAsked.current = true;
      overlays.open({ mode: 'user-permission', isSetting: false });
    };
    ask();
    return store.subscribe(ask);
  }, [store, user, isPermitted, features, events, overlays]);
}
