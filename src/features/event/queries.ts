import { endpointQuery, type QuerySource } from '../../queries/endpointQuery.ts';

/** Events made by fans. */
export const memorialEventsQuery = (source: QuerySource) => endpointQuery(source, 'getMemorialEvents');
/** Official events: matches, races, campaigns. */
export const officialEventsQuery = (source: QuerySource) => endpointQuery(source, 'getEvents');
export const photoconsQuery = (source: QuerySource) => endpointQuery(source, 'getPhotocons');
export const eventQuery = (source: QuerySource, eventId: string) =>
  endpointQuery(source, 'getEvent', { params: { eventId } });
/** Events the signed-in fan has bookmarked. */
export const bookmarkedEventsQuery = (source: QuerySource) => endpointQuery(source, 'getFavoriteEvents');
export const bookmarkCountQuery = (source: QuerySource, eventId: string) =>
  endpointQuery(source, 'getFavoriteCount', { query: { media_url: eventId } });
