import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Photo, PhotoPage } from '../../contract/entities.ts';

type Known = InfiniteData<PhotoPage> | PhotoPage | { readonly list: readonly Photo[] } | undefined;

const CALLS: ReadonlySet<unknown> = new Set<EndpointName>([
  'getPublicList',
  'getPhoto',
  'getFollowedPhotos',
  'getPopularPhotos',
]);
const holdsPhotos = ({ queryKey }: { readonly queryKey: QueryKey }): boolean => CALLS.has(queryKey[1]);

/** Changes a photo wherever it is cached: in every list and by itself. */
export function updateCachedPhoto(queryClient: QueryClient, mediaUrl: string, change: (photo: Photo) => Photo): void {
  const apply = (photo: Photo) => (photo.media_url === mediaUrl ? change(photo) : photo);
  queryClient.setQueriesData({ predicate: holdsPhotos }, (known: Known) => {
    if (known === undefined) return known;
    if ('list' in known) return { ...known, list: known.list.map(apply) };
    if ('media_list' in known) return { ...known, media_list: known.media_list.map(apply) };
    return { ...known, pages: known.pages.map((page) => ({ ...page, media_list: page.media_list.map(apply) })) };
  });
}

/** Takes a deleted photo out of every list that is cached. */
export function removeCachedPhoto(queryClient: QueryClient, mediaUrl: string): void {
  const stays = (photo: Photo) => photo.media_url !== mediaUrl;
  queryClient.setQueriesData({ predicate: holdsPhotos }, (known: Known) => {
    if (known === undefined) return known;
    if ('list' in known) return { ...known, list: known.list.filter(stays) };
    if ('media_list' in known) return { ...known, media_list: known.media_list.filter(stays) };
    return { ...known, pages: known.pages.map((page) => ({ ...page, media_list: page.media_list.filter(stays) })) };
  });
}
