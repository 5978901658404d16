import { callerOf, endpointQuery, type QuerySource, type UserQuerySource } from '../../queries/endpointQuery.ts';

/** Events the signed-in fan has bookmarked. */
export const bookmarkedEventsQuery = (source: UserQuerySource) =>
  endpointQuery(source, 'getFavoriteEvents', {}, callerOf(source));
export const bookmarkCountQuery = (source: QuerySource, eventId: string) =>
  endpointQuery(source, 'getFavoriteCount', { query: { media_url: eventId } });
