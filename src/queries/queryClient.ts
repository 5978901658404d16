import { type Query, QueryClient } from '@tanstack/react-query';
import type { ReferenceEndpoint } from '../contract/endpoints.ts';
import { AppError } from '../contract/errors.ts';
import { REFERENCE_DATA } from '../contract/limits.ts';

/** Seconds an answer counts as new. Shared data stays for the whole window (§4). */
const FRESH_MS = 30_000;
/** Answers nobody looks at are kept this long: the way back to a list finds it whole. */
const KEPT_MS = 30 * 60_000;
const RETRIES = 2;
const LONGEST_DELAY_MS = 30_000;

/**
 * Milliseconds until a query asks again after so many failures: at least what the server asked for, by chance up to twice as long (HLF-16b).
 * @param chance from 0 to 1
 */
export function retryDelayMs(failures: number, error: unknown, chance = Math.random()): number {
  const asked = error instanceof AppError ? (error.retryAfterMs ?? 0) : 0;
  return Math.min(LONGEST_DELAY_MS, Math.max(1_000 * 2 ** failures, asked * (1 + chance)));
}

/**
 * The contract's reference data by name (`isReference` in contract/endpoints.ts), which itself is too heavy for the first bundle:
 * the type refuses a name too many or too few.
 */
const REFERENCE: Readonly<Record<ReferenceEndpoint, true>> = {
  getSeasons: true,
  getReservedNames: true,
  getAmbassadors: true,
  getPersonCounts: true,
  getPersons: true,
  getWordRanking: true,
  getMemorialEvents: true,
  getEvents: true,
  getPhotocons: true,
  getTeams: true,
  getOfficialUser: true,
  getConfigInfo: true,
};
export const isReferenceData = ({ queryKey }: Pick<Query, 'queryKey'>) => Object.hasOwn(REFERENCE, String(queryKey[1]));

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: (query) => (isReferenceData(query as Query) ? REFERENCE_DATA.maxAgeMs : FRESH_MS),
        gcTime: KEPT_MS,
        // The worker answers without signal: a query must not wait for navigator.onLine (T24).
        networkMode: 'always',
        // Where the browser knows of no signal, the worker has given what it has: nothing is worth waiting for.
        retry: (failures, error) =>
          failures < RETRIES && navigator.onLine !== false && error instanceof AppError && error.retry === 'later',
        retryDelay: (failures, error) => retryDelayMs(failures, error),
        refetchOnWindowFocus: false,
        // `revalidateStale` does it: React Query does not know that a page was opened without signal.
        refetchOnReconnect: false,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
