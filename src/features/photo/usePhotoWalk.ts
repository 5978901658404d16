import { type QueryKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Photo, PhotoPage } from '../../contract/entities.ts';
import { callEndpoint, callerOf, type UserQuerySource } from '../../queries/endpointQuery.ts';
import { useServices } from '../../services/services.tsx';
import { photoQuery, photosOf } from './queries.ts';
import type { PhotoHistoryState } from './usePhotoParam.ts';

/** The next page is asked for when so many photos are left. */
const LEFT = 4;

export interface PhotoWalk {
  readonly previous: Photo | null;
  readonly next: Photo | null;
  /** Where the open photo stands in the list; null: it was opened from none. */
  readonly place: PhotoPlace | null;
}

interface PhotoPlace {
  /** From 1. */
  readonly at: number;
  readonly of: number;
  /** `of` are those loaded so far: the list goes on, and nobody counts it. */
  readonly isOpenEnded: boolean;
}

/** The photos before and after the open one, in the list it was opened from; a long list loads on. */
export function usePhotoWalk(mediaUrl: string | undefined): PhotoWalk {
  const services = useServices();
  const queryClient = useQueryClient();
  const key = (history.state as PhotoHistoryState | null)?.photoList;
  const keys = isPhotoKeys(key) ? key : null;
  const listKey = keys === null && key !== undefined ? key : [null, 'no list'];
  // Only watched and continued: the list's own page fetches and refreshes it.
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = useInfiniteQuery({
    ...sameList(services, listKey),
    enabled: false,
  });
  const photos =
    keys === null
      ? photosOf(data?.pages ?? [])
      : keys.flatMap((one) => queryClient.getQueryData(photoQuery(services, one).queryKey)?.list[0] ?? []);
  const at = photos.findIndex((photo) => photo.media_url === mediaUrl);
  const isNearEnd = at >= 0 && at >= photos.length - LEFT;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage && !isFetchNextPageError)
      void fetchNextPage({ cancelRefetch: false });
  }, [isNearEnd, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  if (at < 0) return { previous: null, next: null, place: null };
  const total = keys === null ? (data?.pages.at(-1)?.total ?? null) : null;
  // A counter may lag behind the photos themselves.
  const of = Math.max(photos.length, hasNextPage ? (total ?? 0) : 0);
  const place = { at: at + 1, of, isOpenEnded: hasNextPage && total === null };
  return { previous: photos[at - 1] ?? null, next: photos[at + 1] ?? null, place };
}

/** Makes what a list knows of a photo the first thing its detail shows. */
export function useRememberPhoto(): (photo: Photo) => void {
  const services = useServices();
  const queryClient = useQueryClient();
  return useCallback(
    (photo) => {
      const { queryKey } = photoQuery(services, photo.media_url);
      queryClient.setQueryData(queryKey, (known) => known ?? { list: [photo] }, { updatedAt: 1 });
    },
    [services, queryClient],
  );
}

const isPhotoKeys = (key: QueryKey | undefined): key is readonly string[] =>
  key?.every((one) => typeof one === 'string') === true;

/** The list of a query key, whatever call answers it: keys hold the call's name, parameters and query (`endpointKey`). */
function sameList(source: UserQuerySource, listKey: QueryKey) {
  const [, name, params = {}, query = {}] = listKey as readonly [
    unknown,
    EndpointName,
    Record<string, string>?,
    Record<string, string>?,
  ];
  return {
    // In the name of who looks now: the entry of the history may be of a visitor who signed in since.
    queryKey: [...listKey.slice(0, 4), callerOf(source)],
    queryFn: ({ signal, pageParam }: { readonly signal: AbortSignal; readonly pageParam: string | null }) =>
      callEndpoint(source, name, {
        params,
        query: { ...query, cursor: pageParam ?? undefined },
        signal,
      }) as Promise<PhotoPage>,
    initialPageParam: null as string | null,
    getNextPageParam: (page: PhotoPage) => page.cursor,
  };
}
