/** Queries of events that several features look at. */
import { endpointQuery, type QuerySource } from './endpointQuery.ts';

/** Official events: matches, races, campaigns. */
export const officialEventsQuery = (source: QuerySource) => endpointQuery(source, 'getEvents');
/** Events made by fans. */
export const memorialEventsQuery = (source: QuerySource) => endpointQuery(source, 'getMemorialEvents');
export const photoconsQuery = (source: QuerySource) => endpointQuery(source, 'getPhotocons');
/** One event; names its premium users (ROL-04c). */
export const eventQuery = (source: QuerySource, eventId: string) =>
  endpointQuery(source, 'getEvent', { params: { eventId } });
