import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Changes what is cached under `filters`, now and once more in every answer that is on its way: it may have been read before the write,
 * and a next page brings along the pages as they were when it was asked for. So `change` must be idempotent: it sets, never adds.
 */
export function changeCached<Data>(
  queryClient: QueryClient,
  filters: QueryFilters,
  change: (known: Data) => Data,
): void {
  const apply = (known: Data | undefined) => (known === undefined ? known : change(known));
  queryClient.setQueriesData(filters, apply);
  for (const query of queryClient.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) {
    // In the task of the answer itself, so that nothing is drawn in between; an answer that failed changed nothing.
    query.promise?.then(
      () => queryClient.setQueryData<Data>(query.queryKey, apply, { updatedAt: query.state.dataUpdatedAt }),
      () => {},
    );
  }
}
