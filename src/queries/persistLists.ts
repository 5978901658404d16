import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { PhotoPage } from '../contract/entities.ts';
import { loadRememberedId } from '../session/rememberedUser.ts';

const KEY = 'kept-lists';
/** A list that was left longer ago starts anew. */
const MAX_AGE_MS = 30 * 60_000;

type List = InfiniteData<PhotoPage, string | null>;
interface Kept {
  /** Page the lists stood on. */
  readonly address: string;
  /** Likes are marked as this fan sees them; null: a visitor. */
  readonly user: string | null;
  readonly lists: readonly { readonly key: QueryKey; readonly at: number; readonly data: List }[];
}

/**
 * A long list outlives a reload: its pages go into session storage when the page is left and come back, once, when the same entry
 * of the history is shown again. So the place in the list is there before the network is asked.
 */
export function persistLists(queryClient: QueryClient, storage: Storage): void {
  try {
    restore(queryClient, storage);
  } catch {
    // No storage, or nothing of ours in it: the list starts anew.
  }
  // Phones end a page without another word.
  addEventListener('pagehide', () => save(queryClient, storage));
}

function save(queryClient: QueryClient, storage: Storage): void {
  const queries = queryClient.getQueryCache().findAll({ type: 'active', predicate: isLongList });
  const lists = queries.map(({ queryKey, state }) => ({
    key: queryKey,
    at: state.dataUpdatedAt,
    data: state.data as List,
  }));
  const kept: Kept = { address: addressOf(), user: userId(), lists };
  try {
    if (lists.length > 0) storage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Too long for the storage, or none: the list starts anew.
  }
}

/** What was read for another fan is invalidated, and stays behind. The first page comes with the HTML anyway. */
const isLongList = ({ queryKey, state }: Query): boolean =>
  queryKey[1] === 'getPublicList' && !state.isInvalidated && ((state.data as List | undefined)?.pages?.length ?? 0) > 1;

function restore(queryClient: QueryClient, storage: Storage): void {
  const text = storage.getItem(KEY);
  if (text === null) return;
  storage.removeItem(KEY);
  const kept = JSON.parse(text) as Kept;
  // The mark of entries that were seen before (useScrollMemory.ts).
  if (history.state?.isSeen !== true || kept.address !== addressOf() || kept.user !== userId()) return;
  for (const { key, at, data } of kept.lists)
    if (Date.now() - at < MAX_AGE_MS) queryClient.setQueryData(key, data, { updatedAt: at });
}

/** Without the open photo, which is no page of its own. */
function addressOf(): string {
  const params = new URLSearchParams(location.search);
  params.delete('q');
  return `${location.pathname}?${params}`;
}

const userId = (): string | null => loadRememberedId();
