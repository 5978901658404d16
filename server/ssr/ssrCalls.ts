import type { EndpointName } from '../../src/contract/endpoints.ts';

/** A call of /f a page makes before anything else, as the client writes it. */
export interface SsrCall {
  readonly name: EndpointName;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/**
 * The anonymous calls whose answers come with the page's HTML, so that its photos load before any script runs.
 * @param page file name below the tenant, e.g. 'gallery.html'
 */
export function ssrCallsOf(page: string, search: URLSearchParams): readonly SsrCall[] {
  const newest = { name: 'getPublicList', params: { publicListId: 'all' }, query: {} } as const;
  switch (page) {
    case 'index.html':
      return [
        newest,
        ...(['getEvents', 'getMemorialEvents'] as const).map((name) => ({ name, params: {}, query: {} })),
      ];
    case 'gallery.html': {
      const team = search.get('team');
      return team === null ? [newest] : [{ ...newest, query: { team } }];
    }
    case 'event-list.html':
      return (['getEvents', 'getMemorialEvents', 'getPhotocons'] as const).map((name) => ({
        name,
        params: {},
        query: {},
      }));
    case 'event-detail.html': {
      const e = search.get('e');
      if (e === null) return [];
      return [
        { name: 'getPublicList', params: { publicListId: 'event' }, query: { e } },
        { name: 'getEvent', params: { eventId: e }, query: {} },
      ];
    }
    default:
      return [];
  }
}
