import { callerOf, endpointQuery, type QuerySource, type UserQuerySource } from '../../queries/endpointQuery.ts';
import type { RankingPeriod } from './rankingPeriods.ts';

/** Persons with photos, those with most first. */
export const personCountsQuery = (source: QuerySource) => endpointQuery(source, 'getPersonCounts');
/** Fans by likes in a period, and the place of the one who asks. */
export const fanRankingQuery = (source: UserQuerySource, { param, value }: RankingPeriod) =>
  endpointQuery(source, 'getFanRanking', { query: { [param]: value } }, callerOf(source));
