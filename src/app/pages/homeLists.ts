import { infiniteQueryOptions } from '@tanstack/react-query';
import type { PhotoPage } from '../../contract/entities.ts';
import type { photoListQuery } from '../../features/photo/queries.ts';
import { callEndpoint, callerOf, endpointKey, type UserQuerySource } from '../../queries/endpointQuery.ts';

/** Lists of the home page (FAN-06), in the order of their tabs. */
export const HOME_LISTS = ['newest', 'following', 'popular'] as const;
export type HomeList = (typeof HOME_LISTS)[number];

/** Query parameter of the list that is shown; without it the newest. */
export const LIST_PARAM = 'list';

/** The list an address names; one nobody knows is the newest. */
export const homeListOf = (search: string): HomeList =>
  (/\blist=(following|popular)\b/.exec(search)?.[1] as HomeList | undefined) ?? 'newest';

const CALLS = { following: 'getFollowedPhotos', popular: 'getPopularPhotos' } as const;

/**
 * Photos of a list by keyset pages, of the shape every list of photos has.
 * @param of narrows the popular ones: an event, a number
 */
export function homeListQuery(
  source: UserQuerySource,
  list: Exclude<HomeList, 'newest'>,
  of: Readonly<Record<string, string>> = {},
): ReturnType<typeof photoListQuery> {
  const name = CALLS[list];
  return infiniteQueryOptions({
    queryKey: endpointKey(source.tenant?.id ?? null, name, { query: of }, callerOf(source)),
    queryFn: ({ signal, pageParam }): Promise<PhotoPage> =>
      callEndpoint(source, name, { query: { ...of, cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: PhotoPage) => page.cursor,
  });
}
