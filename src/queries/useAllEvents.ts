import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FanEvent } from '../contract/entities.ts';
import { useServices } from '../services/services.tsx';
import { memorialEventsQuery, officialEventsQuery, photoconsQuery } from './eventQueries.ts';

interface AllEvents {
  readonly events: readonly FanEvent[];
  readonly isPending: boolean;
  /** Why some are not there; null: all are. */
  readonly error: Error | null;
  /** Loads the lists again that are not there. */
  readonly retry: () => void;
}

/** Every event of the tenant, as far as its lists could be loaded. */
export function useAllEvents(): AllEvents {
  const source = useServices();
  const lists = useQueries({
    queries: [officialEventsQuery(source), memorialEventsQuery(source), photoconsQuery(source)],
  });
  const [official, memorial, photocons] = lists.map(({ data }) => data?.list);
  const events = useMemo(
    () => [
      ...new Map(
        [official, memorial, photocons].flatMap((list) => (list ?? []).map((one) => [one.event_id, one] as const)),
      ).values(),
    ],
    [official, memorial, photocons],
  );
  const failed = lists.filter(({ isError, data }) => isError && data === undefined);
  return {
    events,
    isPending: lists.some(({ isPending }) => isPending),
    error: failed[0]?.error ?? null,
    retry: () => failed.forEach(({ refetch }) => void refetch()),
  };
}
