import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Photo } from '../../contract/entities.ts';
import { useRequireLogin } from '../../services/requireLogin.ts';
import { useServices } from '../../services/services.tsx';
import { countCachedComments } from '../photo/photoCache.ts';
import type { CommentDraft } from './commentDraft.ts';
import { commentsQuery } from './queries.ts';

/** Sends a comment: login first, one at a time, and the list loads again before it counts as sent (SOC-03). */
export function useSendComment({ media_url, user_id }: Photo, onSent: (sent: CommentDraft) => void) {
  const services = useServices();
  const queryClient = useQueryClient();
  const requireLogin = useRequireLogin();
  // The photo's, not this form's: who closes the photo and comes back finds it under way still.
  const mutationKey = ['putComment', media_url];
  const isPending = useIsMutating({ mutationKey }) > 0;
  const { mutate, reset, ...state } = useMutation({
    mutationKey,
    mutationFn: ({ id, text, replyTo }: CommentDraft) =>
      services.api.putComment({
        body: {
          comment_id: id,
          comment: text.trim(),
          media_url,
          targetuser: user_id,
          parent_id: replyTo?.comment_id ?? null,
        },
      }),
    onSuccess: async ({ comment_id }, sent) => {
      onSent(sent);
      const { queryKey } = commentsQuery(services, media_url);
      // After a lost answer the list may have it already, and the photo has counted it.
      const isCounted = queryClient.getQueryData(queryKey)?.comments.some((known) => known.comment_id === comment_id);
      if (!isCounted) countCachedComments(queryClient, media_url, 1);
      await queryClient.invalidateQueries({ queryKey });
    },
  });
  const sendOnce = (draft: CommentDraft) => {
    // Not by what is drawn: a second tap may come before the first one shows.
    if (queryClient.isMutating({ mutationKey }) === 0) mutate(draft);
  };
  const send = (draft: CommentDraft) => {
    if (draft.text.trim() !== '') requireLogin(() => sendOnce(draft), 'comment', media_url);
  };
  return {
    send,
    isPending,
    isError: state.isError,
    /** The comment that was sent last; null after `forgetLast`. */
    sentId: state.isSuccess ? state.data.comment_id : null,
    /** Clears what the last try came to. */
    forgetLast: reset,
  };
}
