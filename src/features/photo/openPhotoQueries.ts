/** What an open photo needs besides itself. Apart from `queries.ts`: no list does. */
import { RELATED } from '../../contract/limits.ts';
import { callerOf, endpointQuery, type QuerySource, type UserQuerySource } from '../../queries/endpointQuery.ts';

/** Photos of the same event, to pick related ones from (PHO-05, §9). */
export const relatedQuery = (source: UserQuerySource, eventId: string) =>
  endpointQuery(
    source,
    'getPublicList',
    {
      params: { publicListId: 'event' },
      query: { event_id: eventId, cf: 'true', l: String(RELATED.fetched) },
    },
    callerOf(source),
  );

/** The photo behind a short code (`s~…`). */
export const shortCodeQuery = (source: QuerySource, code: string) => ({
  ...endpointQuery(source, 'getShortUrl', { query: { degenerate_url: code } }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const creditQuery = (source: QuerySource) =>
  endpointQuery(source, 'getConfigInfo', { query: { config: 'creditSettingFan' } });
