import { type Query, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type StaffReadName, type StaffWriteName, staffChangedAnswers } from '../contract/staffChangedAnswers.ts';
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
export function useStaffKey(name: StaffEndpointName, input: { readonly query?: object }) {
  const { tenant, session } = useServices();
  return [STAFF, tenant?.id, userIdOf(session.getState()), name, input] as const;
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
export const useStaffWrite = <N extends StaffWriteName>(
  name: N,
  onSuccess?: (body: StaffBody<N>, answer: StaffAnswer<N>) => void,
  onError?: (error: unknown, body: StaffBody<N>) => void,
) => useStaffSteps(name, (call, body: StaffBody<N>) => call(name, { body }), onSuccess, onError);

/** As `useStaffWrite`, for a write of several calls. The named one decides what the write waits for. */
export function useStaffSteps<I extends object, O>(
  name: StaffWriteName,
  act: (call: CallStaff, input: I) => Promise<O>,
  onSuccess?: (input: I, answer: O) => void,
  onError?: (error: unknown, input: I) => void,
) {
  const call = useStaffCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: I) => act(call, input),
    onSuccess: (answer, input) => onSuccess?.(input, answer),
    onError: (error, input) => onError?.(error, input),
    onSettled: (_answer, _error, input) => {
      const isChanged = (query: Query) => mayShow(query, staffChangedAnswers[name], input);
      // Nobody waits for the rest of the desk, such as its counters (STF-21d).
      void queryClient.invalidateQueries({ queryKey: [STAFF], predicate: (query) => !isChanged(query) });
      return queryClient.invalidateQueries({ queryKey: [STAFF], predicate: isChanged });
    },
  });
}

/** Whether a query of one of the calls may show what was written. Not if it asks for another event or kind of record. */
function mayShow({ queryKey }: Query, names: readonly StaffReadName[], input: object): boolean {
  const [, , , name, asked] = queryKey as ReturnType<typeof useStaffKey>;
  const written = new Map<string, unknown>(Object.entries(input));
  const isSame = ([field, value]: readonly [string, unknown]) => !written.has(field) || written.get(field) === value;
  return names.some((one) => one === name) && Object.entries(asked.query ?? {}).every(isSame);
}
