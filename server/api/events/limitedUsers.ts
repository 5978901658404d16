/** Events limited to users (§3 userLimited): written as names, held as accounts from then on (SAF-08). */

export interface LimitedUsers {
  readonly names: readonly string[];
  /** In the order of the names; '': nobody. */
  readonly ids: readonly string[];
}

/**
 * The accounts to hold for a list of names. A name that was in the list before stays with the account it was set for, whoever bears
 * it now; a new one is resolved now.
 */
export function heldUsers(
  names: readonly string[],
  before: LimitedUsers,
  found: ReadonlyMap<string, readonly string[]>,
): string[] {
  return names.map((name) => {
    const at = before.names.indexOf(name);
    return at < 0 ? (found.get(name)?.[0] ?? '') : (before.ids[at] ?? '');
  });
}
