import { useEffect, useRef } from 'react';
import { useServices, useSession, useTenant } from '../../services/services.tsx';
import { userIdOf } from '../../session/sessionState.ts';

/**
 * Picks the photos that were shared to this tenant from outside, as if the fan had chosen them, and forgets them once the form has
 * kept them (QUE-06). `pick` resolves when every file is in the draft or was refused with its reason.
 */
export function useSharedPhotos(pick: (files: readonly File[]) => Promise<void>): void {
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
      await latest.current(files);
      await forget();
    };
    takeAll().catch(() => undefined); // they stay for the next opening
    return () => {
      isGone = true;
    };
  }, [shared, id, userId]);
}
