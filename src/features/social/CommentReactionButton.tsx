import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Heart } from 'lucide-react';
import type { AnswerOf } from '../../contract/endpoints.ts';
import type { Comment } from '../../contract/entities.ts';
import { comments as texts } from '../../messages/jaSocial.ts';
import { changeCached } from '../../queries/changeCached.ts';
import { useServices, useSession } from '../../services/services.tsx';
import { useServerToggle } from '../../services/useServerToggle.ts';
import { useToast } from '../../ui/toasts.tsx';
import styles from './CommentItem.module.css';
import { commentReactionsQuery } from './queries.ts';

type Reactions = AnswerOf<'getCommentReactions'>;

interface CommentReactionButtonProps {
  readonly comment: Comment;
  readonly reactions: Reactions | undefined;
}

/** Like of a comment (SOC-01): login first, ignored while pending, the count changes only after success. */
export function CommentReactionButton({ comment, reactions }: CommentReactionButtonProps) {
  const { comment_id, media_url, user_id: targetuser, screen_name } = comment;
  const services = useServices();
  const session = useSession();
  const queryClient = useQueryClient();
  const toast = useToast();
  const ownId = session.status === 'anonymous' ? null : session.user.id;
  const mine = reactions?.list.filter((one) => one.comment_id === comment_id) ?? [];
  const isOn = mine.some(({ user_id }) => user_id === ownId);
  const { isPending, mutateAsync } = useMutation({
    // As it was at the press: the list may know of the change before the answer comes.
    mutationFn: (wasOn: boolean) =>
      wasOn
        ? services.api.deleteCommentReaction({ body: { comment_id } })
        : services.api.putCommentReaction({ body: { media_url, comment_id, targetuser } }),
    onSuccess: (_, wasOn) => {
      const state = services.session.getState();
      if (state.status === 'anonymous') return;
      const own = { comment_id, user_id: state.user.id };
      const { queryKey } = commentReactionsQuery(services, media_url);
      changeCached<Reactions>(queryClient, { queryKey, exact: true }, (known) => {
        const others = known.list.filter((one) => one.comment_id !== comment_id || one.user_id !== own.user_id);
        return { list: wasOn ? others : [...others, own] };
      });
    },
    onError: () => toast(texts.reactionFailed, 'error'),
  });
  const toggle = useServerToggle(() => mutateAsync(isOn), 'like', media_url);
  return (
    <button
      type="button"
      className={styles.action}
      aria-pressed={isOn}
      aria-busy={isPending || undefined}
      aria-label={texts.likeOf(screen_name || texts.left, mine.length)}
      onClick={toggle}
    >
      <Heart size={16} aria-hidden="true" />
      {mine.length > 0 ? mine.length : texts.like}
    </button>
  );
}
