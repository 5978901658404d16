/** What a fan keeps on the device to be seen without signal (KEP-01), as pages, worker and screens name it. */

/** Cache Storage of its pictures. Apart from what was only seen: that is given up by age. */
export const KEPT_CACHE = 'kept-pictures';

export type KeptKind = 'event' | 'player';

/** What can be kept: the photos of an event, or of a player. */
export interface Keepable {
  readonly tenant: string;
  readonly kind: KeptKind;
  /** The event's id, or the player's name. */
  readonly ref: string;
  /** As the page calls it. */
  readonly title: string;
  /** The page's address, path and query. */
  readonly path: string;
}

export const keptIdOf = ({ tenant, kind, ref }: Pick<Keepable, 'tenant' | 'kind' | 'ref'>): string =>
  `${tenant}/${kind}/${ref}`;
