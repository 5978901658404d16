import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import type { FanEvent } from '../../contract/entities.ts';
import { event as texts } from '../../messages/jaEvent.ts';
import { useServices, useSession } from '../../services/services.tsx';
import { useServerToggle } from '../../services/useServerToggle.ts';
import { useToast } from '../../ui/toasts.tsx';
import styles from './EventBookmark.module.css';
import { bookmarkCountQuery, bookmarkedEventsQuery } from './queries.ts';

/** Bookmark toggle of an event (EVT-08, SOC-01): login first, ignored while pending, the count changes only after success. */
export function EventBookmark({ event }: { readonly event: Pick<FanEvent, 'event_id' | 'user_id'> }) {
  const services = useServices();
  const isSignedIn = useSession().status !== 'anonymous';
  const queryClient = useQueryClient();
  const toast = useToast();
  // Made anew where it is used: after a login in between it is another fan's.
  const mine = () => bookmarkedEventsQuery(services);
  const total = bookmarkCountQuery(services, event.event_id);
  const marked = useQuery({ ...mine(), enabled: isSignedIn }).data;
  const count = useQuery(total).data?.number;
  const isOn = isSignedIn && (marked?.event_list.some(({ event_id }) => event_id === event.event_id) ?? false);
  const { isPending, isIdle, variables, mutateAsync } = useMutation({
    mutationFn: async (wasOn: boolean) => {
      // After a login in between only the list tells: a second bookmark would be none, a removal a surprise.
      const { event_list } = await queryClient.fetchQuery(mine());
      if (event_list.some(({ event_id }) => event_id === event.event_id) !== wasOn) return;
      if (wasOn) await services.api.deleteFavorite({ body: { media_url: event.event_id } });
      else await services.api.putFavorite({ body: { media_url: event.event_id, targetuser: event.user_id } });
    },
    onSuccess: () =>
      Promise.all([mine(), total].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey }))).then(() => {}),
    onError: () => toast(texts.bookmarkFailed, 'error'),
  });
  const toggle = useServerToggle(() => mutateAsync(isOn), 'bookmark');

  return (
    <button
      type="button"
      className={styles.bookmark}
      aria-pressed={isPending ? !variables : isOn}
      data-sprung={!isIdle || undefined}
      aria-busy={isPending || undefined}
      onClick={toggle}
    >
      <Bookmark size={20} aria-hidden="true" />
      <span>{texts.bookmark}</span>
      {count !== undefined && count > 0 && (
        <span>
          <span aria-hidden="true">{count}</span>
          <span className="visually-hidden">{texts.bookmarks(count)}</span>
        </span>
      )}
    </button>
  );
}
