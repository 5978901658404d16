import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Photo } from '../../contract/entities.ts';
import { REACTION_VALUE } from '../../contract/limits.ts';
import { offlineDeed } from '../../messages/jaOffline.ts';
import { photoDetail as texts } from '../../messages/jaPhoto.ts';
import { useRequireLogin } from '../../services/requireLogin.ts';
import { useServices } from '../../services/services.tsx';
import { userIdOf } from '../../session/sessionState.ts';
import { tapHand } from '../../ui/tapHand.ts';
import { useToast } from '../../ui/toasts.tsx';
import { cacheReaction } from './photoCache.ts';

/**
 * A photo's like (SOC-01, FAN-12c): login first, ignored while pending. `isOn` changes at once, the count after success. `isSprung`: it was
 * pressed here, so that its change may move.
 */
export function useReactionToggle({ media_url, user_id, reactionInfo }: Photo) {
  const { api, session } = useServices();
  const queryClient = useQueryClient();
  const requireLogin = useRequireLogin();
  const toast = useToast();
  const { own_reacted: isOn, total } = reactionInfo;
  // No useMutation: dozens of cards come and go while the fan scrolls, and each would bring an observer.
  const [pending, setPending] = useState<boolean | null>(null);
  const [isSprung, setSprung] = useState(false);
  const react = async () => {
    const fan = userIdOf(session.getState());
    setSprung(true);
    if (!isOn) tapHand();
    setPending(!isOn);
    try {
      await (isOn
        ? api.deleteReaction({ body: { media_url, reaction: REACTION_VALUE } })
        : api.putReaction({ body: { media_url, reaction: REACTION_VALUE, targetuser: user_id } }));
      // After a logout meanwhile what is cached is somebody else's.
      if (userIdOf(session.getState()) !== fan) return;
      cacheReaction(queryClient, media_url, !isOn);
    } catch {
      toast(texts.reactionFailed, 'error');
    } finally {
      // After the cache has told its observers, which takes a task: the mark would go back for a frame.
      setTimeout(setPending, 0, null);
    }
  };
  const toggle = () => {
    if (!navigator.onLine) toast(offlineDeed);
    else if (pending === null) requireLogin(react, 'like', media_url);
  };
  return { isOn: pending ?? isOn, total, isPending: pending !== null, isSprung, toggle };
}
