import { infiniteQueryOptions } from '@tanstack/react-query';
import type { PhotoPage } from '../../contract/entities.ts';
import type { photoListQuery } from '../../features/photo/queries.ts';
import { callEndpoint, callerOf, endpointKey, type UserQuerySource } from '../../queries/endpointQuery.ts';

/** Photos a fan collected: bookmarked, liked, commented. */
export const COLLECTION_KINDS = ['bookmark', 'liked', 'commented'] as const;
export type CollectionKind = (typeof COLLECTION_KINDS)[number];

const CALLS = { bookmark: 'getFavoritePhotos', liked: 'getReactions', commented: 'getCommentedPhotos' } as const;

/**
 * The caller's collected photos by keyset pages, the latest action first. Of the shape every list of photos has.
 */
export function collectionQuery(source: UserQuerySource, kind: CollectionKind): ReturnType<typeof photoListQuery> {
  const name = CALLS[kind];
  return infiniteQueryOptions({
    queryKey: endpointKey(source.tenant?.id ?? null, name, {}, callerOf(source)),
    queryFn: async ({ signal, pageParam }): Promise<PhotoPage> => {
      const answer = await callEndpoint(source, name, { query: { cursor: pageParam ?? undefined }, signal });
      // Reactions without a photo's key are photos.
      if ('media_list' in answer) return answer;
      return { media_list: [], cursor: null, total: null };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page: PhotoPage) => page.cursor,
  });
}
