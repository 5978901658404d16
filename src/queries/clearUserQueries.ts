import type { Query, QueryClient } from '@tanstack/react-query';
import { type Endpoint, type EndpointName, endpoints } from '../contract/endpoints.ts';
import { tabStorage } from '../platform/storage/webStorage.ts';
import type { Session } from '../session/session.ts';
import { type SessionState, userIdOf } from '../session/sessionState.ts';
import { isReferenceData } from './queryClient.ts';

/** Was this read in the caller's name? By `auth` in contract/endpoints.ts: a new call needs no entry here. */
function isOfUser({ queryKey: [, name] }: Query): boolean {
  const endpoint: Endpoint | undefined = endpoints[name as EndpointName];
  return endpoint?.method === 'GET' && endpoint.auth !== 'anonymous';
}

/** Photos and what belongs to one: visitors see them too, with other marks. Everything else read in a fan's name is removed. */
const OF_PHOTOS: ReadonlySet<unknown> = new Set(['getPublicList', 'getPhoto', 'getComments', 'getCommentReactions']);
const isShownToVisitors = ({ queryKey: [, name, , query] }: Query): boolean =>
  OF_PHOTOS.has(name) || (name === 'getReactions' && Object.hasOwn(query ?? {}, 'media_url'));

/** Asks anew for what was read in the fan's name and is shown to nobody else: notices, settings, mutes. Lists of photos stay where they are. */
export function refreshUserQueries(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ predicate: (query) => isOfUser(query) && !isShownToVisitors(query) });
}

/** Removes what was read in one caller's name. What visitors see too moves to the next caller's key, until it is fetched again. */
function removeUserQueries(queryClient: QueryClient, userId: string | null): void {
  for (const query of queryClient.getQueryCache().findAll({ predicate: isOfUser })) {
    const { queryKey, state } = query;
    queryClient.getQueryCache().remove(query);
    if (state.data !== undefined && isShownToVisitors(query))
      queryClient.setQueryData([...queryKey.slice(0, 4), userId], state.data, { updatedAt: state.dataUpdatedAt });
  }
}

/**
 * Another fan, or nobody: what was read in somebody's name is forgotten, what shows own marks is read again (T26). `known`: who the
 * page took its fan for until the session could tell.
 */
export function clearUserQueries(queryClient: QueryClient, session: Session, known: SessionState): void {
  let user = userIdOf(known);
  const handleSession = () => {
    const now = userIdOf(session.getState());
    if (now === user) return;
    // A window keeps what was typed and looked at in it: addresses, messages, lists (SAF-15).
    if (user !== null) tabStorage.clear();
    user = now;
    removeUserQueries(queryClient, user);
    void queryClient.invalidateQueries({ predicate: (query) => !isReferenceData(query) });
  };
  handleSession();
  session.subscribe(handleSession);
}
