import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Photo, PhotoPage } from '../../contract/entities.ts';
import type { FacetParam } from '../../contract/photoFields.ts';
import type { BestKind, PhotoSort } from '../../contract/photoSorts.ts';
import {
  callEndpoint,
  callerOf,
  endpointKey,
  endpointQuery,
  type UserQuerySource,
} from '../../queries/endpointQuery.ts';

/** What narrows a list of photos, by the parameters of PHOTO_FIELDS and others; the URL and the page decide. */
export interface PhotoListFilter extends Readonly<Partial<Record<FacetParam, string | undefined>>> {
  readonly e?: string | undefined;
  readonly u?: string | undefined;
  readonly s?: string | undefined;
  readonly search_text?: string | undefined;
  readonly photographer?: string | undefined;
  /** Persons, comma-joined, of whom a photo shows one at least; alone. */
  readonly any_of?: string | undefined;
  /** The best photos of the event `e`; beside it alone. */
  readonly best?: BestKind | undefined;
  /** Absent: the newest first. */
  readonly sort?: PhotoSort | undefined;
  /** Photos of the first page, fewer than usual. */
  readonly l?: string | undefined;
}

/** Photos by keyset pages. The first page may have come with the page's HTML (`app/boot/ssrData.ts`). */
export function photoListQuery(source: UserQuerySource, filter: PhotoListFilter = {}) {
  const params = { publicListId: filter.e === undefined ? 'all' : 'event' } as const;
  return infiniteQueryOptions({
    queryKey: endpointKey(
      source.tenant?.id ?? null,
      'getPublicList',
      { params, query: { ...filter } },
      callerOf(source),
    ),
    queryFn: ({ signal, pageParam }) =>
      callEndpoint(source, 'getPublicList', {
        params,
        query: { ...filter, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: PhotoPage) => page.cursor,
  });
}

/** Photos of the loaded pages. One registered between two pages moves the rest on: none is shown twice. */
export function photosOf(pages: readonly PhotoPage[]): Photo[] {
  const seen = new Map<string, Photo>();
  for (const page of pages) for (const photo of page.media_list) seen.set(photo.media_url, photo);
  return [...seen.values()];
}

/** The wire wants a photo's key in base64 (§7), which knows no other signs than those of real keys. */
export const photoCall = (mediaUrl: string) => ({ query: { media_url: btoa(encodeURI(mediaUrl)) } });

/** One photo by its key. */
export const photoQuery = (source: UserQuerySource, mediaUrl: string) =>
  endpointQuery(source, 'getPhoto', photoCall(mediaUrl), callerOf(source));
