import { type Query, QueryClient } from '@tanstack/react-query';
import type { EndpointName } from '../../contract/endpoints.ts';
import { AppError } from '../../contract/errors.ts';
import { SHARED_DATA } from '../../contract/limits.ts';

/** Seconds an answer counts as new. Shared data stays for the whole window (§4). */
const FRESH_MS = 30_000;
/** Answers nobody looks at are kept this long: the way back to a list finds it whole. */
const KEPT_MS = 30 * 60_000;
const RETRIES = 2;

/** Shared cached data of §3, by call. */
const SHARED: ReadonlySet<string> = new Set<EndpointName>([
  'getSeasons',
  'getReservedNames',
  'getAmbassadors',
  'getPersonCounts',
  'getPersons',
  'getWordRanking',
  'getMemorialEvents',
  'getEvents',
  'getPhotocons',
  'getTeams',
  'getOfficialUser',
  'getConfigInfo',
]);
export const isReferenceData = ({ queryKey }: Query) => SHARED.has(String(queryKey[1]));

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: (query) => (isReferenceData(query as Query) ? SHARED_DATA.maxAgeMs : FRESH_MS),
        gcTime: KEPT_MS,
        // The worker answers without signal: a query must not wait for navigator.onLine (T24).
        networkMode: 'always',
        // Where the browser knows of no signal, the worker has given what it has: nothing is worth waiting for.
        retry: (failures, error) =>
          failures < RETRIES && navigator.onLine !== false && error instanceof AppError && error.retry === 'later',
        refetchOnWindowFocus: false,
        // `refreshStale` does it: React Query does not know that a page was opened without signal.
        refetchOnReconnect: false,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
