/** Queries of a tenant's people that several features look at. Apart from those of events, which the first screens need. */
import { endpointQuery, type QuerySource } from './endpointQuery.ts';

/** Teams of a league (team tenants). */
export const teamsQuery = (source: QuerySource) => endpointQuery(source, 'getTeams');
export const personsQuery = (source: QuerySource) => endpointQuery(source, 'getPersons');
export const ambassadorsQuery = (source: QuerySource) => endpointQuery(source, 'getAmbassadors');
/** The tenant's official user is the first element. */
export const officialUserQuery = (source: QuerySource) => endpointQuery(source, 'getOfficialUser');
