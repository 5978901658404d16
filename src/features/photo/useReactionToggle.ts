import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Photo } from '../../contract/entities.ts';
import { REACTION_VALUE } from '../../contract/limits.ts';
import { offlineDeed } from '../../messages/jaOffline.ts';
import { photoDetail as texts } from '../../messages/jaPhoto.ts';
import { useRequireLogin } from '../../session/requireLogin.ts';
import { useServices } from '../../session/services.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { updateCachedPhoto } from './photoCache.ts';

/** A photo's like (SOC-01): login first, ignored while pending, the count changes only after success. */
export function useReactionToggle({ media_url, user_id, reactionInfo }: Photo) {
  const { api } = useServices();
  const queryClient = useQueryClient();
  const requireLogin = useRequireLogin();
  const toast = useToast();
  const { own_reacted: isOn, total } = reactionInfo;
  const { isPending, mutate } = useMutation({
    mutationFn: () =>
      isOn
        ? api.deleteReaction({ body: { media_url, reaction: REACTION_VALUE } })
        : api.putReaction({ body: { media_url, reaction: REACTION_VALUE, targetuser: user_id } }),
    onSuccess: () =>
      updateCachedPhoto(queryClient, media_url, (known) => ({
        ...known,
        reactionInfo: {
          ...known.reactionInfo,
          own_reacted: !isOn,
          total: Math.max(0, known.reactionInfo.total + (isOn ? -1 : 1)),
        },
      })),
    onError: () => toast(texts.reactionFailed, 'error'),
  });
  const toggle = () => {
    if (!navigator.onLine) toast(offlineDeed);
    else if (!isPending) requireLogin(() => mutate());
  };
  return { isOn, total, isPending, toggle };
}
