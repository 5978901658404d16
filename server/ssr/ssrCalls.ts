import type { SsrEndpoint } from '../../src/contract/endpoints.ts';
import { type PageName, pageNamed } from '../../src/contract/pages.ts';
import { SORT_PARAM, sortNamed } from '../../src/contract/photoSorts.ts';

/** A call of /f a page makes before anything else, as the client writes it. */
export interface SsrCall {
  readonly name: SsrEndpoint;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

const call = (name: SsrEndpoint, params: SsrCall['params'] = {}, query: SsrCall['query'] = {}): SsrCall => ({
  name,
  params,
  query,
});
const photos = (query: SsrCall['query'] = {}) => call('getPublicList', { publicListId: 'all' }, query);
/** The order an address names, as `sortOf` of the client reads it. */
const sorted = (search: URLSearchParams): SsrCall['query'] => {
  const sort = sortNamed(search.get(SORT_PARAM));
  return sort === undefined ? {} : { sort };
};

type Calls = (search: URLSearchParams) => readonly SsrCall[];
const none: Calls = () => [];

/** Of every page: nothing where a page shows one fan's own, or is a form. */
const calls: Readonly<Record<PageName, Calls>> = {
  index: () => [photos(), call('getEvents'), call('getMemorialEvents')],
  gallery: (search) => {
    const team = search.get('team');
    return [photos({ ...(team !== null && { team }), ...sorted(search) })];
  },
  'event-list': () => [call('getEvents'), call('getMemorialEvents'), call('getPhotocons')],
  'event-detail': (search) => {
    const e = search.get('e');
    return e === null
      ? []
      : [
          call('getPublicList', { publicListId: 'event' }, { e, ...sorted(search) }),
          call('getEvent', { eventId: e }),
          call('getPublicList', { publicListId: 'event' }, { e, best: 'true' }),
        ];
  },
  highlights: (search) => {
    const e = search.get('e');
    return e === null
      ? []
      : [
          call('getPublicList', { publicListId: 'event' }, { e, best: 'full' }),
          call('getHighlights', { eventId: e }),
          call('getEvent', { eventId: e }),
        ];
  },
  'player-detail': none,
  'my-photo': none,
  'ranking-list': none,
  outbox: none,
  download: none,
  mediasite: none,
  'notice-list': none,
  tutorial: none,
  settings: none,
  'delete-account': none,
  'create-account': none,
  'forgot-password': none,
  'account-activation': none,
  'rule-agreement': none,
  'search-result': none,
};

/**
 * The anonymous calls whose answers come with the page's HTML, so that its photos load before any script runs.
 * @param file file name below the tenant, e.g. 'gallery.html'
 */
export function ssrCallsOf(file: string, search: URLSearchParams): readonly SsrCall[] {
  const page = pageNamed(file, false);
  return page === null ? [] : calls[page](search);
}
