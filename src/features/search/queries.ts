import { endpointQuery, type QuerySource } from '../../session/endpointQuery.ts';

/** Words searched for most (SRC-01). */
export const popularWordsQuery = (source: QuerySource) => endpointQuery(source, 'getWordRanking');
