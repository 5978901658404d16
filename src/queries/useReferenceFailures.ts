import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { SharedList } from '../contract/endpoints.ts';
import { referenceFailures as texts } from '../messages/jaReferenceData.ts';
import { useServices } from '../services/services.tsx';
import { isNoSignal } from './noSignal.ts';

/** From so many parts on one sentence says it for all. */
const MANY = 4;

const isPart = (name: unknown): name is SharedList => typeof name === 'string' && name !== 'overall' && name in texts;

/** The failure flags: parts of the tenant that could not be loaded and are not there from before. */
export function failedParts(queryClient: QueryClient, tenantId: string | null): SharedList[] {
  const queries = queryClient.getQueryCache().findAll({ queryKey: [tenantId] });
  const failed = queries.filter(({ state }) => state.status === 'error' && state.data === undefined);
  return [...new Set(failed.map(({ queryKey }) => queryKey[1]).filter(isPart))].sort();
}

/** One sentence a failed part; one for all when there is next to nothing. */
export const failureTexts = (failed: readonly SharedList[]): string[] =>
  failed.length >= MANY ? [texts.overall] : failed.map((part) => texts[part]);

/** Failed parts among those a screen needs, and how to load them again. */
export function useReferenceFailures(needed: readonly SharedList[]) {
  const queryClient = useQueryClient();
  const { tenant } = useServices();
  const id = tenant?.id ?? null;
  const read = useCallback(() => failedParts(queryClient, id).join(' '), [queryClient, id]);
  const subscribe = useCallback((tell: () => void) => queryClient.getQueryCache().subscribe(tell), [queryClient]);
  const failed = useSyncExternalStore(subscribe, read)
    .split(' ')
    .filter((name): name is SharedList => isPart(name) && needed.includes(name));
  const retry = () =>
    void queryClient.refetchQueries({
      queryKey: [id],
      predicate: ({ queryKey }) => failed.some((part) => part === queryKey[1]),
    });
  const isNoSignalForAll = queryClient
    .getQueryCache()
    .findAll({
      queryKey: [id],
      predicate: ({ queryKey, state }) => !state.data && failed.some((one) => one === queryKey[1]),
    })
    .every(({ state }) => isNoSignal(state.error));
  return { failed, texts: failureTexts(failed), isUnseen: isNoSignalForAll, retry };
}
