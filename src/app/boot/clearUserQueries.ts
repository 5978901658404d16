import type { QueryClient } from '@tanstack/react-query';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Session, SessionState } from '../../session/session.ts';
import { isReferenceData } from './queryClient.ts';

/** Calls that answer in a fan's name. */
const OWN: ReadonlySet<string> = new Set<EndpointName>([
  'getUserTenants',
  'getOwnAttributes',
  'getUsepermit',
  'getUnreadCount',
  'getFavoritePhotos',
  'getFavorites',
  'getFavoriteEvents',
  'getCommentedPhotos',
]);

/** A window keeps what was typed and looked at in it: addresses, messages, lists (SAF-15). */
function forgetWindow(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Storage denied: nothing was kept.
  }
}

const userOf = (state: SessionState) => (state.status === 'anonymous' ? null : state.user.id);

/**
 * Another fan, or nobody: what was read in somebody's name is forgotten, what shows own marks is read again (T26). `known`: who the
 * page took its fan for until the session could tell.
 */
export function clearUserQueries(queryClient: QueryClient, session: Session, known: SessionState): void {
  let user = userOf(known);
  const look = () => {
    const now = userOf(session.getState());
    if (now === user) return;
    if (user !== null) forgetWindow();
    user = now;
    queryClient.removeQueries({ predicate: ({ queryKey }) => OWN.has(String(queryKey[1])) });
    void queryClient.invalidateQueries({ predicate: (query) => !isReferenceData(query) });
  };
  look();
  session.subscribe(look);
}
