/** Reads about people. Apart from `queries.ts`, which the first screen needs. */
import { endpointQuery, type QuerySource } from '../../queries/endpointQuery.ts';

/** Public name and avatar of anybody; no `Name`: left the service (SOC-07). */
export const memberQuery = (source: QuerySource, userId: string) =>
  endpointQuery(source, 'getUserAttributes', { params: { userId } });

/** The tenant's official user is the first element. */
export const officialUserQuery = (source: QuerySource) => endpointQuery(source, 'getOfficialUser');

/** Names its premium users (ROL-04c). */
export const eventQuery = (source: QuerySource, eventId: string) =>
  endpointQuery(source, 'getEvent', { params: { eventId } });

export const ambassadorsQuery = (source: QuerySource) => endpointQuery(source, 'getAmbassadors');
