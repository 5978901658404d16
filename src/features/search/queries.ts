import { queryOptions } from '@tanstack/react-query';
import { callEndpoint, endpointKey, endpointQuery, type QuerySource } from '../../queries/endpointQuery.ts';
import type { PhotoListFilter } from '../photo/queries.ts';

/** Words searched for most (SRC-01). */
export const popularWordsQuery = (source: QuerySource) => endpointQuery(source, 'getWordRanking');
export const seasonsQuery = (source: QuerySource) => endpointQuery(source, 'getSeasons');

/** How many photos meet the conditions (FAN-04). */
export const photoCountQuery = (source: QuerySource, filter: PhotoListFilter) =>
  queryOptions({
    queryKey: endpointKey(source.tenant?.id ?? null, 'getPhotoCount', { query: { ...filter } }),
    queryFn: ({ signal }) => callEndpoint(source, 'getPhotoCount', { query: { ...filter }, signal }),
  });
