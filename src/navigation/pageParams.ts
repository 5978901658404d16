import { useMemo } from 'react';
import { useSearch } from 'wouter';
import type { PageParameter } from '../contract/pageParameters.ts';

/** The query of a page's address. Another parameter than those of PAGE_PARAMETERS does not compile: the caches would not know it. */
export interface PageParams extends Omit<URLSearchParams, 'get' | 'has' | 'set' | 'delete'> {
  get(name: PageParameter): string | null;
  has(name: PageParameter): boolean;
  set(name: PageParameter, value: string): void;
  delete(name: PageParameter): void;
  [Symbol.iterator](): URLSearchParamsIterator<[string, string]>;
}
export const PageParams: new (given: string | [string, string][]) => PageParams = URLSearchParams;

/** The query of the present address; the same object until it changes. */
export function usePageParams(): PageParams {
  const search = useSearch();
  return useMemo(() => new PageParams(search), [search]);
}
