import { type RawBuilder, sql } from 'kysely';
import { PERSONS_LISTED, PLAYER_NAME_MAX } from '../../../src/contract/limits.ts';

/** Longest name of theirs that is listed, in bytes: any letters, but no heaps of accents. */
const NAME_BYTES = PLAYER_NAME_MAX * 4;

interface ShownIn {
  readonly kind: 'event' | 'season';
  /** Values or columns: whose persons these are. */
  readonly tenant: RawBuilder<unknown>;
  readonly value: RawBuilder<unknown>;
}

/** Those with most photos, by `person_tally_most`: fans may write any name, so no more than PERSONS_LISTED are walked through. */
const mostShown = (isShown: RawBuilder<unknown>) => sql`
  select g.name, g.n from person_tally g where ${isShown} order by g.n desc, g.name limit ${sql.lit(PERSONS_LISTED)}`;

const isShownIn = ({ kind, tenant, value }: ShownIn) =>
  sql`g.tenant = ${tenant} and g.kind = ${sql.lit(kind)} and g.value = ${value} and g.n > 0`;

const isLight = sql`octet_length(name) <= ${sql.lit(NAME_BYTES)}`;

/**
 * Persons shown in an event or a season, with the number of photos `n`. Where the walk does not reach all of them, the tenant's own
 * persons are looked up one by one: whatever others wrote, they are all there.
 */
export const shownPersons = (shownIn: ShownIn): RawBuilder<unknown> => sql`(
  with most as materialized (${mostShown(isShownIn(shownIn))})
  select name, n from most where ${isLight}
  union
  select w.name, o.n from person w
    cross join lateral (select g.n from person_tally g where ${isShownIn(shownIn)} and g.name = w.name limit 1) o
  where w.tenant = ${shownIn.tenant} and (select count(*) from most) = ${sql.lit(PERSONS_LISTED)})`;

/** Their names as JSON, those with most photos first. */
export const namesShown = (shownIn: ShownIn): RawBuilder<string[]> => sql<string[]>`
  coalesce((select json_agg(s.name order by s.n desc, s.name) from ${shownPersons(shownIn)} s), '[]')`;

/** The same of PERSONS_LISTED at most, for lists of events: there are hundreds, and these are all the persons of most. */
export const namesShownMost = (shownIn: ShownIn): RawBuilder<string[]> => sql<string[]>`
  coalesce((select json_agg(s.name) from (${mostShown(isShownIn(shownIn))}) s where ${isLight}), '[]')`;
