/** Queries of a tenant's people that several features look at. Apart from those of events, which the first screens need. */
import { REFERENCE_DATA } from '../contract/limits.ts';
import { endpointQuery, type QuerySource } from './endpointQuery.ts';

/** Teams of a league (team tenants). */
export const teamsQuery = (source: QuerySource) => endpointQuery(source, 'getTeams');
export const personsQuery = (source: QuerySource) => endpointQuery(source, 'getPersons');
export const ambassadorsQuery = (source: QuerySource) => endpointQuery(source, 'getAmbassadors');
/** The tenant's official user is the first element. */
export const officialUserQuery = (source: QuerySource) => endpointQuery(source, 'getOfficialUser');
/** Of everybody with photos the best-liked one (FAN-04). As fresh as the lists of the tenant: pictures need not follow each like. */
export const personPicturesQuery = (source: QuerySource) => ({
  ...endpointQuery(source, 'getPersonPictures'),
  staleTime: REFERENCE_DATA.maxAgeMs,
});
/** Persons shown in the photos of an event (FAN-04). */
export const eventPersonsQuery = (source: QuerySource, eventId: string) =>
  endpointQuery(source, 'getEventPersons', { params: { eventId } });
/** Persons shown in the photos of a season (FAN-30). */
export const seasonPersonsQuery = (source: QuerySource, seasonId: string) =>
  endpointQuery(source, 'getSeasonPersons', { params: { seasonId } });
