/**
 * The only tenants a test names; everything else is found in tenants/. Between them they show every kind there is, so any other
 * folder may come or go (TEN-02): `tests/architecture.test.ts` fails where another name, or one of these in another file, is written.
 */

/** A club, with everything as most tenants have it: no points, no teams, photo use asked before a post. */
export const CLUB = 'kawasakif';

/** A league: points, teams and genders. Also the other tenant where a test needs two. */
export const LEAGUE = 'svleague';

/** A publisher: words of its own, no tutorial, no permission steps. */
export const PUBLISHER = 'wa-suta';
