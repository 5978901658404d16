import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import type { AnswerOf } from '../../contract/endpoints.ts';
import type { Photo } from '../../contract/entities.ts';
import { photoMarks as texts } from '../../messages/jaPhoto.ts';
import { callerOf, endpointQuery } from '../../queries/endpointQuery.ts';
import { useServices, useSession } from '../../services/services.tsx';
import { useFirstBookmark } from '../../services/useFirstBookmark.ts';
import { useServerToggle } from '../../services/useServerToggle.ts';
import { useToast } from '../../ui/toasts.tsx';
import styles from './PhotoBookmark.module.css';

/** Bookmark toggle (SOC-01, FAN-12c): login first, ignored while pending; the mark changes at once, the count only after success. */
export function PhotoBookmark({ photo: { media_url, user_id } }: { readonly photo: Photo }) {
  const services = useServices();
  const isSignedIn = useSession().status !== 'anonymous';
  const queryClient = useQueryClient();
  const toast = useToast();
  const sayWhere = useFirstBookmark();
  // Made anew where it is used: after a login in between it is another fan's.
  const mine = () => endpointQuery(services, 'getFavorites', {}, callerOf(services));
  const total = endpointQuery(services, 'getFavoriteCount', { query: { media_url } });
  const marked = useQuery({ ...mine(), enabled: isSignedIn }).data?.list;
  const count = useQuery(total).data?.number ?? 0;
  const isOn = isSignedIn && (marked?.some((one) => one.media_url === media_url) ?? false);
  const { isPending, isIdle, variables, mutateAsync } = useMutation({
    mutationFn: async (wasOn: boolean) => {
      // After a login in between only the list tells: the press must not take an old bookmark away.
      const { list } = await queryClient.fetchQuery(mine());
      if (list.some((one) => one.media_url === media_url) !== wasOn) return false;
      if (wasOn) await services.api.deleteFavorite({ body: { media_url } });
      else await services.api.putFavorite({ body: { media_url, targetuser: user_id } });
      return true;
    },
    onSuccess: (hasChanged, wasOn) => {
      if (!hasChanged) return;
      if (!wasOn) sayWhere();
      queryClient.setQueryData(mine().queryKey, (known: AnswerOf<'getFavorites'> | undefined) => {
        const others = known?.list.filter((one) => one.media_url !== media_url) ?? [];
        return { list: wasOn ? others : [{ media_url }, ...others] };
      });
      queryClient.setQueryData(total.queryKey, (known: AnswerOf<'getFavoriteCount'> | undefined) =>
        known === undefined ? known : { number: Math.max(0, known.number + (wasOn ? -1 : 1)) },
      );
      // The collection on the personal page.
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === 'getFavoritePhotos' });
    },
    onError: () => toast(texts.bookmarkFailed, 'error'),
  });
  const toggle = useServerToggle(() => mutateAsync(isOn), 'bookmark', media_url);
  return (
    <button
      type="button"
      className={styles.bookmark}
      data-shortcut="bookmark"
      aria-pressed={isPending ? !variables : isOn}
      data-sprung={!isIdle || undefined}
      aria-busy={isPending || undefined}
      aria-label={texts.bookmark(count)}
      title={texts.bookmark(count)}
      onClick={toggle}
    >
      <Bookmark size={20} aria-hidden="true" />
      {count > 0 && <span>{count}</span>}
    </button>
  );
}
