import { queryOptions } from '@tanstack/react-query';
import { callEndpoint, endpointKey, type QuerySource } from '../../queries/endpointQuery.ts';

/** Notices of one fan: the fan is part of the key, so that another never sees them (T26). */
export const noticesQuery = (source: QuerySource, userId: string) =>
  queryOptions({
    queryKey: [...endpointKey(source.tenant?.id ?? null, 'getNotices'), userId] as const,
    queryFn: ({ signal }) => callEndpoint(source, 'getNotices', { signal }),
  });
