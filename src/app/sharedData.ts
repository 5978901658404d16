import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import type { QueryClient } from '@tanstack/react-query';
import { persistQueryClientRestore, persistQueryClientSubscribe } from '@tanstack/react-query-persist-client';
import { SHARED_DATA } from '../contract/limits.ts';
import { isShared } from './queryClient.ts';

/**
 * Shared data lives in session storage for five minutes (DAT-01): restored if fresh, then refreshed in the background by whoever
 * looks at it. Resolves without waiting for anything but microtasks.
 */
export async function keepSharedData(queryClient: QueryClient, storage: Storage, key: string): Promise<void> {
  const options = { queryClient, persister: createSyncStoragePersister({ storage, key }), buster: SHARED_DATA.version };
  await persistQueryClientRestore({ ...options, maxAge: SHARED_DATA.maxAgeMs }).catch(() => undefined);
  await queryClient.invalidateQueries({ predicate: isShared, refetchType: 'none' });
  persistQueryClientSubscribe({
    ...options,
    dehydrateOptions: { shouldDehydrateQuery: (query) => isShared(query) && query.state.status === 'success' },
  });
}
