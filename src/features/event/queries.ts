import { endpointQuery, type QuerySource } from '../../queries/endpointQuery.ts';

/** Events the signed-in fan has bookmarked. */
export const bookmarkedEventsQuery = (source: QuerySource) => endpointQuery(source, 'getFavoriteEvents');
export const bookmarkCountQuery = (source: QuerySource, eventId: string) =>
  endpointQuery(source, 'getFavoriteCount', { query: { media_url: eventId } });
