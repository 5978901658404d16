import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import type { Query, QueryClient } from '@tanstack/react-query';
import { persistQueryClientRestore, persistQueryClientSave } from '@tanstack/react-query-persist-client';
import { REFERENCE_DATA } from '../contract/limits.ts';
import { persistLists } from './persistLists.ts';
import { isReferenceData } from './queryClient.ts';

/**
 * What a window keeps: shared data, and the long lists of the page that is left (`persistLists.ts`).
 *
 * Shared data lives in session storage for five minutes (DAT-01): restored if fresh, then refreshed in the background by whoever
 * looks at it. Resolves without waiting for anything but microtasks.
 */
export async function persistReferenceData(queryClient: QueryClient, storage: Storage, key: string): Promise<void> {
  persistLists(queryClient, storage);
  const options = {
    queryClient,
    persister: createSyncStoragePersister({ storage, key }),
    buster: REFERENCE_DATA.version,
  };
  // The page's own answers (`#first-data`) are newer than any that were kept.
  const own = new Set(queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.data !== undefined }));
  await persistQueryClientRestore({ ...options, maxAge: REFERENCE_DATA.maxAgeMs }).catch(() => undefined);
  const isRestored = (query: Query) => isReferenceData(query) && !own.has(query);
  await queryClient.invalidateQueries({ predicate: isRestored, refetchType: 'none' });
  const dehydrateOptions = {
    shouldDehydrateQuery: (query: Query) => isReferenceData(query) && query.state.status === 'success',
  };
  const save = () => void persistQueryClientSave({ ...options, dehydrateOptions });
  // Only a new answer is written: whatever else happens in the cache, such as a list that grows, is no reason to.
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && isReferenceData(query) && query.state.status === 'success') save();
  });
  // Answers that came before: with the page's HTML, or while this code was on its way.
  if ([...own].some(isReferenceData)) save();
}
