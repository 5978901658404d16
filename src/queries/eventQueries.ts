/** Queries of events that several features look at. */
import { queryOptions } from '@tanstack/react-query';
import { type EndpointKey, endpointKey, endpointQuery, type QuerySource } from './endpointQuery.ts';

/** Official events: matches, races, campaigns. */
export const officialEventsQuery = (source: QuerySource) => endpointQuery(source, 'getEvents');
/** Events made by fans. */
export const memorialEventsQuery = (source: QuerySource) => endpointQuery(source, 'getMemorialEvents');
export const photoconsQuery = (source: QuerySource) => endpointQuery(source, 'getPhotocons');
/** One event; names its premium users (ROL-04c). */
export const eventQuery = (source: QuerySource, eventId: string) =>
  endpointQuery(source, 'getEvent', { params: { eventId } });
/** The highlights of an event that the club published (WAL-07). */
export const highlightsQuery = (source: QuerySource, eventId: string) =>
  endpointQuery(source, 'getHighlights', { params: { eventId } });

/** The event as it stands now, for a form that changes it: begun with a kept answer, the form would undo a change made since. */
export function freshEventQuery(source: QuerySource, eventId: string) {
  const call = { params: { eventId }, isFresh: true };
  const [tenant, name, params, query] = endpointKey(source.tenant?.id ?? null, 'getEvent', call);
  // A key of its own: a fetch for the page, under way already, may be answered by the worker.
  const queryKey: EndpointKey = [tenant, name, params, query, 'fresh'];
  return queryOptions({ queryKey, queryFn: ({ signal }) => source.api.getEvent({ ...call, signal }), staleTime: 0 });
}
