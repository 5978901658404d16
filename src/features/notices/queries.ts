import { endpointQuery, type QuerySource } from '../../queries/endpointQuery.ts';

/** Notices of one fan. */
export const noticesQuery = (source: QuerySource, userId: string) => endpointQuery(source, 'getNotices', {}, userId);
