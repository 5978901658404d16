/** Calls of the staff's desk, as functions: part of its script, so that no fan's client knows them. */
import { request } from '../api/request.ts';
import { AppError } from '../contract/errors.ts';
import type { StaffEndpoint } from '../contract/staffEndpoint.ts';
import {
  type StaffAnswer,
  type StaffBody,
  type StaffEndpointName,
  type StaffQueryInput,
  staffEndpoints,
} from '../contract/staffEndpoints.ts';
import type { Services } from '../services/services.tsx';

interface StaffInput<N extends StaffEndpointName> {
  readonly params?: Record<string, string>;
  readonly query?: StaffQueryInput<N>;
  readonly body?: StaffBody<N>;
  readonly signal?: AbortSignal;
}

export type CallStaff = <N extends StaffEndpointName>(name: N, input?: StaffInput<N>) => Promise<StaffAnswer<N>>;

/**
 * Makes the function that calls the desk. Answers are never cached. A token the server no longer takes is renewed once. Rejects with
 * AppError only.
 */
export function createStaffCall({
  config,
  tenant,
  session,
}: Pick<Services, 'config' | 'tenant' | 'session'>): CallStaff {
  const from = { base: config.api, apiKey: config.apiKey, tenant: tenant?.id ?? null, cache: 'no-store' } as const;
  return async <N extends StaffEndpointName>(name: N, input: StaffInput<N> = {}) => {
    const endpoint: StaffEndpoint = staffEndpoints[name];
    const send = async (isForced: boolean) => {
      const token = await session.getIdToken({ force: isForced });
      if (token === null) throw new AppError('UNAUTHENTICATED', 'login');
      const given = { ...input, query: input.query as Record<string, string | undefined> | undefined };
      return request(endpoint, { ...given, ...from, token });
    };
    const answer = await send(false).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.status !== 401) throw error;
      return send(true);
    });
    return answer.value as StaffAnswer<N>;
  };
}
