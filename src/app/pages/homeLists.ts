import { infiniteQueryOptions } from '@tanstack/react-query';
import type { PhotoPage } from '../../contract/entities.ts';
import type { photoListQuery } from '../../features/photo/queries.ts';
import { callEndpoint, endpointKey, type QuerySource } from '../../queries/endpointQuery.ts';
import type { Services } from '../../services/services.tsx';
import { userIdOf } from '../../session/sessionState.ts';

/** Lists of the home page (FAN-06), in the order of their tabs. */
export const HOME_LISTS = ['newest', 'following', 'popular'] as const;
export type HomeList = (typeof HOME_LISTS)[number];

/** Query parameter of the list that is shown; without it the newest. */
export const LIST_PARAM = 'list';

/** The list an address names; one nobody knows is the newest. */
export const homeListOf = (search: string): HomeList =>
  (/\blist=(following|popular)\b/.exec(search)?.[1] as HomeList | undefined) ?? 'newest';

const CALLS = { following: 'getFollowedPhotos', popular: 'getPopularPhotos' } as const;

/** Photos of a list by keyset pages, of the shape every list of photos has. The fan is part of the key (T26). */
export function homeListQuery(
  source: QuerySource & Pick<Services, 'session'>,
  list: Exclude<HomeList, 'newest'>,
): ReturnType<typeof photoListQuery> {
  const name = CALLS[list];
  return infiniteQueryOptions({
    queryKey: endpointKey(source.tenant?.id ?? null, name, {
      params: { caller: userIdOf(source.session.getState()) ?? '' },
    }),
    queryFn: ({ signal, pageParam }): Promise<PhotoPage> =>
      callEndpoint(source, name, { query: { cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: PhotoPage) => page.cursor,
  });
}
