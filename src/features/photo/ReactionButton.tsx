import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import type { Photo } from '../../contract/entities.ts';
import { REACTION_VALUE } from '../../contract/limits.ts';
import { photoDetail as texts } from '../../messages/jaPhoto.ts';
import { useRequireLogin } from '../../session/requireLogin.ts';
import { useServices } from '../../session/services.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { updateCachedPhoto } from './photoCache.ts';
import styles from './ReactionButton.module.css';

/** Like toggle (SOC-01): login first, ignored while pending, the count changes only after success. */
export function ReactionButton({ photo }: { readonly photo: Photo }) {
  const { api } = useServices();
  const queryClient = useQueryClient();
  const requireLogin = useRequireLogin();
  const toast = useToast();
  const { own_reacted: isOn, total } = photo.reactionInfo;
  const { media_url } = photo;
  const toggle = useMutation({
    mutationFn: () =>
      isOn
        ? api.deleteReaction({ body: { media_url, reaction: REACTION_VALUE } })
        : api.putReaction({ body: { media_url, reaction: REACTION_VALUE, targetuser: photo.user_id } }),
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
  const handlePress = () => {
    if (!toggle.isPending) requireLogin(() => toggle.mutate());
  };
  return (
    <button
      type="button"
      className={styles.like}
      aria-pressed={isOn}
      aria-busy={toggle.isPending || undefined}
      onClick={handlePress}
    >
      <Heart size={22} aria-hidden="true" />
      <span>{total}</span>
      <span className="visually-hidden">{texts.like}</span>
    </button>
  );
}
