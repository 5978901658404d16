import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { StaffAnswer, StaffBody, StaffEndpointName, StaffQueryInput } from '../contract/staffEndpoints.ts';
import { useServices } from '../services/services.tsx';
import { userIdOf } from '../session/sessionState.ts';
import { type CallStaff, createStaffCall } from './staffApi.ts';

/** First part of the keys of the desk's queries. */
const STAFF = 'staff';

export function useStaffCall(): CallStaff {
  const services = useServices();
  return useMemo(() => createStaffCall(services), [services]);
}

interface Asked<N extends StaffEndpointName> {
  readonly params?: Record<string, string>;
  readonly query?: StaffQueryInput<N>;
  /** Asks again by itself after so long, in milliseconds. */
  readonly everyMs?: number;
}

/** Key of what a read call answers, for this member of the staff alone. */
export function useStaffKey(name: StaffEndpointName, input: object): readonly unknown[] {
  const { tenant, session } = useServices();
  return [STAFF, tenant?.id, userIdOf(session.getState()), name, input];
}

/** What a read call of the desk answers, kept in memory for this member of the staff alone. */
export function useStaffQuery<N extends StaffEndpointName>(name: N, { everyMs, ...input }: Asked<N> = {}) {
  const call = useStaffCall();
  return useQuery({
    queryKey: useStaffKey(name, input),
    queryFn: ({ signal }): Promise<StaffAnswer<N>> => call(name, { ...input, signal }),
    gcTime: 0,
    retry: false,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });
}

/** A write call of the desk. Whatever comes of it, what the desk shows is asked for again. */
export const useStaffWrite = <N extends StaffEndpointName>(
  name: N,
  onSuccess?: (body: StaffBody<N>, answer: StaffAnswer<N>) => void,
  onError?: (error: unknown) => void,
) => useStaffSteps((call, body: StaffBody<N>) => call(name, { body }), onSuccess, onError);

/** As `useStaffWrite`, for a write of several calls. */
export function useStaffSteps<I, O>(
  act: (call: CallStaff, input: I) => Promise<O>,
  onSuccess?: (input: I, answer: O) => void,
  onError?: (error: unknown) => void,
) {
  const call = useStaffCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: I) => act(call, input),
    onSuccess: (answer, input) => onSuccess?.(input, answer),
    onError: (error) => onError?.(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [STAFF] }),
  });
}
