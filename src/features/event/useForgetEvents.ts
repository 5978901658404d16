import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Lists an event stands in. */
const LISTS: ReadonlySet<unknown> = new Set(['getMemorialEvents', 'getFavoriteEvents']);

/** After an event was made, changed or deleted: what is known of it is asked for again. Resolves when what is on screen is new. */
export function useForgetEvents(): (eventId: string) => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    (eventId) =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey: [, name, params] }) =>
          LISTS.has(name) || (name === 'getEvent' && (params as { eventId?: string }).eventId === eventId),
      }),
    [queryClient],
  );
}
