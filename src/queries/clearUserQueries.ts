import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { type Endpoint, type EndpointName, endpoints } from '../contract/endpoints.ts';
import { tabStorage } from '../platform/storage/webStorage.ts';
import type { Session } from '../session/session.ts';
import { type SessionState, userIdOf } from '../session/sessionState.ts';
import { isReferenceData } from './queryClient.ts';

/** Is this the answer of a call that needs a user (`auth` in contract/endpoints.ts)? A call added there is one without a word here. */
function needsUser({ queryKey: [, name] }: { readonly queryKey: QueryKey }): boolean {
  const endpoint: Endpoint | undefined = endpoints[name as EndpointName];
  return endpoint?.auth === 'user';
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
    // Answers that need a user are gone. Of those that differ by user the page shows the old ones until the new are there.
    queryClient.removeQueries({ predicate: needsUser });
    void queryClient.invalidateQueries({ predicate: (query) => !isReferenceData(query) });
  };
  look();
  session.subscribe(look);
}
