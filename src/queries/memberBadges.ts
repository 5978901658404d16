/**
 * Who has a mark (§6): the official user and the ambassadors of the tenant, and an event's premium users. One store for all cards: a
 * grid has dozens of them, and a query each would cost the frames of a scroll.
 */

import { useSyncExternalStore } from 'react';
import { createListeners } from '../rules/listeners.ts';

export type MemberBadgeKind = 'official' | 'ambassador' | 'premium';

export interface BadgeIndex {
  readonly official: string | undefined;
  readonly ambassadors: ReadonlySet<string>;
  /** Premium users by event, as far as events are known. */
  readonly premium: ReadonlyMap<string, ReadonlySet<string>>;
}

let index: BadgeIndex = { official: undefined, ambassadors: new Set(), premium: new Map() };
const listeners = createListeners();

export function setBadgeIndex(next: BadgeIndex): void {
  index = next;
  listeners.tell();
}

/** null: a fan, or not known yet. Who speaks for the tenant keeps that mark. */
export function badgeOf(known: BadgeIndex, userId: string, eventId: string | null): MemberBadgeKind | null {
  if (known.official === userId) return 'official';
  if (known.ambassadors.has(userId)) return 'ambassador';
  return eventId !== null && known.premium.get(eventId)?.has(userId) ? 'premium' : null;
}

export const useKnownBadge = (userId: string, eventId: string | null): MemberBadgeKind | null =>
  useSyncExternalStore(listeners.subscribe, () => badgeOf(index, userId, eventId));
