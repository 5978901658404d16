import { endpointQuery, type QuerySource } from '../../queries/endpointQuery.ts';

/** Persons with photos, those with most first. */
export const personCountsQuery = (source: QuerySource) => endpointQuery(source, 'getPersonCounts');
