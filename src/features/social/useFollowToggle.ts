import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf } from '../../contract/endpoints.ts';
import { follow as texts } from '../../messages/jaSocial.ts';
import { changeCached } from '../../queries/changeCached.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import { useServices, useSession } from '../../services/services.tsx';
import { useServerToggle } from '../../services/useServerToggle.ts';
import { useToast } from '../../ui/toasts.tsx';
import { followersQuery, followsQuery } from './queries.ts';

/** A press, as it was made: by the time of the answer the button may be drawn for somebody else, or another state. */
interface FollowPress {
  readonly userId: string;
  readonly wasOn: boolean;
}

/** Follow toggle (SOC-01): login first, ignored while pending, lists and counts change only after success. */
export function useFollowToggle(userId: string) {
  const services = useServices();
  const session = useSession();
  const queryClient = useQueryClient();
  const toast = useToast();
  const ownId = session.status === 'anonymous' ? null : session.user.id;
  const mine = useQuery({ ...followsQuery(services, ownId ?? ''), enabled: ownId !== null }).data?.follow_list;
  const isOn = ownId !== null && (mine?.some(({ follow_user }) => follow_user === userId) ?? false);
  const { isPending, mutateAsync } = useMutation({
    mutationFn: async ({ userId, wasOn }: FollowPress) => {
      const state = services.session.getState();
      const own = state.status === 'anonymous' ? null : state.user.id;
      // The login in between was one's own page's: nobody follows oneself.
      if (own === null || own === userId) return null;
      // After a login in between only the list tells: what was followed long ago must not be given up by the same press.
      const { follow_list } = await queryClient.fetchQuery(followsQuery(services, own));
      if (follow_list.some(({ follow_user }) => follow_user === userId) !== wasOn) return null;
      if (wasOn) await services.api.deleteFollow({ body: { follow_user: userId } });
      else await services.api.putFollow({ body: { follow_user: userId } });
      return own;
    },
    onSuccess: (own, { userId, wasOn }) => {
      if (own === null) return;
      queryClient.setQueryData(followsQuery(services, own).queryKey, (known: AnswerOf<'getFollows'> | undefined) => {
        const others = known?.follow_list.filter(({ follow_user }) => follow_user !== userId) ?? [];
        return { follow_list: wasOn ? others : [{ follow_user: userId }, ...others] };
      });
      // Their photos on the home page.
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === 'getFollowedPhotos' });
      const followers = { queryKey: followersQuery(services, userId).queryKey, exact: true };
      changeCached<AnswerOf<'getFollowers'>>(queryClient, followers, ({ follower_list }) => {
        const others = follower_list.filter(({ user_id }) => user_id !== own);
        return { follower_list: wasOn ? others : [{ user_id: own }, ...others] };
      });
    },
    onError: (cause, { wasOn }) =>
      toast(!wasOn && errorCodeOf(cause) === 'NOT_ALLOWED' ? texts.full : texts.failed, 'error'),
  });
  const toggle = useServerToggle(() => mutateAsync({ userId, wasOn: isOn }), 'follow');
  /** False until the own list is there: a press would not know which way. */
  const isKnown = ownId === null || mine !== undefined;
  return { isOn, isOwn: ownId === userId, isKnown, isPending, toggle };
}
