import type { Ambassador, FanEvent, ReservedOwner } from '../contract/entities.ts';
import { isInProgress } from './eventPeriod.ts';
import { searchKey } from './searchMatch.ts';

/** What decides whether somebody may post to an event (§4). */
export interface Poster {
  /** Empty: a visitor. */
  readonly userId: string;
  readonly userName: string;
  readonly isAmbassador: boolean;
  readonly isOfficial: boolean;
  /** One of the tenant's players, racers or members. */
  readonly isPerson: boolean;
}

/** The tenant's lists that say who somebody is. */
export interface KnownPeople {
  readonly ambassadors: readonly Pick<Ambassador, 'ambassador_user_id'>[];
  readonly officialUserIds: readonly string[];
  /** Reserved names that belong to an account (§6). */
  readonly owners: readonly ReservedOwner[];
  readonly personNames: readonly string[];
}

/**
 * Who a user is to the tenant (§6): an ambassador is on the ambassador list or owns a reserved name. Told by accounts: who merely
 * bears a name is nobody (ROL-04e).
 */
export function posterOf(user: { readonly id: string; readonly name: string }, known: KnownPeople): Poster {
  const owned = known.owners.filter(({ user_id }) => user.id !== '' && user_id === user.id);
  const persons = new Set(known.personNames.map((name) => searchKey(name)));
  return {
    userId: user.id,
    userName: user.name,
    isAmbassador: owned.length > 0 || known.ambassadors.some((one) => one.ambassador_user_id === user.id),
    isOfficial: known.officialUserIds.includes(user.id),
    // A player's name is free for anybody to take; only a reserved one is proof.
    isPerson: owned.some(({ name }) => persons.has(searchKey(name))),
  };
}

type Restrictions = Pick<
  FanEvent,
  'event_type' | 'ambassadorLimited' | 'officialLimited' | 'personLimited' | 'userLimited' | 'user_limited_ids'
>;

/** Is the event limited to some people (badge of §2 event card)? */
export const isLimited = (event: Omit<Restrictions, 'user_limited_ids'>): boolean =>
  event.ambassadorLimited || event.officialLimited || event.personLimited || event.userLimited.length > 0;

/**
 * May this poster post to the event, its period aside (PST-03)? Ambassador-type events are for ambassadors;
 * a limited event is for whoever matches at least one of its restrictions. Users are told by their accounts: names change (SAF-08).
 */
export function canPostTo(event: Restrictions, poster: Poster): boolean {
  if (event.event_type === 'ambassador' && !poster.isAmbassador) return false;
  if (!isLimited(event)) return true;
  return (
    (event.ambassadorLimited && poster.isAmbassador) ||
    (event.officialLimited && poster.isOfficial) ||
    (event.personLimited && poster.isPerson) ||
    (poster.userId !== '' && event.user_limited_ids?.includes(poster.userId) === true)
  );
}

/** The events of the post form's dropdown: in progress and open to the poster (PST-03). */
export function postableEvents<E extends Restrictions & Pick<FanEvent, 'crawl_period_start' | 'crawl_period_end'>>(
  events: readonly E[],
  poster: Poster,
  now: number,
): E[] {
  return events.filter((event) => isInProgress(event, now) && canPostTo(event, poster));
}
