import { useEffect, useRef } from 'react';
import { useServices, useSession, useTenant } from '../../services/services.tsx';
import { userIdOf } from '../../session/sessionState.ts';

/**
 * Picks the photos that were shared to this tenant from outside, as if the fan had chosen them, and forgets them once the form has
 * kept them (QUE-06). `pick` resolves to whether all there was room for are in the draft, or were refused for good, with their reason.
 */
export function useSharedPhotos(pick: (files: readonly File[]) => Promise<boolean>): void {
  const { shareTarget: shared } = useServices();
  const { id } = useTenant();
  const userId = userIdOf(useSession());
  const latest = useRef(pick);
  latest.current = pick;
  useEffect(() => {
    let isGone = false;
    const takeAll = async () => {
      const { files, forget } = await shared.take(id, userId);
      if (isGone || files.length === 0) return;
      if (await latest.current(files)) await forget();
    };
    takeAll().catch(() => undefined); // they stay for the next opening
    return () => {
      isGone = true;
    };
  }, [shared, id, userId]);
}
