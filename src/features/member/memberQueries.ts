/** Reads about other fans. Apart from `ownQueries.ts`, which the first screen needs. */
import { endpointQuery, type QuerySource } from '../../queries/endpointQuery.ts';

/** Public name and avatar of anybody; no `Name`: left the service (SOC-07). */
export const memberQuery = (source: QuerySource, userId: string) =>
  endpointQuery(source, 'getUserAttributes', { params: { userId } });
