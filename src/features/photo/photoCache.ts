import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Photo, PhotoPage } from '../../contract/entities.ts';
import { changeCached } from '../../queries/changeCached.ts';

type Known = InfiniteData<PhotoPage> | PhotoPage | { readonly list: readonly Photo[] };

const CALLS: ReadonlySet<unknown> = new Set<EndpointName>([
  'getPublicList',
  'getPhoto',
  'getFollowedPhotos',
  'getPopularPhotos',
  'getMemories',
]);
const holdsPhotos = ({ queryKey }: { readonly queryKey: QueryKey }): boolean => CALLS.has(queryKey[1]);

/** Changes a photo wherever it is cached: in every list and by itself. `change` must be idempotent (see `changeCached`). */
export const updateCachedPhoto = (queryClient: QueryClient, mediaUrl: string, change: (photo: Photo) => Photo): void =>
  changeLists(queryClient, (list) => list.map((photo) => (photo.media_url === mediaUrl ? change(photo) : photo)));

/** A like wherever its photo is cached; what already knows of it stays as it is. */
export const cacheReaction = (queryClient: QueryClient, mediaUrl: string, isOn: boolean): void =>
  updateCachedPhoto(queryClient, mediaUrl, (known) => ({ ...known, reactionInfo: reacted(known.reactionInfo, isOn) }));

const reacted = (known: Photo['reactionInfo'], isOn: boolean): Photo['reactionInfo'] =>
  known.own_reacted === isOn
    ? known
    : { ...known, own_reacted: isOn, total: Math.max(0, known.total + (isOn ? 1 : -1)) };

/** Takes a deleted photo out of every list that is cached. */
export const removeCachedPhoto = (queryClient: QueryClient, mediaUrl: string): void =>
  changeLists(queryClient, (list) => list.filter((photo) => photo.media_url !== mediaUrl));

/** Adds to the number of comments a photo is cached with, by the newest of its copies; nothing where it is not. */
export function countCachedComments(queryClient: QueryClient, mediaUrl: string, added: 1 | -1): void {
  const [known] = queryClient
    .getQueryCache()
    .findAll({ predicate: holdsPhotos })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .flatMap(({ state }) => (state.data === undefined ? [] : photosOf(state.data as Known)))
    .filter(({ media_url }) => media_url === mediaUrl);
  if (known === undefined) return;
  const target = Math.max(0, known.comment_count + added);
  // An answer on its way may know of it, and of others'.
  const counted = (count: number) => (added > 0 ? Math.max(count, target) : Math.min(count, target));
  updateCachedPhoto(queryClient, mediaUrl, (photo) => ({ ...photo, comment_count: counted(photo.comment_count) }));
}

function photosOf(known: Known): readonly Photo[] {
  if ('list' in known) return known.list;
  return 'media_list' in known ? known.media_list : known.pages.flatMap(({ media_list }) => media_list);
}

const changeLists = (queryClient: QueryClient, change: (list: readonly Photo[]) => readonly Photo[]): void =>
  changeCached<Known>(queryClient, { predicate: holdsPhotos }, (known) => {
    if ('list' in known) return { ...known, list: change(known.list) };
    const page = <One extends PhotoPage>(one: One) => ({ ...one, media_list: change(one.media_list) });
    return 'media_list' in known ? page(known) : { ...known, pages: known.pages.map(page) };
  });
