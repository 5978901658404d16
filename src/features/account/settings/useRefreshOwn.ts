import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { EndpointName } from '../../../contract/endpoints.ts';

/** Calls whose answers show a fan's name or avatar. */
const SHOW_NAMES: ReadonlySet<string> = new Set<EndpointName | 'ownProfile'>([
  'ownProfile',
  'getOwnAttributes',
  'getUserAttributes',
  'getPublicList',
  'getPhoto',
  'getComments',
]);

/** After a change of name or avatar: what shows them is read again. Resolves when what is on screen is new. */
export function useRefreshOwn(): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => SHOW_NAMES.has(String(queryKey[1])) }),
    [queryClient],
  );
}
