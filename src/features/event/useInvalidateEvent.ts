import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Lists a fan's own event can be in: fans make no official ones and no contests. */
const LISTS: ReadonlySet<unknown> = new Set(['getMemorialEvents', 'getFavoriteEvents']);

/** After an event was made, changed or deleted: its queries are invalidated. Resolves when those on screen are fetched again. */
export function useInvalidateEvent(): (eventId: string) => Promise<void> {
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
