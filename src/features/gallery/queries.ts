import { endpointQuery, type QuerySource } from '../../queries/endpointQuery.ts';

/** Teams of a league (team tenants). */
export const teamsQuery = (source: QuerySource) => endpointQuery(source, 'getTeams');
