import type { Query, QueryClient } from '@tanstack/react-query';
import { type Endpoint, type EndpointName, endpoints } from '../contract/endpoints.ts';
import { tabStorage } from '../platform/storage/webStorage.ts';
import type { Session } from '../session/session.ts';
import { type SessionState, userIdOf } from '../session/sessionState.ts';
import { isReferenceData } from './queryClient.ts';

/** Was this read in the caller's name (`auth` in contract/endpoints.ts)? A call added there is one without a word here. */
function isOfUser({ queryKey: [, name] }: Query): boolean {
  const endpoint: Endpoint | undefined = endpoints[name as EndpointName];
  return endpoint?.method === 'GET' && endpoint.auth !== 'anonymous';
}

/** Photos, and what stands under one: a visitor is shown them too. Not a fan's own collections and notices. */
const OF_PHOTOS: ReadonlySet<unknown> = new Set(['getPublicList', 'getPhoto', 'getComments']);
const isShownToVisitors = ({ queryKey: [, name, , query] }: Query): boolean =>
  OF_PHOTOS.has(name) || (name === 'getReactions' && Object.hasOwn(query ?? {}, 'media_url'));

/** Forgets what was read in one caller's name. What visitors see too is shown under the next caller's key until it is read again. */
function passOn(queryClient: QueryClient, userId: string | null): void {
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
  const look = () => {
    const now = userIdOf(session.getState());
    if (now === user) return;
    // A window keeps what was typed and looked at in it: addresses, messages, lists (SAF-15).
    if (user !== null) tabStorage.clear();
    user = now;
    passOn(queryClient, user);
    void queryClient.invalidateQueries({ predicate: (query) => !isReferenceData(query) });
  };
  look();
  session.subscribe(look);
}
